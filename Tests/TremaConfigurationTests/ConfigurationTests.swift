import Foundation
import Testing
import TremaConfigValues
import TremaConfiguration

/// A folder of files as an app's bundle has them.
func bundle(_ name: String) throws -> Bundle {
  let url = try #require(Bundle.module.resourceURL).appending(path: "Bundles/\(name)")
  return try #require(Bundle(url: url))
}

@Suite struct ConfigurationTests {
  private func app(_ environment: String? = nil) throws -> Configuration {
    try Configuration(bundle: bundle("App"), environment: environment)
  }

  @Test func `an exact key takes precedence over a path`() throws {
    let configuration = try app()
    #expect(configuration["apiURL"] == "https://api.example.com/v1")
    #expect(configuration["api.host"] == "literal")
    #expect(configuration["api.timeout"] == 30)
    #expect(configuration["servers[1]"] == "b")
    #expect(configuration["servers[2]"] == nil)
    #expect(configuration["API.timeout"] == nil)
  }

  @Test func `an environment is merged over the base`() throws {
    let configuration = try app("staging")
    #expect(configuration.environment == "staging")
    #expect(configuration.files == ["Configuration.plist", "Configuration-staging.plist"])
    #expect(configuration["api.timeout"] == 5)
    #expect(try configuration.value("api", as: [String: ConfigValue].self).count == 3)
    #expect(configuration["isOn"] == nil)
  }

  @Test func `a value is read as the requested type`() throws {
    let configuration = try app()
    #expect(try configuration.value("one", as: Int.self) == 1)
    #expect(try configuration.value("one", as: Double.self) == 1)
    #expect(try configuration.value("isOn", as: Bool.self))
    #expect(try configuration.value("servers") == ["a", "b"])
    #expect(try configuration.value("token") == Data([0, 1, 2]))
    #expect(try configuration.value("large") == UInt64.max)
    #expect(
      try configuration.value("launch", as: Date.self).timeIntervalSince1970 == 1_772_260_200)
    #expect(try configuration.url("apiURL").host() == "api.example.com")
    #expect(try configuration.value("level", as: Level.self) == .info)
    #expect(try configuration.value("none", default: 7) == 7)
  }

  private enum Level: String, ConfigurationRepresentable, Decodable { case info, debug }

  @Test(arguments: [
    (
      "one",
      "'one' must be a Boolean, not an integer (environment 'production', searched Configuration.plist)"
    ),
    (
      "api.factor",
      "'api.factor' must be a Boolean, not a real number (environment 'production', searched Configuration.plist)"
    ),
    (
      "api.nothing",
      "the configuration has no key 'api.nothing' (environment 'production', searched Configuration.plist)"
    ),
  ])
  func `a missing value is an error that lists the searched files`(
    key: String, text: String
  ) throws {
    let configuration = try app()
    let error = #expect(throws: ConfigurationError.self) {
      try configuration.value(key, as: Bool.self)
    }
    #expect(error?.description == text)
  }

  @Test func `numbers out of range and invalid URLs are rejected`() throws {
    let configuration = try app()
    #expect(throws: ConfigurationError.self) { try configuration.value("large", as: Int.self) }
    #expect(throws: ConfigurationError.self) { try configuration.value("api.factor", as: Int.self) }
    #expect(throws: ConfigurationError.self) { try configuration.url("level") }
  }

  private struct API: Decodable, Equatable {
    var host: String
    var timeout: Int
    var factor: Double
    var retries: Int?
  }

  private struct Whole: Decodable {
    var apiURL: URL
    var api: API
    var launch: Date
    var token: Data
    var servers: [String]
    var level: Level
  }

  @Test func `a section is decoded, with URLs from strings`() throws {
    let configuration = try app("staging")
    #expect(
      try configuration.decode(API.self, at: "api")
        == API(host: "api.example.com", timeout: 5, factor: 1, retries: nil))
    let whole = try configuration.decode(Whole.self)
    #expect(whole.apiURL == URL(string: "https://api.example.com/v1"))
    #expect(whole.token == Data([0, 1, 2]))
    #expect(whole.level == .info)
  }

  @Test func `an error in an array or a dictionary names the invalid element`() throws {
    let configuration = try Configuration([
      "ports": [80, "x"], "hosts": ["a": "1", "b": ["c": 1]], "grid": [[1], [2, true]],
      "wait": "30", "size": "10mb",
    ])
    let place = " (environment 'production', searched the program)"
    func text(_ body: () throws -> Void) -> String? {
      #expect(throws: ConfigurationError.self) { try body() }?.description
    }
    #expect(
      text { _ = try configuration.value("ports", as: [Int].self) }
        == "'ports[1]' must be an integer from -9223372036854775808 to "
        + "9223372036854775807, not a string" + place)
    #expect(
      text { _ = try configuration.value("hosts", as: [String: String].self) }
        == "'hosts.b' must be a string, not a dictionary" + place)
    #expect(
      text { _ = try configuration.value("grid", as: [[Double]].self) }
        == "'grid[1][1]' must be a number, not a Boolean" + place)
    #expect(
      text { _ = try configuration.value("grid", as: [String: Int].self) }
        == "'grid' must be a dictionary, not an array" + place)
    #expect(
      text { _ = try configuration.duration("wait") }
        == "'wait' must be a duration such as 1h30m, not a string" + place)
    #expect(
      text { _ = try configuration.bytes("size") }
        == "'size' must be a size such as 10MB, not a string" + place)
  }

  @Test func `durations and sizes are read with their units`() throws {
    let configuration = try Configuration([
      "wait": "1h30m", "iso": "PT0.5S", "cache": "512KiB", "bytes": 12, "waits": ["1s", "2s"],
    ])
    #expect(try configuration.duration("wait") == .seconds(5400))
    #expect(try configuration.duration("iso") == .milliseconds(500))
    #expect(try configuration.bytes("cache") == 524_288)
    #expect(try configuration.bytes("bytes") == 12)
    #expect(try configuration.value("waits", as: [Duration].self) == [.seconds(1), .seconds(2)])
    struct Waits: Decodable { var wait: Duration, iso: Duration? }
    #expect(try configuration.decode(Waits.self).wait == .seconds(5400))
  }

  @Test func `a decoding error names the path and shows no value`() throws {
    struct Wrong: Decodable { var api: [String: Bool] }
    struct Inside: Decodable { var port: Int }
    struct Missing: Decodable { var api: Inside }
    struct Element: Decodable { var servers: [Level] }
    struct Small: Decodable { var large: Int8 }
    let place = " (environment 'production', searched Configuration.plist)"
    let configuration = try app()
    func text<Value: Decodable>(_ type: Value.Type) -> String? {
      #expect(throws: ConfigurationError.self) { try configuration.decode(type) }?.description
    }
    #expect(text(Wrong.self)?.contains("must be a Boolean, not a") == true)
    #expect(text(Wrong.self)?.hasSuffix(place) == true)
    #expect(text(Missing.self) == "the configuration has no key 'api.port'" + place)
    #expect(
      text(Element.self) == "'servers[0]' must be a valid value of its type, not an invalid value"
        + place)
    #expect(
      text(Small.self)
        == "'large' must be an integer from -128 to 127, not an integer out of range" + place)
    let level = #expect(throws: ConfigurationError.self) {
      try configuration.decode(Level.self, at: "api.host")
    }
    #expect(
      level?.description == "'api.host' must be a valid value of its type, not an invalid value"
        + place)
  }

  @Test func `descriptions contain no values`() throws {
    let configuration = try app()
    var dumped = ""
    dump(configuration, to: &dumped)
    dump(configuration.values, to: &dumped)
    let printed = "\(configuration) \(configuration.values) \(dumped)"
    #expect(!printed.contains("example.com"))
    #expect(printed.contains("the configuration of 'production' from Configuration.plist"))
    #expect("\(try #require(configuration["level"]))" == "info")
  }

  @Test func `a value of another kind is reported and affects only its own key`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("conflict-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let base = folder.appendingPathComponent("base.json")
    let staging = folder.appendingPathComponent("staging.json")
    try Data(#"{"api": {"host": "a", "deep": {"x": 1}}, "name": "n"}"#.utf8).write(to: base)
    try Data(#"{"api": {"host": "b", "deep": "text"}, "name": "m"}"#.utf8).write(to: staging)
    let configuration = try Configuration(files: [base, staging], environment: "staging")
    let text =
      "staging.json:1:31: 'api.deep' is a string here, but a dictionary in the layer below; "
      + "'api.deep' has no value, but other keys are not affected"
    #expect(configuration.problem == nil)
    #expect(configuration.conflicts.map(\.description) == [text])
    #expect(configuration["name"] == "m" && configuration["api.host"] == "b")
    #expect(configuration["api.deep"] == nil && configuration["api.deep.x"] == nil)
    for key in ["api.deep", "api.deep.x"] {
      let error = #expect(throws: ConfigurationError.self) {
        try configuration.value(key, default: 1)
      }
      #expect(error?.description == text)
    }
    struct API: Decodable { let host: String }
    #expect(throws: ConfigurationError.self) { try configuration.decode(API.self, at: "api") }
    let mended = configuration.overriding(["api.deep": ["x": 2]])
    #expect(mended.conflicts == [] && mended["api.deep.x"] == 2)
  }

  @Test func `control characters in names are escaped`() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(["a": 1], environment: "t\u{1B}").value("b\u{1B}[2J", as: Int.self)
    }
    #expect(
      error?.description
        == "the configuration has no key 'b\\u{1B}[2J' (environment 't\\u{1B}', searched the program)"
    )
  }

  @Test func `a malformed environment is an error and never falls back to production`() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(bundle: bundle("Broken"), environment: "staging")
    }
    guard case .malformedFile("Configuration-staging.plist", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a missing environment is an error that lists the searched names`() throws {
    let error = #expect(throws: ConfigurationError.self) { try app("stagign") }
    #expect(
      error?.description
        == "the environment 'stagign' has no file: searched for Configuration-stagign.plist, Configuration-stagign.json"
    )
  }

  @Test func `a base that is missing or not a dictionary is an error`() throws {
    #expect(throws: ConfigurationError.self) { try Configuration(bundle: bundle("Empty")) }
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(bundle: bundle("Odd"))
    }
    #expect(
      error?.description
        == "invalid configuration in Configuration.plist: the top-level value must be a dictionary, not an array"
    )
  }

  @Test func `JSON files are supported, and null removes a key`() throws {
    let configuration = try Configuration(bundle: bundle("JSON"), environment: "staging")
    #expect(configuration["api"] == nil)
    #expect(configuration["a.b"] == 2)
  }

  @Test func `an override changes only the value at its path`() throws {
    let configuration = try app()
    #expect(configuration.overriding(["servers[1]": "c"])["servers"] == ["a", "c"])
    #expect(configuration.overriding(["servers.x": "c"])["servers"] == ["a", "b"])
    #expect(configuration.overriding(["servers[7]": "c"])["servers"] == ["a", "b"])
    #expect(configuration.overriding(["level.x": "c"])["level"] == "info")
    #expect(configuration.overriding(["api.new.key": 1])["api.new.key"] == 1)
    #expect(configuration.overriding(["api.host": "x"])["api.host"] == "x")
  }

  @Test func `a bundle merged for one environment is rejected for another`() throws {
    #expect(try Configuration(bundle: bundle("Merged")).environment == "staging")
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(bundle: bundle("Merged"), environment: "production")
    }
    #expect(error?.description.hasPrefix("the environment 'production' has no file") == true)
  }
}
