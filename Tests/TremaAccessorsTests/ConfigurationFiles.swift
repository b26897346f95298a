import ConfigKit
import Foundation
import Testing
import TremaConfigValues
import TremaJSON

/// A configuration in files, as a team has them: a schema, the base and an environment over it.
struct ConfigurationFiles {
  /// A folder next to the fixtures of the runtime tests.
  let name: String

  func matrix() throws -> ConfigMatrix {
    let (schema, problems) = ConfigSchema.compile(
      try JSONValue.decode(try bytes(of: "Configuration.schema.json"), file: "schema"))
    #expect(problems.isEmpty)
    let base = try layer(.base, "Configuration.plist")
    let staging = try layer(.environment("staging"), "Configuration-staging.plist")
    return ConfigMatrix(
      [
        ConfigEnvironment("staging", isProduction: false, layers: [base, staging]),
        ConfigEnvironment("production", isProduction: true, layers: [base]),
      ], schema: schema)
  }

  private func layer(_ role: ConfigLayer.Role, _ file: String) throws -> ConfigLayer {
    let reading = try ConfigFormat.plist.decode(try bytes(of: file), file: file)
    let (value, problems) = ConfigDirectives.read(reading.value, isOverlay: role != .base)
    #expect(reading.problems.isEmpty && problems.isEmpty)
    return ConfigLayer(role, name: file, value)
  }

  private func bytes(of file: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.appending(path: "TremaConfigurationTests/Bundles/\(name)")
    return Array(try Data(contentsOf: folder.appending(path: file)))
  }
}
