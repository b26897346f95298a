import ConfigKit
import TremaDiagnostics
import TremaJSON

/// JSON as configuration, in which `null` removes a key.
enum JSONConfig {
  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ConfigFormat.Reading {
    ConfigFormat.Reading(ConfigValue(try JSONValue.decode(bytes, file: file)))
  }
}
