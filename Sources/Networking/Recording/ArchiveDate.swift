import TremaScalars

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as archives have them.
///
/// Source: RFC 3339, section 5.6.
enum ArchiveDate {
  /// `2026-11-21T06:30:00.125Z`; years beyond 1 to 9999 are the first or the last moment of those.
  static func text(_ date: Date) -> String {
    let limits = (-63_113_904_000.0, 252_423_993_599.0)
    let seconds = min(max(date.timeIntervalSinceReferenceDate, limits.0), limits.1)
    let millis = Int((seconds * 1000).rounded())
    let whole = Int((Double(millis) / 1000).rounded(.down))
    let fraction = String(1000 + millis - whole * 1000).dropFirst()
    guard let moment = PropertyListDate(seconds: Double(whole)) else {
      return "0001-01-01T00:00:00Z"
    }
    return "\(moment.description.dropLast()).\(fraction)Z"
  }

  /// Reads any of that form, with a fraction and an offset or without.
  static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20 else { return nil }
    guard let moment = PropertyListDate(parsing: bytes[..<19] + [UInt8(ascii: "Z")]) else {
      return nil
    }
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

  /// `Z`, `+01:00`, also `+0100`: seconds east of Greenwich.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    if text.elementsEqual("Z".utf8) || text.elementsEqual("z".utf8) { return 0 }
    guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, digits.allSatisfy(ASCII.isDigit),
      let number = Int(String(decoding: digits, as: UTF8.self)), number % 100 < 60
    else { return nil }
    return (number / 100 * 60 + number % 100) * (sign == UInt8(ascii: "-") ? -60 : 60)
  }
}
