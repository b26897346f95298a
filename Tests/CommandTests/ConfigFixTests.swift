import Foundation
import Testing
import TremaTestSupport

/// `trema config fix`.
@Suite struct ConfigFixTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fix(_ words: String...) throws -> Tool.Result {
    try Tool.run(["config", "fix"] + words, in: folder)
  }

  private static let base = ConfigInitTests.plist(
    """
      <key>api</key>
      <dict><key>timeout</key><integer>30</integer><key>name</key><string>x</string></dict>
      <key>ratio</key><real>0.5</real>
      <key>on</key><true/>
      <key>since</key><date>2026-01-01T00:00:00Z</date>
      <key>zip</key><integer>1234</integer>
    """)

  private static func staging(
    timeout: String = "<string>45</string>", ratio: String = "<string>0.25</string>",
    on: String = "<string>NO</string>", since: String = "<date>2026-02-01T02:00:00+02:00</date>",
    zip: String = "<integer> 99 </integer>"
  ) -> String {
    ConfigInitTests.plist(
      """
        <!-- ümläut 😀 --><key>api</key>\t<dict><key>timeout</key>\(timeout)</dict>
        <key>ratio</key>  \(ratio)   <!-- kept -->
        <key>on</key>
          \(on)
        <key>since</key>\(since)
        <key>zip</key>\(zip)
      """)
  }

  private static let fixed = staging(
    timeout: "<integer>45</integer>", ratio: "<real>0.25</real>", on: "<false/>",
    since: "<date>2026-02-01T00:00:00Z</date>", zip: "<integer>99</integer>")

  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func `unambiguous fixes are written, and no other byte changes`(
    lineEnd: String, mark: String
  ) throws {
    func bytes(_ text: String) -> [UInt8] {
      Array((mark + text.replacing("\n", with: lineEnd)).utf8)
    }
    try folder.write(Self.base, to: "Configuration.plist")
    try folder.write(bytes(Self.staging()), to: "Configuration-staging.plist")
    let patch = try fix("--dry-run")
    #expect(patch.status == 1)
    #expect(try folder.read("Configuration-staging.plist") == bytes(Self.staging()))
    #expect(
      try fix()
        == Tool.Result(
          status: 0, output: "", errors: "fixed 5 findings in Configuration-staging.plist\n"))
    #expect(try folder.read("Configuration-staging.plist") == bytes(Self.fixed))
    #expect(try fix() == Tool.Result(status: 0, output: "", errors: ""))
    #expect(try fix("--dry-run") == Tool.Result(status: 0, output: "", errors: ""))
    #expect(try Judge.plutil.run(["-lint", "Configuration-staging.plist"], in: folder).status == 0)
    // The patch changes the old file as the fix did.
    try folder.write(bytes(Self.staging()), to: "Configuration-staging.plist")
    try folder.write(patch.output, to: "fix.patch")
    try folder.git("apply", "fix.patch")
    #expect(try folder.read("Configuration-staging.plist") == bytes(Self.fixed))
  }

  @Test func `a patch of files in another folder reports the folder to apply it in`() throws {
    try folder.write(Self.base, to: "up/Configuration.plist")
    try folder.write(Self.staging(), to: "up/Configuration-staging.plist")
    try folder.write("", to: "down/here")
    let patch = try Tool.run(
      ["config", "fix", "--dry-run", "../up"], in: folder, shell: #"cd down && exec "$@""#)
    #expect(patch.status == 1)
    #expect(patch.output.hasPrefix("--- a/Configuration-staging.plist\n"), "\(patch)")
    #expect(
      patch.errors == "paths in the patch are relative to '../up'; apply it with: "
        + "git -C '../up' apply\n")
  }

  /// The folder of the command and of `git apply`, and the arguments of the command.
  @Test(arguments: [
    (".", "app/Config"), ("app", "Config"), ("app", "../app/Config"), ("app/Config", "."),
    ("app", "/Config"),
  ])
  func `a patch applies in the subfolder of the repository in which it was created`(
    place: String, files: String
  ) throws {
    let old: [(name: String, bytes: [UInt8])] = [
      // Without a line end at the end, with the line ends of Windows, and with odd names.
      ("Configuration.plist", Array(Self.base.replacing("0.5", with: " 0.5 ").dropLast().utf8)),
      ("Configuration-staging.plist", Array(Self.staging().replacing("\n", with: "\r\n").utf8)),
      ("Configuration-q a.plist", Array(Self.staging().utf8)),
      ("Configuration-\"b\t\\.plist", Array(Self.staging().dropLast().utf8)),
      ("Configuration-ünï.json", Array("{\"api\": {\"timeout\": \"45\"}}".utf8)),
    ]
    for (name, bytes) in old { try folder.write(bytes, to: "app/Config/\(name)") }
    try folder.git("init", "-q")
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "old")
    let path = files.hasPrefix("/") ? folder.path + "/app" + files : files
    func fix(_ words: String...) throws -> Tool.Result {
      try Tool.run(
        ["config", "fix"] + words + [path], in: folder, shell: "cd '\(place)' && exec \"$@\"")
    }
    let patch = try fix("--dry-run")
    #expect(patch.status == 1 && patch.errors == "", "\(patch)")
    #expect(try folder.git("status", "--porcelain") == "")
    #expect(try fix().status == 0)
    let fixed = try old.map { try folder.read("app/Config/\($0.name)") }
    #expect(zip(old, fixed).allSatisfy { $0.bytes != $1 })
    try folder.git("checkout", "-q", ".")
    try folder.write(patch.output, to: ".git/fix.patch")
    try folder.git("-C", place, "apply", folder.path + "/.git/fix.patch")
    #expect(try old.map { try folder.read("app/Config/\($0.name)") } == fixed)
  }

  @Test func `ambiguous errors are not fixed`() throws {
    try folder.write(
      #"{"a": 1, "b": true, "c": 0.5, "d": 1, "e": 1, "f": true}"#, to: "Configuration.json")
    let overlay = #"{"a": "01", "b": "yes", "c": "1e3", "d": " 2", "e": "+2", "f": 2}"#
    try folder.write(overlay, to: "Configuration-staging.json")
    #expect(try fix() == Tool.Result(status: 0, output: "", errors: ""))
    #expect(try folder.text("Configuration-staging.json") == overlay)
  }

  @Test func `fixes in JSON use JSON syntax`() throws {
    try folder.write(#"{"a": 1, "b": true, "c": 0.5, "d": 1}"#, to: "Configuration.json")
    try folder.write(
      #"{ "a": "-2", /* why */ "b": 0, "c": "2.5","d": 2.0 }"#, to: "Configuration-staging.json")
    #expect(try fix().status == 0)
    #expect(
      try folder.text("Configuration-staging.json")
        == #"{ "a": -2, /* why */ "b": false, "c": 2.5,"d": 2 }"#)
  }

  @Test func `a value without effect is removed on request`() throws {
    try folder.write(#"{"a": 1, "b": {"c": 1, "d": 2}, "e": 3}"#, to: "Configuration.json")
    let overlay = """
      {
        "a": 1,
        "b": {
          "c": 5,
          "d": 2
        },
        "e": 3
      }

      """
    try folder.write(overlay, to: "Configuration-staging.json")
    #expect(try fix().errors.isEmpty)
    #expect(try folder.text("Configuration-staging.json") == overlay)
    #expect(try fix("--only", "dead-override").status == 0)
    #expect(
      try folder.text("Configuration-staging.json") == """
        {
          "b": {
            "c": 5
          }
        }

        """)
    try folder.write(Self.base, to: "plist/Configuration.plist")
    try folder.write(
      Self.staging(ratio: "<real>0.5</real>", on: "<true/>"),
      to: "plist/Configuration-staging.plist")
    #expect(try fix("--only=dead-override", "plist").status == 0)
    let text = try folder.text("plist/Configuration-staging.plist")
    #expect(!text.contains("ratio") && !text.contains("<key>on") && text.contains("kept"))
    #expect(text.contains("<string>45</string>"))
    let lint = try Judge.plutil.run(["-lint", "plist/Configuration.plist"], in: folder)
    #expect(lint.status == 0)
  }

  @Test func `files whose bytes do not match the locations are not changed`() throws {
    try folder.write(Self.base, to: "Configuration.plist")
    let overlay = Self.staging(
      since: "<date>2026-02-01T00:00:00Z</date>", zip: "<integer>1</integer>")
    try folder.write(overlay, to: "Configuration-staging.plist")
    let convert = try Judge.plutil.run(
      ["-convert", "binary1", "Configuration-staging.plist"], in: folder)
    #expect(convert.status == 0)
    let binary = try folder.read("Configuration-staging.plist")
    #expect(try fix().status == 0)
    #expect(try folder.read("Configuration-staging.plist") == binary)
    let utf16 = Array(
      "\u{FEFF}\(overlay.replacing("UTF-8", with: "UTF-16"))".data(using: .utf16LittleEndian)
        ?? Data())
    try folder.write(utf16, to: "Configuration-staging.plist")
    let result = try fix()
    #expect(result.status == 0)
    #expect(try folder.read("Configuration-staging.plist") == utf16)
    #expect(
      result.errors == """
        Configuration-staging.plist: warning: [unfixable] 'Configuration-staging.plist' was not \
        fixed: it is not UTF-8
          hint: save it as UTF-8
        1 warning

        """)
  }

  @Test func `unreadable files are not fixed`() throws {
    try folder.write(Self.base, to: "Configuration.plist")
    try folder.write(Self.staging(), to: "Configuration-staging.plist")
    try folder.write("<plist><dict>", to: "Configuration-qa.plist")
    let before = try Snapshot(of: folder)
    #expect(try fix().status == 3)
    #expect(try Snapshot(of: folder) == before)
  }
}
