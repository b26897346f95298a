import Foundation
import Testing
import TremaTestSupport

/// No command about configurations shows a secret, in any report.
@Suite struct SecretsTests {
  /// What is planted, by the file. None is a word that a tool would print by itself.
  private static let secrets = [
    "Qz7PlantedPlist", "Zk4-planted&json", "Plant3dLocalValue", "xw9PlantedArray",
    "gh" + "p_plantedPLANTEDplanted0123456789ABCDEF", "plantedUrlPass8",
    "Pl4ntedMultiLine", "BrokenPlanted77", "4711471147", "plantedData5678",
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
    second Pl4ntedMultiLine</string></dict>
      <key>keys</key><array><string>xw9PlantedArray</string></array>
      <key>pin</key><integer>4711471147</integer>
      <key>blob</key><data>\(data("plantedData5678"))</data>
      <key>github</key><string>ghp_plantedPLANTEDplanted0123456789ABCDEF</string>
      <key>timeout</key><integer>30</integer>
    </dict>
    </plist>
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
      "auth": {"type": "object"}, "timeout": {"type": "integer"}}}
    """,
    "broken/Configuration.plist": """
    <plist version="1.0"><dict>
      <key>password</key>
      <string>BrokenPlanted77</strin>
    </dict></plist>
    """,
    "broken-json/Configuration.json": """
    {"a": 1,
     "apiToken": "BrokenPlanted77" oops}
    """,
  ]

  /// Every command and option that reads configurations; a new one is a line. `config merge` and
  /// `config generate` write values, and are not among them but for what they say.
  private static let commands: [String] =
    ["text", "json", "sarif", "github", "gitlab", "junit", "html"].flatMap {
      [
        "config check --report \($0)", "config check --report \($0)=out.\($0)",
        "config check --report \($0) broken", "config check --report \($0) broken-json",
      ]
    } + [
      "config check --fail-on note", "config check --matrix", "config check --matrix --format json",
      "config check --matrix --format markdown", "config check --matrix --format csv",
      "config check --baseline b.json --update-baseline",
      "config explain innocent", "config explain keys", "config explain auth.password",
      "config explain auth", "config explain pin --format json", "config explain blob",
      "config explain innocent --format json", "config explain github", "config explain nothing",
      "config explain apiURL", "config diff staging production",
      "config diff dev staging --format json", "config diff dev staging --format markdown",
      "config diff dev staging --format github", "config diff --git HEAD",
      "config explain a broken", "config diff a b broken-json",
      "config fix --dry-run", "config verify-bundle . --environment production",
      "config init --dry-run", "config init --compare girders",
    ]

  @Test func `no command and no report shows a secret`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(Array(text.utf8), to: name) }
    try folder.git("init", "--quiet", "--initial-branch=main", ".")
    try folder.commitAll("plant")
    try folder.write(
      Array(
        (Self.files["Configuration-dev.plist"] ?? "").replacing("Qz7Planted", with: "NewPlanted7")
          .utf8), to: "Configuration-dev.plist")
    let before = Set(try Snapshot(of: folder).files)
    let forms = Self.forms(of: Self.secrets + ["NewPlanted7Plist"])
    var known = 0
    for command in Self.commands {
      let result = try Tool.run(
        command.split(separator: " ").map(String.init), in: folder,
        environment: ["CONFIG__INNOCENT": "Qz7PlantedPlist"])
      // One that does not exist yet is a word that is not known.
      if result.status != 2 { known += 1 }
      #expect(result.status >= 0, "\(command)")
      Self.look(for: forms, in: result.output, of: command)
      Self.look(for: forms, in: result.errors, of: command)
    }
    #expect(known >= 30)
    let after = try Snapshot(of: folder)
    for name in after.files where !before.contains(name) && !name.hasPrefix(".git/") {
      Self.look(for: forms, in: after[text: name] ?? "", of: name)
    }
  }

  @Test func `a secret in a merge is told without it`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(Array(text.utf8), to: name) }
    let result = try Tool.run(
      "config", "merge", "--environment", "staging", "-o", "merged.plist", in: folder)
    Self.look(for: Self.forms(of: Self.secrets), in: result.errors, of: "config merge")
  }

  /// As they are, and in what other tools make of them.
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

  @Test func `what is found agrees with detect-secrets`() throws {
    let folder = try TemporaryFolder()
    let samples = Self.samples
    for (index, sample) in samples.enumerated() {
      try folder.write(
        Array("{\n  \"\(sample.key)\": \"\(sample.value)\"\n}\n".utf8),
        to: "t/\(index)/Configuration.json")
    }
    let verdict = try Judge.environmentPython.run(
      ["-m", "detect_secrets", "scan", "--no-verify", "--all-files", "t"], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let scan = try JSONSerialization.jsonObject(with: Data(verdict.output)) as? [String: Any]
    let theirs = try #require(scan?["results"] as? [String: Any])
    var differing: [String] = []
    for (index, sample) in samples.enumerated() {
      let result = try Tool.run(
        "config", "check", "--fail-on", "note", "--report", "json", "t/\(index)", in: folder)
      let isOurs = ["possible-secret", "url-credentials"].contains {
        result.output.contains("\"code\": \"\($0)\"") || result.output.contains("\"\($0)\"")
      }
      if isOurs != (theirs["t/\(index)/Configuration.json"] != nil) {
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
