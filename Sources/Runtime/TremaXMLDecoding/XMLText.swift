import Foundation
import TremaDates
import TremaSupport

/// Texts of elements and attributes as values.
///
/// Source: XML Schema Part 2, section 3.2, for the spelling of Booleans, numbers and dates.
public enum XMLText {
  /// `2026-11-21T06:30:00Z`, with a fraction and an offset or without, and `2026-11-21`, which is the
  /// begin of that day; without an offset it is the time of Greenwich.
  public static func date(_ text: String) -> Date? {
    let text = text.utf8.count == 10 ? text + "T00:00:00" : text
    return try? Timestamp(rfc3339: text, .allowMissingOffset).date
  }

  static func bool(_ text: String) -> Bool? {
    switch text {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  static func double(_ text: String) -> Double? {
    switch text {
    case "INF", "+INF": .infinity
    case "-INF": -.infinity
    case "NaN": .nan
    default:
      text.utf8.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) } ? Double(text) : nil
    }
  }

  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    let start = bytes.drop(while: ASCII.isSpace)
    guard let last = start.lastIndex(where: { !ASCII.isSpace($0) }) else { return "" }
    return String(text[start.startIndex...last])
  }
}
