import Foundation
import Testing
import TremaTestSupport

@Suite struct ConfigurationGoldenTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/Configuration")

  @Test(arguments: ConfigurationFixture.all)
  func `the output is the golden file, byte for byte`(fixture: ConfigurationFixture) throws {
    try Self.compare(try fixture.swift().source, "\(fixture.name).swift")
    try Self.compare(try fixture.kotlin().source, "\(fixture.name).kt")
  }

  private static func compare(_ source: String, _ name: String) throws {
    let file = golden.appending(path: name)
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    if isRecording { try Data(source.utf8).write(to: file) }
    #expect(!isRecording, "recorded; look at the difference, then run without RECORD_GOLDEN")
    #expect(Array(source.utf8) == Array(try Data(contentsOf: file)))
  }

  private static func text(_ fixture: ConfigurationFixture, _ end: String) throws -> String {
    try String(contentsOf: golden.appending(path: "\(fixture.name).\(end)"), encoding: .utf8)
  }

  @Test func `every Swift file compiles under Swift 6 and has the expected values`() throws {
    let sources = try ConfigurationFixture.all.map { try Self.text($0, "swift") }
    let calls = ConfigurationFixture.all.flatMap(\.calls).map { call in
      (expression: "String(describing: \(call.expression))", result: call.result)
    }
    let decoding = ConfigurationDecoding.calls.map { call in
      (expression: "String(describing: \(call.expression))", result: call.result)
    }
    try Toolchain().run(
      sources + [ConfigurationDecoding.source], calls: calls + decoding, hasSwiftUI: false,
      flags: "-D DEBUG")
  }

  @Test func `a release build does not contain the values of other environments`() throws {
    let source = try Self.text(.whole, "swift")
    try Toolchain().run(
      [source],
      calls: [("String(describing: AppConfiguration.named(\"staging\") == nil)", "true")],
      hasSwiftUI: false, absent: ["staging.example.com"])
  }

  @Test func `every Swift file passes the linter`() throws {
    for fixture in ConfigurationFixture.all {
      try Toolchain().lint(try Self.text(fixture, "swift"))
    }
  }

  @Test func `every Kotlin file compiles and has the expected values`() throws {
    let sources = try ConfigurationFixture.all.map { fixture in
      (
        text: try Self.text(fixture, "kt"), type: fixture.type, package: fixture.package,
        calls: fixture.kotlinCalls
      )
    }
    try KotlinToolchain().run(configurations: sources)
  }

  @Test(arguments: [ConfigurationFixture.whole, .shop])
  func `secrets of the configuration do not appear in generated files`(
    fixture: ConfigurationFixture
  ) throws {
    #expect(try !fixture.swift().source.contains("planted"))
    #expect(try !fixture.kotlin().source.contains("planted"))
  }
}

/// Loads the generated types from property lists, as an app does.
enum ConfigurationDecoding {
  static let source = #"""
    import Foundation

    func loaded(_ change: (inout [String: Any]) -> Void) -> String {
      var api: [String: Any] = [
        "baseURL": "https://x.example/a", "mirrors": ["https://m.example"], "key": "s3cret",
        "old_host": "o",
      ]
      change(&api)
      let values: [String: Any] = [
        "api": api, "features": ["f": true], "plans": [["id": "p", "price": 1.5]],
        "launch": Date(timeIntervalSinceReferenceDate: 60), "icon": Data([1]), "log-level": "in",
        "ratio": 2.5, "limit": 7,
      ]
      do {
        let data = try PropertyListSerialization.data(
          fromPropertyList: values, format: .binary, options: 0)
        let loaded = try PropertyListDecoder().decode(AppConfiguration.self, from: data)
        return [
          "\(loaded.api.baseURL)", "\(loaded.api.mirrors)", "\(loaded.api.timeout)",
          loaded.api.key?.value ?? "", "\(loaded.logLevel == .in)", "\(loaded.features)",
          "\(loaded.plans[0].price)", "\(loaded.launch.timeIntervalSinceReferenceDate)",
          "\([UInt8](loaded.icon))", "\(loaded.mode == nil)", "\("\(loaded)".contains("s3cret"))",
        ].joined(separator: " ")
      } catch DecodingError.keyNotFound(let key, let context) {
        return "no \(key.stringValue) in \(context.codingPath.map(\.stringValue))"
      } catch DecodingError.dataCorrupted(let context) {
        return "\(context.codingPath.map(\.stringValue)): \(context.debugDescription)"
      } catch {
        return "\(error)"
      }
    }
    """#

  static let calls: [(expression: String, result: String)] = [
    (
      "loaded { _ in }",
      "https://x.example/a [https://m.example] 30 s3cret true [\"f\": true] 1.5 60.0 [1] true false"
    ),
    ("loaded { $0[\"timeout\"] = 5 }.contains(\" 5 \")", "true"),
    ("loaded { $0[\"key\"] = nil }", "no key in [\"api\"]"),
    ("loaded { $0[\"baseURL\"] = nil }", "no baseURL in [\"api\"]"),
    ("loaded { $0[\"baseURL\"] = \"x\" }", "'api.baseURL' is 'x'; it must be an absolute URL"),
  ]
}
