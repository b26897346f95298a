import ConfigKit
import Foundation
import Testing
import TremaConfigFormats
import TremaConfiguration

/// The type that `trema config generate` makes of `Bundles/Shop`, compiled into this program.
@Suite struct GeneratedConfigurationTests {
  /// What the files say, and what compiled values do not hold.
  private func expected(_ environment: String) throws -> ShopConfiguration {
    var expected = try #require(ShopConfiguration.named(environment))
    expected.payment.merchant = ShopConfiguration.Secret("planted-merchant")
    return expected
  }

  /// What `trema config merge` writes for an environment.
  private func merged(_ environment: String, _ output: ConfigOutput) throws -> Data {
    let values = try Configuration(bundle: bundle("Shop"), environment: environment).values
    return Data(try output.bytes(of: values, file: "Configuration.plist"))
  }

  @Test(arguments: ["production", "staging"])
  func `the run time decodes it, and the values are those that were compiled in`(
    environment: String
  ) throws {
    let configuration = try Configuration(bundle: bundle("Shop"), environment: environment)
    #expect(try configuration.decode(ShopConfiguration.self) == expected(environment))
  }

  @Test(arguments: ["production", "staging"], [ConfigOutput.xml, .binary])
  func `Foundation decodes it from the merged file`(
    environment: String, output: ConfigOutput
  ) throws {
    let data = try merged(environment, output)
    #expect(
      try PropertyListDecoder().decode(ShopConfiguration.self, from: data)
        == expected(environment))
  }

  @Test func `the run time decodes it from a bundle that holds the merged file alone`() throws {
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
  func `both refuse what the schema does not allow, and say where`(
    key: String, value: ConfigValue?
  ) throws {
    let values = try Configuration(bundle: bundle("Shop")).values
    let others = try #require(values.dictionary).entries.filter { $0.key != key }
    let changed = ConfigValue(
      .dictionary(ConfigDictionary(others + (value.map { [.init(key, $0)] } ?? []))))
    let data = Data(try ConfigOutput.xml.bytes(of: changed, file: "Configuration.plist"))
    #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode(ShopConfiguration.self, from: data)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(changed).decode(ShopConfiguration.self)
    }
    #expect(error?.description.contains("'\(key)") == true, "\(String(describing: error))")
  }

  @Test func `a secret is there and not to be seen`() throws {
    let configuration = try Configuration(bundle: bundle("Shop")).decode(ShopConfiguration.self)
    #expect(configuration.payment.merchant?.value == "planted-merchant")
    var dumped = ""
    dump(configuration, to: &dumped)
    #expect(!"\(configuration)\(String(reflecting: configuration))\(dumped)".contains("planted"))
    #expect(dumped.contains("<redacted>"))
  }
}
