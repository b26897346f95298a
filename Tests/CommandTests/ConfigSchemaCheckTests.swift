import Foundation
import Testing
import TremaTestSupport

/// `trema config check` with a schema, over layers of every format.
@Suite struct ConfigSchemaCheckTests {
  private let folder: TemporaryFolder

  /// A property list below JSON, `.env` and `.xcconfig`, of which the last extends the one before.
  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "trema.json", "Config/Configuration.schema.json", "Config/Configuration.plist",
      "Config/Configuration-development.json", "Config/Configuration-staging.env",
      "Config/Configuration-staging-eu.xcconfig",
    ] {
      try folder.write(try Self.fixture(name), to: name)
    }
  }

  private static func fixture(_ name: String) throws -> [UInt8] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Schema/\(name)")
    return Array(try Data(contentsOf: url))
  }

  private func findings() throws -> [[String: Any]] {
    let text = try Tool.run("config", "check", "--report=json", in: folder).output
    let report = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(report?["diagnostics"] as? [[String: Any]])
  }

  @Test
  func `every schema violation is reported once with its environments and location`() throws {
    let report = String(decoding: try Self.fixture("Report.txt"), as: UTF8.self)
    let result = try Tool.run("config", "check", in: folder)
    #expect(result == Tool.Result(status: 1, output: report, errors: ""))
    #expect(!report.contains("too-short-9876"))
  }

  @Test func `the fixture produces all kinds of schema findings`() throws {
    let codes = Set(try findings().compactMap { $0["code"] as? String })
    #expect(
      codes.isSuperset(of: [
        "invalid-type", "invalid-choice", "out-of-range", "invalid-length", "invalid-format",
        "invalid-value", "invalid-url", "forbidden-key", "unknown-key", "missing-key",
        "deprecated-key", "replaced-key", "not-distinct", "not-overridden", "secret-in-file",
      ]))
  }

  @Test func `an invalid value causes one finding per key and environment`() throws {
    let findings = try findings()
    for (code, key) in [
      ("invalid-url", "api.url"), ("invalid-url", "homepage"),
      ("not-distinct", "analyticsKey"), ("missing-key", "port"),
    ] {
      let about = findings.filter { $0["key"] as? String == key }
      let own = about.filter { ($0["environments"] as? [String])?.contains("development") == true }
      #expect(own.map { $0["code"] as? String } == [code], "\(key)")
    }
  }

  /// The key path, the expected and the actual value.
  @Test(arguments: [
    ("out-of-range", "ratio", "a multiple of 0.5", "0.7"),
    ("out-of-range", "api.timeout", "at most 120", "500"),
    ("invalid-length", "appName", "at most 12 characters", "\"A name that is long\""),
    ("invalid-format", "supportMail", "an e-mail address", "\"nobody\""),
    ("invalid-format", "api.version", "a string that matches '^v[0-9]+$'", "\"1\""),
    ("invalid-type", "isVerbose", "boolean", "\"yes\""),
    ("invalid-type", "servers[0].weight", "integer", "\"9\""),
    ("invalid-choice", "logLevel", "\"debug\", \"info\", \"error\"", "\"debgu\""),
    ("invalid-value", "retries", "integer", "'seven'"),
  ])
  func `JSON reports contain the expected and the actual value`(
    _ code: String, _ key: String, _ expected: String, _ actual: String
  ) throws {
    let finding = try #require(
      try findings().first { $0["code"] as? String == code && $0["key"] as? String == key })
    #expect(finding["expected"] as? String == expected)
    #expect(finding["actual"] as? String == actual)
    for member in [
      "severity", "message", "environments", "keyPath", "file", "line", "column", "endLine",
      "endColumn", "byteRange", "fixes", "fingerprint", "hint",
    ] {
      #expect(finding[member] != nil, "\(member)")
    }
    let related = try #require(finding["related"] as? [[String: Any]])
    let rule = try #require(related.first { $0["role"] as? String == "rule" })
    #expect(rule["file"] as? String == "Config/Configuration.schema.json")
    #expect(rule["line"] is Int)
  }

  @Test func `a key missing in all environments is reported at the end of its dictionary`()
    throws
  {
    let missing = try findings().filter { $0["code"] as? String == "missing-key" }
    #expect(
      missing.compactMap { $0["key"] as? String }.sorted()
        == ["crashKey", "port", "servers[1].host"])
    let crash = try #require(missing.first { $0["key"] as? String == "crashKey" })
    #expect(crash["environments"] as? [String] == ["staging", "staging-eu"])
    let host = try #require(missing.first { $0["key"] as? String == "servers[1].host" })
    let range = try #require(host["byteRange"] as? [Int])
    let bytes = try Self.fixture("Config/Configuration-development.json")
    #expect(bytes[range[0]..<range[1]].elementsEqual("}".utf8))
  }

  @Test func `arrays are merged by the rule in the schema`() throws {
    let table = try Tool.run("config", "check", "--matrix", "--format=csv", in: folder).output
    for (key, array) in [
      ("flags", #"[""cards"", ""debug""]"#),
      ("hosts", #"[""a.example.com"", ""d.example.com"", 7]"#),
      (
        "servers",
        #"[{""host"": ""eu.example.com"", ""id"": ""eu"", ""weight"": ""9""}, {""id"": ""us""}]"#
      ),
    ] {
      #expect(table.contains("\n\(key),development,array,\"\(array)\","), "\(key)")
    }
  }
}
