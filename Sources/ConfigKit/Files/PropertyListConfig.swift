import TremaJSON
import TremaPropertyLists
import TremaSupport

/// Property lists as configuration.
enum PropertyListConfig {
  /// The most values of a configuration.
  private static let valueLimit = 1_000_000

  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ConfigFormat.Reading {
    var limits = PropertyList.Limits()
    limits.values = valueLimit
    let reading: PropertyList.Reading
    do throws(Diagnostic) {
      reading = try PropertyList.read(bytes, file: file, limits: limits)
    } catch {
      throw isJSON(bytes) ? notJSON(file) : error
    }
    var conversion = PropertyListConversion(file: file, problems: reading.problems)
    let value = try conversion.configuration(reading.value)
    return ConfigFormat.Reading(
      value, problems: conversion.problems + conversion.entries.problems)
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { $0 > 0x20 }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return (try? JSONValue.decode(bytes, file: "")) != nil
  }

  private static func notJSON(_ file: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-property-list", "this is JSON, not a property list",
      at: SourceLocation(file: file, start: .start), hint: "this is JSON: name it .json",
      kind: .unreadable)
  }
}
