import Foundation
import Testing
import TremaTestSupport

/// No command about configurations shows a secret, in any report.
@Suite struct SecretsTests {
  /// The planted secrets, by file. None is a word that a tool would print by itself.
  private static let secrets = [
    "Qz7PlantedPlist", "Zk4-planted&json", "Plant3dLocalValue", "xw9PlantedArray",
    "gh" + "p_plantedPLANTEDplanted0123456789ABCDEF", "plantedUrlPass8",
    "Pl4ntedMultiLine", "BrokenPlanted77", "4711471147", "plantedData5678", "En5Planted-dotenv",
    "Xc6Planted-xcconfig", "B1naryPlanted-bin", "Pr0dPlanted-prod", "Refe2encedPlanted",
    "Wr0ngKindPlanted", "SetFr0mOutside", "Shipp3dPlanted",
  ]

  private static func data(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private static let files = [
    "Configuration.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>innocent</key><string>Qz7PlantedPlist</string>
      <key>apiURL</key><string>https://me:plantedUrlPass8@api.example.com</string>
      <key>auth</key><dict><key>password</key>
        <string>Pl4ntedMultiLine
      second Pl4ntedMultiLine</string>
        <key>apiToken</key><string>Refe2encedPlanted</string></dict>
      <key>keys</key><array><string>xw9PlantedArray</string></array>
      <key>pin</key><integer>4711471147</integer>
      <key>blob</key><data>\(data("plantedData5678"))</data>
      <key>github</key><string>ghp_plantedPLANTEDplanted0123456789ABCDEF</string>
      <key>timeout</key><integer>30</integer>
      <key>quoted</key><string>${auth}</string>
      <key>copied</key><string>see ${auth.apiToken}</string>
    </dict>
    </plist>
    """,
    "Configuration-production.json": """
    {"innocent": "Pr0dPlanted-prod", "timeout": "30"}
    """,
    "broken-lines/Configuration.env": """
    INNOCENT=En5Planted-dotenv
    PIN=Wr0ngKindPlanted
    AUTH__PASSWORD="En5Planted-dotenv
    """,
    "Configuration-lines.env": """
    INNOCENT=En5Planted-dotenv
    PIN=Wr0ngKindPlanted
    TIMEOUT=Wr0ngKindPlanted
    AUTH__PASSWORD=En5Planted-dotenv
    """,
    "Configuration-xcode.xcconfig": """
    innocent = Xc6Planted-xcconfig
    innocent = Xc6Planted-xcconfig
    pin = Wr0ngKindPlanted
    """,
    "trema.json": """
    {"configuration": {"interpolation": true, "swift": {}}}
    """,
    "Configuration-staging.json": """
    {"innocent": "Zk4-planted&json", "auth": {"password": 12}, "pin": "4711471147",
     "keys": "xw9PlantedArray", "timeout": "Qz7PlantedPlist", "innocentt": "Zk4-planted&json",
     "blob": "plantedData5678"}
    """,
    "Configuration-dev.plist": """
    <plist version="1.0"><dict>
      <key>innocent</key><string>Qz7PlantedPlist</string>
      <key>innocent</key><string>Plant3dLocalValue</string>
    </dict></plist>
    """,
    "Configuration-local.plist": """
    <plist version="1.0"><dict><key>innocent</key>
      <string>Plant3dLocalValue</string></dict></plist>
    """,
    "Configuration.schema.json": """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
     "properties": {
      "innocent": {"type": "string", "maxLength": 3, "x-secret": true, "x-distinct": true},
      "keys": {"type": "array", "x-secret": true, "items": {"enum": ["a"]}},
      "pin": {"type": "integer", "maximum": 5, "x-secret": true},
      "blob": {"type": "integer", "x-secret": true},
      "auth": {"type": "object"},
      "overridable": {"type": "integer", "x-secret": true, "x-overridable": true}, "timeout": {"type": "integer"}}}
    """,
    "broken/Configuration.plist": """
    <plist version="1.0"><dict>
      <key>password</key>
      <string>BrokenPlanted77</strin>
    </dict></plist>
    """,
    "broken/Configuration.schema.json": """
    {"type": "object", "properties": {"innocent": {"x-secret": true}, "port": {"type": "integer"}}}
    """,
    "broken/Configuration-staging.plist": """
    <plist version="1.0"><dict>
      <key>innocent</key>
      <string>first line
      BrokenPlanted77</string>
      <key>innocent</key><integer>BrokenPlanted77</integer>
    </dict></plist>
    """,
    "broken-base/Configuration.plist": """
    <plist version="1.0"><dict>
      <key>innocent</key>
      <integer>BrokenPlanted77</integer>
    </dict></plist>
    """,
    "broken-base/Configuration.schema.json": """
    {"type": "object", "properties": {"innocent": {"x-secret": true}}}
    """,
    "fix/Configuration.json": """
    {"timeout":
      "30", "note": "a",
     "innocent": "Qz7PlantedPlist"}
    """,
    "fix/Configuration.schema.json": """
    {"type": "object", "properties": {"timeout": {"type": "integer"},
     "note": {"type": "string"}, "innocent": {"type": "string", "x-secret": true}}}
    """,
    "App.app/Configuration.plist": """
    <plist version="1.0"><dict>
      <key>innocent</key><string>Shipp3dPlanted</string>
      <key>timeout</key><string>Qz7PlantedPlist</string>
      <key>auth</key><dict><key>password</key><string>Shipp3dPlanted</string></dict>
    </dict></plist>
    """,
    "App.app/Other.plist": """
    <plist version="1.0"><dict>
      <key>copied</key><string>Qz7PlantedPlist</string>
      <key>password</key><integer>Shipp3dPlanted</integer>
    </dict></plist>
    """,
    "broken-lines/Configuration.xcconfig": """
    API_SECRET BrokenPlanted77
    """,
    "broken-lines/Configuration-a.env": """
    API_SECRET BrokenPlanted77
    API TOKEN BrokenPlanted77 = a
    """,
    "broken-json/Configuration.json": """
    {"a": 1,
     "apiToken": "BrokenPlanted77" oops}
    """,
  ]

  /// The runs of each command about configurations. Commands whose output is the values themselves
  /// are checked for their other output.
  private static let commands: [String: [String]] = [
    "check": ["text", "json", "sarif", "github", "gitlab", "junit", "html"].flatMap {
      [
        "--fail-on note --report \($0)", "--report \($0)=out.\($0)", "--report \($0) broken",
        "--report \($0) broken-json", "--report \($0) broken-base",
        "--report \($0) broken-lines",
      ]
    } + [
      "--matrix", "--matrix --format json", "--matrix --format markdown", "--matrix --format csv",
      "--baseline b.json --update-baseline", "--matrix fix",
    ],
    "explain": [
      "innocent", "keys", "auth.password", "auth", "auth --format json", "pin --format json",
      "pin", "blob", "blob --format json", "innocent --format json", "github", "nothing", "apiURL",
      "apiURL --format json", "timeout", "timeout --format json", "quoted", "quoted --format json",
      "copied", "copied --format json", "a broken", "a broken-base", "a broken-json",
    ],
    "diff": ["staging production", "dev staging", "production lines", "xcode binary"].flatMap {
      environments in
      ["text", "json", "markdown", "github"].map { "\(environments) --format \($0)" }
    } + [
      "--git HEAD", "--git HEAD --format json", "--git HEAD --format github",
      "staging production broken",
      "broken broken-base", "broken-lines broken-json",
      "Configuration.plist Configuration-production.json",
      "Configuration-lines.env fix/Configuration.json",
    ],
    "fix": [
      "--dry-run", "--dry-run --only dead-override", "--dry-run fix", "--dry-run broken",
      "--dry-run broken-base",
    ],
    "verify-bundle": ["text", "json", "sarif", "html"].flatMap {
      [
        "App.app --environment production --report \($0)",
        "App.app --environment staging --report \($0)",
        "App.app broken-base --report \($0)",
      ]
    },
    "init": ["--compare girders", "broken", "broken-base", "--force"],
    "merge": [
      "--environment staging -o merged.plist --check",
      "--environment lines -o merged.plist --check",
      "--environment production -o App.app/Configuration.plist --check",
      "--environment staging broken", "--environment production broken-base",
    ],
    "generate": [
      "--swift out/App.swift", "--swift out/App.swift --check", "--kotlin out/App.kt broken",
      "--swift out/App.swift broken-base",
    ],
  ]

  @Test func `every configuration command is tested`() throws {
    let folder = try TemporaryFolder()
    let help = try Tool.run("help", "config", in: folder)
    let names = help.output.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ").drop { $0 == "trema" }
      return words.count > 1 && words.first == "config"
        ? String(words.dropFirst()[words.startIndex + 1]) : nil
    }
    #expect(Set(names) == Set(Self.commands.keys), "\(help.output)")
  }

  @Test func `no command or report shows a secret`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(Array(text.utf8), to: name) }
    let binary = try PropertyListSerialization.data(
      fromPropertyList: [
        "innocent": "B1naryPlanted-bin", "timeout": "B1naryPlanted-bin", "pin": "Wr0ngKindPlanted",
      ], format: .binary, options: 0)
    try folder.write(Array(binary), to: "Configuration-binary.plist")
    try folder.git("init", "--quiet", "--initial-branch=main", ".")
    try folder.commitAll("plant")
    try folder.write(
      Array(
        (Self.files["Configuration-dev.plist"] ?? "").replacing("Qz7Planted", with: "NewPlanted7")
          .utf8), to: "Configuration-dev.plist")
    let before = Set(try Snapshot(of: folder).files)
    let forms = Self.forms(of: Self.secrets + ["NewPlanted7Plist"])
    var refused: [String] = []
    var (all, read) = (0, 0)
    // `init` is last, because it replaces the schema, which marks the secrets.
    let names = Self.commands.keys.filter { $0 != "init" }.sorted() + ["init"]
    for (name, uses) in names.map({ ($0, Self.commands[$0] ?? []) }) {
      for use in uses {
        let command = "config \(name) \(use)"
        let result = try Tool.run(
          command.split(separator: " ").map(String.init), in: folder,
          environment: [
            "CONFIG__INNOCENT": "SetFr0mOutside", "CONFIG__OVERRIDABLE": "SetFr0mOutside",
          ])
        #expect(result.status >= 0, "\(command)")
        // A command that refuses its arguments would show nothing and prove nothing.
        if result.status == 2 { refused.append("\(command): \(result.errors)") }
        all += 1
        if result.status < 2 { read += 1 }
        Self.look(for: forms, in: result.output, of: command)
        Self.look(for: forms, in: result.errors, of: command)
      }
    }
    #expect(refused.isEmpty, "\(refused)")
    // Nor would a command that stops before it reads the values prove anything.
    #expect(read > all / 2, "\(read) of \(all)")
    let after = try Snapshot(of: folder)
    for name in after.files where !before.contains(name) && !name.hasPrefix(".git/") {
      Self.look(for: forms, in: after[text: name] ?? "", of: name)
    }
  }

  @Test func `diagnostics of a merge contain no secrets`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(Array(text.utf8), to: name) }
    let result = try Tool.run(
      "config", "merge", "--environment", "staging", "-o", "merged.plist", in: folder)
    Self.look(for: Self.forms(of: Self.secrets), in: result.errors, of: "config merge")
  }

  /// The secrets as they are, and encoded as other tools encode them.
  private static func forms(of secrets: [String]) -> [String] {
    secrets.flatMap { secret -> [String] in
      let encoded = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
      return [
        secret, data(secret), encoded, secret.replacing("&", with: "&amp;"),
        secret.replacing("&", with: "\\u0026"),
      ]
    }
  }

  private static func look(for forms: [String], in text: String, of command: String) {
    for form in forms where text.contains(form) {
      let lines = text.split(separator: "\n").filter { $0.contains(form) }
      Issue.record("\(command) shows \(form): \(lines.prefix(2))")
    }
  }

  @Test func `secret findings agree with detect-secrets`() throws {
    let folder = try TemporaryFolder()
    let samples = Self.samples
    for (index, sample) in samples.enumerated() {
      try folder.write(
        Array("{\n  \"\(sample.key)\": \"\(sample.value)\"\n}\n".utf8),
        to: "t/\(index)/Configuration.json")
    }
    // The command of detect-secrets scans in several processes, which may deadlock.
    let verdict = try Judge.environmentPython.run(
      [
        "-c",
        """
        import json, pathlib
        from detect_secrets.core.scan import scan_file
        from detect_secrets.settings import default_settings
        with default_settings():
          files = sorted(str(path) for path in pathlib.Path("t").rglob("*.json"))
          print(json.dumps([path for path in files if list(scan_file(path))]))
        """,
      ], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let theirs = try #require(
      JSONSerialization.jsonObject(with: Data(verdict.output)) as? [String])
    var differing: [String] = []
    for (index, sample) in samples.enumerated() {
      let result = try Tool.run(
        "config", "check", "--fail-on", "note", "--report", "json", "t/\(index)", in: folder)
      let isOurs = ["possible-secret", "url-credentials"].contains {
        result.output.contains("\"code\": \"\($0)\"") || result.output.contains("\"\($0)\"")
      }
      if isOurs != theirs.contains("t/\(index)/Configuration.json") {
        differing.append("\(sample.key): \(isOurs ? "ours" : "theirs")")
      }
    }
    #expect(
      differing.count * 10 <= samples.count, "\(differing.count) of \(samples.count): \(differing)")
  }

  /// Made at run time, so that no scanner takes this file for a leak.
  private static var samples: [(key: String, value: String)] {
    var generator = SeededGenerator(seed: 5)
    func chance(_ count: Int, _ letters: String) -> String {
      let letters = Array(letters)
      return String(
        (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
    }
    let capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    let digits = "0123456789abcdef"
    var samples: [(String, String)] = []
    for _ in 0..<3 {
      samples += [
        ("aws", "AKIA" + chance(16, capital)), ("hub", "ghp_" + chance(36, all)),
        ("lab", "glpat-" + chance(20, all)), ("pay", "sk_live_" + chance(24, all)),
        (
          "chat",
          "xoxb-" + chance(12, "0123456789") + "-" + chance(12, "0123456789") + "-"
            + chance(24, all)
        ),
        ("mail", "SG." + chance(22, all) + "." + chance(43, all)),
        ("twilio", "SK" + chance(32, digits)), ("password", chance(12, all)),
        ("api_key", chance(32, all)), ("secret", chance(24, all)),
        ("db", "postgres://me:\(chance(10, all))@db.example.com/x"),
        ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + chance(43, all)),
        ("title", "Welcome to the app"), ("color", "#ff8800"), ("version", "4.12.\(samples.count)"),
        ("host", "api\(samples.count).example.com"), ("name", "settings_screen_title"),
        ("city", "Winterthur"), ("apiURL", "https://api.example.com/v\(samples.count)"),
        ("chance", chance(40, all)),
      ]
    }
    return samples
  }
}
