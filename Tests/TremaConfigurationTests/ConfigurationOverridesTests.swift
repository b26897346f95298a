import ConfigKit
import Foundation
import Testing
import TremaConfiguration

@Suite struct ConfigurationOverridesTests {
  private static let keys = [
    "api.timeout": "real", "retries": "integer", "log-level": "string", "tags": "array string",
    "token": "secret integer", "since": "date", "isOn": "boolean",
  ]
  private static var base: [String: Any] {
    [
      "api": ["timeout": 30, "host": "a.example"], "retries": 3, "log-level": "info",
      "tags": ["x"], "token": 1234, "isOn": false,
      "since": Date(timeIntervalSinceReferenceDate: 0),
    ]
  }

  private func configuration(
    _ variables: [String: String] = [:], _ arguments: String...
  ) throws -> Configuration {
    let folder = try Folder()
    let file = try folder.write(Self.base)
    return try Configuration(
      files: [file],
      overrides: ConfigurationOverrides(
        allowing: Self.keys, environment: variables, arguments: ["app"] + arguments))
  }

  private func complaint(_ variables: [String: String] = [:], _ arguments: String...) -> String? {
    let error = #expect(throws: ConfigurationError.self) {
      let folder = try Folder()
      _ = try Configuration(
        files: [try folder.write(Self.base)],
        overrides: ConfigurationOverrides(
          allowing: Self.keys, environment: variables, arguments: ["app"] + arguments))
    }
    return error?.description
  }

  @Test func `variables and arguments set overridable keys`() throws {
    let found = try configuration(
      [
        "CONFIG__API__TIMEOUT": "2.5", "CONFIG__TAGS": "a, b", "CONFIG__LOG_LEVEL": "debug",
        "CONFIG__SINCE": "2026-11-21T06:30:00Z", "CONFIG__ISON": "yes", "OTHER": "x",
      ], "--verbose", "--set", "retries=5", "--set=api.timeout=7", "--", "--set", "retries=9")
    #expect(try found.value("api.timeout", as: Double.self) == 7)
    #expect(try found.value("retries", as: Int.self) == 5)
    #expect(try found.value("tags", as: [String].self) == ["a", "b"])
    #expect(try found.value("log-level", as: String.self) == "debug")
    #expect(try found.value("isOn", as: Bool.self))
    #expect(try found.value("since", as: Date.self).timeIntervalSince1970 == 1_795_242_600)
    #expect(try found.value("api.host", as: String.self) == "a.example")
    #expect(found.files == ["Configuration.plist", "variables", "--set"])
  }

  @Test func `the files are used if there are no variables and arguments`() throws {
    #expect(try configuration().files == ["Configuration.plist"])
    #expect(try configuration()["retries"] == 3)
  }

  @Test func `a forbidden or invalid override is an error that shows no secret`() {
    #expect(
      complaint(["CONFIG__API__HOST": "b.example"])?.hasPrefix(
        "the variable CONFIG__API__HOST sets 'api.host', which is not overridable")
        == true)
    #expect(
      complaint(["CONFIG__API__TIMOUT": "1"])
        == "the variable CONFIG__API__TIMOUT does not match any key; did you mean 'CONFIG__API__TIMEOUT'?"
    )
    #expect(
      complaint([:], "--set", "retries=many")
        == "--set retries: 'retries' must be an integer, not 'many'; use an integer "
        + "from -2^63 to 2^64 - 1 in decimal digits")
    #expect(complaint(["CONFIG__TOKEN": "planted"])?.contains("planted") == false)
    #expect(complaint([:], "--set", "token=planted")?.contains("planted") == false)
    #expect(
      complaint([:], "--set", "planted")
        == "the argument of '--set' has no '=' between a key and its value")
    #expect(complaint([:], "--set") == "'--set' requires a value, such as --set api.timeout=30")
  }

  @Test func `environment variables are ignored unless overrides are passed`() throws {
    let folder = try Folder()
    setenv("CONFIG__RETRIES", "9", 1)
    defer { unsetenv("CONFIG__RETRIES") }
    #expect(try Configuration(files: [folder.write(Self.base)])["retries"] == 3)
  }
}

/// A folder with one file of a configuration.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "config-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var file: URL { url.appending(path: "Configuration.plist") }

  @discardableResult func write(_ values: [String: Any]) throws -> URL {
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    try data.write(to: file, options: .atomic)
    return file
  }
}
