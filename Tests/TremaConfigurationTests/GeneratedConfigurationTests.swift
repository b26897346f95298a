import ConfigKit
import Foundation
import Testing
import TremaConfigValues
import TremaConfiguration
import TremaSecrets

/// The type that `trema config generate` makes of `Bundles/Shop`, compiled into this program.
@Suite struct GeneratedConfigurationTests {
  /// Returns the values of the files, and those that are not compiled in.
  private func expected(_ environment: String) throws -> ShopConfiguration {
    var expected = try #require(ShopConfiguration.named(environment))
    expected.payment.merchant = ShopConfiguration.Secret("planted-merchant")
    return expected
  }

  /// Returns the output of `trema config merge` for an environment.
  private func merged(_ environment: String, _ output: ConfigOutput) throws -> Data {
    let values = try Configuration(bundle: bundle("Shop"), environment: environment).values
    return Data(try output.bytes(of: values, file: "Configuration.plist"))
  }

  @Test(arguments: ["production", "staging"])
  func `the runtime decodes the type with the compiled-in values`(
    environment: String
  ) throws {
    let configuration = try Configuration(bundle: bundle("Shop"), environment: environment)
    #expect(try configuration.decode(ShopConfiguration.self) == expected(environment))
  }

  @Test(arguments: ["production", "staging"], [ConfigOutput.xml, .binary])
  func `Foundation decodes the type from the merged file`(
    environment: String, output: ConfigOutput
  ) throws {
    let data = try merged(environment, output)
    #expect(
      try PropertyListDecoder().decode(ShopConfiguration.self, from: data)
        == expected(environment))
  }

  @Test func `the runtime decodes the type from a bundle that has only the merged file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try merged("staging", .binary).write(to: folder.appending(path: "Configuration.plist"))
    let configuration = try Configuration(
      bundle: try #require(Bundle(url: folder)), environment: "production")
    #expect(try configuration.decode(ShopConfiguration.self) == expected("staging"))
  }

  @Test(
    arguments: [
      ("logLevel", "loud"), ("api", "https://a.example"), ("images", ["url": "no server"]),
      ("build", 1.5), ("old_host", nil),
    ] as [(String, ConfigValue?)])
  func `the runtime and Foundation reject values that violate the schema`(
    key: String, value: ConfigValue?
  ) throws {
    let values = try Configuration(bundle: bundle("Shop")).values
    let others = try #require(values.dictionary).entries.filter { $0.key != key }
    let changed = ConfigValue(
      .dictionary(ConfigDictionary(others + (value.map { [.init(key, $0)] } ?? []))))
    let data = Data(try ConfigOutput.xml.bytes(of: changed, file: "Configuration.plist"))
    #expect(throws: (any Error).self) {
      try PropertyListDecoder().decode(ShopConfiguration.self, from: data)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(changed).decode(ShopConfiguration.self)
    }
    #expect(error?.description.contains("'\(key)") == true, "\(String(describing: error))")
  }

  /// The values of the shop with one of them changed.
  private func changed(_ path: String, _ value: ConfigValue) throws -> Configuration {
    try Configuration(bundle: bundle("Shop")).overriding([path: value])
  }

  @Test(
    arguments: [
      ("api.timeout", 500.0, "'api.timeout' is '500.0'; it must be at most 300"),
      ("images.timeout", 0, "'images.timeout' is '0.0'; it must be more than 0"),
      ("api.retries", -1, "'api.retries' is '-1'; it must be at least 0"),
      (
        "logLevel", "loud", "'logLevel' is 'loud'; it must be one of debug, warning, error"
      ),
      (
        "payment.methods", ["card", "cash"],
        "'payment.methods[1]' is 'cash'; it must be one of card, invoice, gift-card"
      ),
      (
        "payment.limits", ["card": 0.12],
        "'payment.limits.card' is '0.12'; it must be a multiple of 0.05"
      ),
      (
        "payment.limits", ["card": -0.05], "'payment.limits.card' is '-0.05'; it must be at least 0"
      ),
      ("cache.hosts", [], "'cache.hosts' is '[]'; it must be at least 1 item"),
      (
        "cache.hosts", ["a.b", "c.d", "a.b"],
        "'cache.hosts' is '[\"a.b\", \"c.d\", \"a.b\"]'; it must be unique items"
      ),
      (
        "cache.hosts", ["a.b", "\u{E9}.b"],
        "'cache.hosts[1]' is '\u{E9}.b'; it must be a string that matches '^\\w+(\\.\\w+)+$'"
      ),
      ("cache.steps", 3, "'cache.steps' is '3'; it must be one of 1, 2, 5"),
      ("cache.lifetime", "5min", "'cache.lifetime' is '5min'; it must be a duration such as 1h30m"),
      ("cache.size", "9300PB", "'cache.size' is '9300PB'; it must be a size such as 10MB"),
      ("images.url", "no server", "'images.url' is 'no server'; it must be an absolute URL"),
      (
        "payment.merchant", "Planted",
        "'payment.merchant' violates the schema: it must be a string that matches '^[a-z-]+$'"
      ),
    ] as [(String, ConfigValue, String)])
  func `a value that violates the schema is rejected with the rule and its origin`(
    path: String, value: ConfigValue, complaint: String
  ) throws {
    let configuration = try changed(path, value)
    let error = #expect(throws: ConfigurationError.self) {
      try configuration.decode(ShopConfiguration.self)
    }
    #expect(error?.description == complaint + " (the program)")
    let data = Data(
      try ConfigOutput.xml.bytes(of: configuration.values, file: "Configuration.plist"))
    let folder = try Folder()
    try data.write(to: folder.file)
    let invalid = #expect(throws: ShopConfiguration.InvalidValue.self) {
      try ShopConfiguration.loaded(from: folder.file)
    }
    #expect(invalid?.description == complaint + " (Configuration.plist)")
  }

  @Test func `the origin of a value is a file, a variable or an option`() throws {
    func origin(_ variables: [String: String], _ arguments: [String]) throws -> String? {
      let overrides = try ConfigurationOverrides(
        allowing: ShopConfiguration.overridableKeys, environment: variables,
        arguments: ["app"] + arguments)
      let configuration = try Configuration(bundle: bundle("Shop"), overrides: overrides)
      let error = #expect(throws: ConfigurationError.self) {
        try configuration.decode(ShopConfiguration.self)
      }
      guard case .invalidValue(_, _, _, let origin)? = error else { return nil }
      return origin
    }
    #expect(
      try origin(["CONFIG__API__TIMEOUT": "301"], []) == "the variable CONFIG__API__TIMEOUT")
    #expect(try origin([:], ["--set", "cache.steps=4"]) == "--set cache.steps")
    let folder = try Folder()
    let values = try changed("logLevel", "loud").values
    try Data(ConfigOutput.xml.bytes(of: values, file: "Configuration.plist")).write(to: folder.file)
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(files: [folder.file]).decode(ShopConfiguration.self)
    }
    #expect(error?.description.hasSuffix("(Configuration.plist)") == true)
  }

  @Test func `generated code parses durations and sizes like the tool`() throws {
    let durations = [
      "0s", "30s", "1h30m", "1d2h3m4s5ms6us7ns", "1.5h", "1m0.25s", "2\u{B5}s", "PT30S",
      "P1DT0.5S", "P2W", "PT0,5S", "106751d", "", "30", "-1s", "1 s", "1S", "1s1h", "1.5h3m", "1.s",
      "0.5ns", "106752d", "106751d24h", "P", "PT", "P1Y", "P1M", "PT1D", "P1H", "PT1S1M", "P1DT",
    ]
    for text in durations {
      let loaded = try? changed("cache.lifetime", .init(.string(text)))
        .decode(ShopConfiguration.self).cache.lifetime
      #expect(loaded == Duration(configuration: .init(.string(text))), "\(text)")
    }
    let sizes = [
      "0B", "10MB", "512KiB", "1.5KiB", "1kB", "2 GiB", "1TB", "3TiB", "1 TB", "8191PiB", "", "10",
      "-1B", "1mb", "1EB", "1MB2", "0.5B", "8192PiB", "1  MB", "9223372036854775808B",
    ]
    for text in sizes {
      let loaded = try? changed("cache.size", .init(.string(text)))
        .decode(ShopConfiguration.self).cache.size
      #expect(loaded == ByteCount(configuration: .init(.string(text)))?.bytes, "\(text)")
    }
    #expect(try changed("cache.size", 7).decode(ShopConfiguration.self).cache.size == 7)
  }

  @Test func `overridable keys are listed`() {
    #expect(
      ShopConfiguration.overridableKeys == [
        "api.timeout": "real", "images.timeout": "real", "cache.size": "string",
        "cache.lifetime": "string", "cache.steps": "integer",
      ])
  }

  @Test func `a secret can be read but is not printed`() throws {
    let configuration = try Configuration(bundle: bundle("Shop")).decode(ShopConfiguration.self)
    #expect(configuration.payment.merchant?.value == "planted-merchant")
    var dumped = ""
    dump(configuration, to: &dumped)
    #expect(!"\(configuration)\(String(reflecting: configuration))\(dumped)".contains("planted"))
    #expect(dumped.contains("<redacted>"))
  }
}
