import Foundation
import Testing
import TremaTestSupport

/// `trema config check`.
@Suite struct ConfigCheckTests {
  private let folder: TemporaryFolder

  /// A project with four environments, one of which extends another.
  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "trema.json", "Config/Configuration.plist", "Config/Configuration-development.plist",
      "Config/Configuration-staging.plist", "Config/Configuration-staging-eu.plist",
    ] {
      try folder.write(try Self.fixture(name), to: name)
    }
  }

  private static func fixture(_ name: String) throws -> [UInt8] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Environments/\(name)")
    return Array(try Data(contentsOf: url))
  }

  private static func text(_ name: String) throws -> String {
    String(decoding: try fixture(name), as: UTF8.self)
  }

  private func check(_ options: String...) throws -> Tool.Result {
    try Tool.run(["config", "check"] + options, in: folder)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `all environments are checked, and each cause is reported once`() throws {
    #expect(
      try check() == Tool.Result(status: 1, output: try Self.text("Report.txt"), errors: ""))
  }

  @Test func `the table of all values shows the source of each value`() throws {
    let result = try check("--matrix")
    #expect(result.output == (try Self.text("Matrix.txt")))
    #expect(result.errors == (try Self.text("Report.txt")))
    #expect(result.status == 1)
  }

  @Test func `JSON reports contain environments, key paths and the roles of locations`() throws {
    let report = try object(try check("--report=json").output)
    let findings = try #require(report["diagnostics"] as? [[String: Any]])
    let conflict = try #require(findings.first { $0["code"] as? String == "kind-conflict" })
    #expect(conflict["environments"] as? [String] == ["staging", "staging-eu"])
    #expect(conflict["keyPath"] as? [String] == ["api", "timeout"])
    let related = try #require(conflict["related"] as? [[String: Any]])
    #expect(related.map { $0["role"] as? String } == ["definedHere"])
    let mismatch = try #require(findings.first { $0["code"] as? String == "kind-mismatch" })
    let range = try #require(mismatch["byteRange"] as? [Int])
    let bytes = try Self.fixture("Config/Configuration-development.plist")
    #expect(
      String(decoding: bytes[range[0]..<range[1]], as: UTF8.self) == "<integer>10</integer>")
  }

  @Test(arguments: ["sarif", "github", "gitlab", "junit", "html"])
  func `every report contains the environments`(_ format: String) throws {
    let result = try check("--report=\(format)")
    #expect(result.status == 1)
    #expect(result.output.contains("environments: staging, staging-eu"))
  }

  @Test func `SARIF distinguishes environments and describes only configuration checks`() throws {
    let report = try object(try check("--report=sarif").output)
    let run = try #require((report["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let properties = results.compactMap { $0["properties"] as? [String: Any] }
    #expect(properties.count == results.count)
    #expect(properties.contains { $0["environments"] as? [String] == ["staging", "staging-eu"] })
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]]).compactMap {
      $0["id"] as? String
    }
    #expect(rules.contains("dead-override") && !rules.contains("missing-translation"))
  }

  @Test func `the project sets severities, also by key`() throws {
    let start =
      "{\n  \"checks\": { \"unknown-key\": { \"level\": \"note\", \"keys\": { \"api.*\": \"off\" } }, "
    let project = try Self.text("trema.json").dropFirst(1)
    try folder.write(start + "\"dead-override\": \"off\" }," + project, to: "trema.json")
    let result = try check()
    #expect(result.output.hasSuffix("3 errors, 2 warnings, 2 notes\n"))
    #expect(!result.output.contains("api.baseUrl"))
    // Environments of the command line are last.
    #expect(
      try check("--severity=unknown-key=warning").output.hasSuffix("3 errors, 5 warnings\n"))
  }

  @Test func `an unknown check is an error, and lowering an error requires a reason`() throws {
    let project = try Self.text("trema.json").dropFirst(1)
    try folder.write(
      "{ \"checks\": { \"dead-overide\": \"off\", \"kind-mismatch\": \"note\" }," + project,
      to: "trema.json")
    let result = try check()
    #expect(result.status == 3)
    #expect(
      result.output == """
        trema.json:1:15: error: [invalid-check] unknown check 'dead-overide'
        1 | { "checks": { "dead-overide": "off", "kind-mismatch": "note" },
          |               ^ hint: did you mean 'dead-override'?
        trema.json:1:55: error: [invalid-check] 'kind-mismatch' is an error; lowering its level requires a reason
        1 | { "checks": { "dead-overide": "off", "kind-mismatch": "note" },
          |                                                       ^ hint: suppress the finding where it occurs, or add a "reason" to the level in trema.json
        2 errors

        """)
    #expect(try check("--severity=kind-mismatch=off", "Config").status == 2)
    #expect(try check("--severity=nonsense=off", "Config").status == 2)
  }

  @Test func `a baseline mutes old findings, and new findings are reported`() throws {
    let options = ["config", "check", "--baseline=known.json"]
    let muted = Tool.Result(status: 0, output: "10 muted\n", errors: "")
    #expect(try Tool.run(options + ["--update-baseline"], in: folder) == muted)
    #expect(try Tool.run(options, in: folder) == muted)
    let path = "Config/Configuration-staging-eu.plist"
    let file = try Self.text(path).replacingOccurrences(
      of: "<dict>\n  <key>ana", with: "<dict>\n\n  <key>retries</key>\n  <true/>\n  <key>ana")
    try folder.write(file, to: path)
    let result = try Tool.run(options, in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains("[kind-conflict] 'retries'"))
    #expect(result.output.hasSuffix("1 error, 10 muted\n"))
  }

  @Test func `severities determine the exit status`() throws {
    try folder.write(try Self.text("Config/Configuration.plist"), to: "one/Configuration.plist")
    try folder.write(
      "{ \"retries\": 3 }", to: "one/Configuration-test.json")
    #expect(try check("one").status == 0)
    #expect(try check("one", "--fail-on=warning").status == 1)
    #expect(try check("one", "--fail-on=warning", "--severity=dead-override=note").status == 0)
    #expect(try check("one", "--severity=dead-override=error").status == 1)
  }

  @Test func `a missing configuration is an error that names the searched folder`() throws {
    try folder.write("", to: "empty/x")
    let result = try check("empty", "--report=text", "--report=json=out.json")
    #expect(result.status == 3)
    #expect(result.output.contains("[missing-base] no base configuration was found in 'empty'"))
    #expect(String(decoding: try folder.read("out.json"), as: UTF8.self).contains("missing-base"))
  }

  @Test func `the project can be specified by path`() throws {
    try folder.write("", to: "sub/x")
    let result = try Tool.run(
      ["config", "check", "--project=trema.json", "--report=github"], in: folder)
    #expect(result.status == 1)
    let moved = try TemporaryFolder()
    #expect(
      try Tool.run(
        ["config", "check", "--project=\(folder.path)/trema.json"], in: moved
      ).output.contains("\(folder.path)/Config/Configuration-staging.plist:9:5: error"))
  }

  @Test(arguments: [
    ["--format=json"], ["--matrix", "--report=json"], ["--update-baseline"],
    ["--matrix", "--format=yaml"],
  ])
  func `contradictory options are a usage error`(_ options: [String]) throws {
    let result = try Tool.run(["config", "check"] + options, in: folder)
    #expect(result.status == 2)
    #expect(result.output == "")
  }

  @Test func `help explains every check`() throws {
    let result = try Tool.run("help", "check", "dead-override", in: folder)
    #expect(result.output.hasPrefix("dead-override (warning)\n"))
    // Texts and configurations have it, with a page each.
    let both = try Tool.run("help", "check", "duplicate-key", in: folder).output
    #expect(both.components(separatedBy: "duplicate-key (error)").count == 3)
  }
}

/// The cost of a configuration with many keys in 20 environments.
@Suite struct ConfigScaleTests {
  static func configuration(_ environment: String, keys: Int) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n"
    let number = environment.utf8.reduce(0) { $0 + Int($1) }
    for section in 0..<keys / 100 {
      text += "\t<key>section\(section)</key>\n\t<dict>\n"
      for key in 0..<100 {
        let value =
          key % 2 == 0
          ? "<string>https://\(environment).example.com/\(section)/\(key)</string>"
          : "<integer>\(number * 100_000 + section * 100 + key)</integer>"
        text += "\t\t<key>setting\(key)</key>\n\t\t\(value)\n"
      }
      text += "\t</dict>\n"
    }
    return text + "</dict>\n</plist>\n"
  }

  /// The build of tests is many times slower than that of users, which `make bench` measures with
  /// five times as many keys: those must use less than 200 MB.
  @Test func `two thousand keys in twenty environments stay within memory and time limits`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.configuration("base", keys: 2_000), to: "Configuration.plist")
    for number in 1...19 {
      try folder.write(
        Self.configuration("env\(number)", keys: 2_000), to: "Configuration-env\(number).plist")
    }
    let cost = try Cost(of: ["config", "check"], in: folder)
    #expect(cost.peak < ThreadSanitizer.bound(ofMemory: 60_000_000), "\(cost.peak) bytes")
    #expect(
      Duration.seconds(cost.seconds) < ThreadSanitizer.bound(ofTime: .seconds(30)),
      "\(cost.seconds) seconds")
  }
}
