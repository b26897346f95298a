import Foundation
import TremaDates
import TremaSupport

/// Conversions of element and attribute text to values.
///
/// See XML Schema Part 2, section 3.2, for the format of Booleans, numbers and dates.
public enum XMLText {
  /// Parses a date such as `2026-11-21T06:30:00Z`, optionally with a fraction and an offset, or
  /// `2026-11-21`, which is the start of that day. Without an offset, the time is UTC. Returns
  /// `nil` for anything else.
  public static func date(_ text: String) -> Date? {
    let text = text.utf8.count == 10 ? text + "T00:00:00" : text
    return try? Timestamp(rfc3339: text, .allowMissingOffset).date
  }

  /// Parses a Boolean: `true`, `false`, `1` or `0`.
  static func bool(_ text: String) -> Bool? {
    switch text {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Parses a number, including `INF`, `-INF` and `NaN`.
  static func double(_ text: String) -> Double? {
    switch text {
    case "INF", "+INF": .infinity
    case "-INF": -.infinity
    case "NaN": .nan
    default:
      text.utf8.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) } ? Double(text) : nil
    }
  }

  /// Returns a string without surrounding whitespace.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    let start = bytes.drop(while: ASCII.isSpace)
    guard let last = start.lastIndex(where: { !ASCII.isSpace($0) }) else { return "" }
    return String(text[start.startIndex...last])
  }
}
