import Foundation
import TremaScalars

/// Texts of elements and attributes as values.
///
/// Source: XML Schema Part 2, section 3.2, for the spelling of Booleans, numbers and dates.
public enum XMLText {
  /// `2026-11-21T06:30:00Z`, with a fraction and an offset or without, and `2026-11-21`, which is the
  /// begin of that day; without an offset it is the time of Greenwich.
  public static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    if bytes.count == 10 { return date(text + "T00:00:00Z") }
    guard bytes.count >= 19,
      let moment = PropertyListDate(parsing: bytes[..<19] + [UInt8(ascii: "Z")])
    else { return nil }
    var rest = bytes[19...]
    var seconds = moment.seconds
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: ASCII.isDigit)
      guard !digits.isEmpty, let fraction = Double("0." + String(decoding: digits, as: UTF8.self))
      else { return nil }
      seconds += fraction
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(rest) else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds - Double(offset))
  }

  /// `Z`, `+01:00` or nothing: seconds east of Greenwich.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    if text.isEmpty || text.elementsEqual("Z".utf8) { return 0 }
    let pattern = Array(text)
    guard pattern.count == 6, pattern[0] == UInt8(ascii: "+") || pattern[0] == UInt8(ascii: "-"),
      pattern[3] == UInt8(ascii: ":"),
      let hours = Int(String(decoding: pattern[1...2], as: UTF8.self)),
      let minutes = Int(String(decoding: pattern[4...5], as: UTF8.self)), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (pattern[0] == UInt8(ascii: "-") ? -60 : 60)
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
