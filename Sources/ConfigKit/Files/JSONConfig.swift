import TremaConfigValues
import TremaJSON
import TremaSupport

/// JSON as configuration, in which `null` removes a key.
enum JSONConfig {
  /// How many values a file may hold.
  static let valueLimit = 4_000_000

  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ConfigFormat.Reading {
    // Every value but the first comes after one of these; those in strings and comments do no harm.
    var count = 0
    for byte in bytes where byte == UInt8(ascii: ",") || byte | 0x20 == UInt8(ascii: "{") {
      count += 1
    }
    guard count <= valueLimit else {
      throw Diagnostic(
        .error, "size-limit", "more than \(valueLimit) values", at: SourceLocation(file: file),
        kind: .unreadable)
    }
    let json = try JSONValue.decode(bytes, file: file, keepsDuplicates: true)
    var entries = UniqueEntries()
    let (value, problems) = ConfigValue.read(json, from: bytes) { entries.dictionary($0, at: $1) }
    return ConfigFormat.Reading(value, problems: problems + entries.problems)
  }
}
