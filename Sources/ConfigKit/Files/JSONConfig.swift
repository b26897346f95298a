import TremaConfigValues
import TremaJSON
import TremaSupport

/// A reader of JSON configurations, in which `null` removes a key.
enum JSONConfig {
  /// The maximum number of values in a file.
  static let valueLimit = 4_000_000

  /// Reads a file.
  ///
  /// - Throws: At the first syntax error, or if the file has too many values.
  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic)
    -> ConfigFormat.DecodingResult
  {
    // Each value except the first follows one of these bytes, so their number is an upper bound.
    // Bytes in strings and comments only increase it.
    var count = 0
    for byte in bytes where byte == UInt8(ascii: ",") || byte | 0x20 == UInt8(ascii: "{") {
      count += 1
    }
    guard count <= valueLimit else {
      throw Diagnostic(
        .error, "size-limit", "the file contains more than \(valueLimit) values",
        at: SourceLocation(file: file), hint: "remove values that the app does not use",
        kind: .unreadable)
    }
    let json = try JSONValue.decode(bytes, file: file, keepsDuplicates: true)
    var entries = UniqueEntries()
    let (value, problems) = ConfigValue.read(json, from: bytes) { entries.dictionary($0, at: $1) }
    return ConfigFormat.DecodingResult(value, problems: problems + entries.problems)
  }
}
