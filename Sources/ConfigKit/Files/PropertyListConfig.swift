import TremaJSON
import TremaPropertyLists
import TremaSupport

/// A reader of property lists as configurations.
enum PropertyListConfig {
  /// The maximum number of values in a file.
  private static let valueLimit = 1_000_000

  /// Reads a file in any form of property list.
  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic)
    -> ConfigFormat.DecodingResult
  {
    var limits = PropertyList.Limits()
    limits.values = valueLimit
    let reading: PropertyList.DecodingResult
    do throws(Diagnostic) {
      reading = try PropertyList.read(bytes, file: file, limits: limits)
    } catch {
      throw isJSON(bytes) ? unexpectedJSON(file) : error
    }
    var conversion = PropertyListConversion(file: file, problems: reading.problems)
    let value = try conversion.configuration(reading.value)
    return ConfigFormat.DecodingResult(
      value, problems: conversion.problems + conversion.entries.problems)
  }

  /// Returns whether the bytes are a JSON object or array. Such a file most likely has the wrong
  /// extension.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { $0 > 0x20 }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return (try? JSONValue.decode(bytes, file: "")) != nil
  }

  /// Returns the error for JSON in a file with a property list extension.
  private static func unexpectedJSON(_ file: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-property-list", "the file is JSON, not a property list",
      at: SourceLocation(file: file, start: .start), hint: "change the file extension to .json",
      kind: .unreadable)
  }
}
