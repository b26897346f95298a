import TremaSupport

/// Dates, times and durations.
///
/// Source: RFC 3339, 5.6 and appendix A.
enum DateText {
  static func isDateTime(_ text: ArraySlice<UInt8>) -> Bool {
    let day = text.prefix(10)
    guard isDate(day), text.count > 10, text[text.startIndex + 10] | 0x20 == UInt8(ascii: "t")
    else { return false }
    return isTime(text.dropFirst(11))
  }

  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 10 else { return false }
    // The calendar knows no year 0, which RFC 3339 has, and which is like the year 2000.
    let day = text.starts(with: "0000".utf8) ? Array("2000".utf8) + text.dropFirst(4) : Array(text)
    return PropertyListDate(parsing: day + "T00:00:00Z".utf8) != nil
  }

  static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard let hour = rest.takeNumber(2), rest.take(UInt8(ascii: ":")),
      let minute = rest.takeNumber(2), rest.take(UInt8(ascii: ":")),
      let second = rest.takeNumber(2), hour < 24, minute < 60, second <= 60
    else { return false }
    if rest.take(UInt8(ascii: ".")), rest.takeDigits().isEmpty { return false }
    guard let offset = offset(&rest), rest.isEmpty else { return false }
    // A leap second is the last one of a day in UTC.
    let inUTC = ((hour * 60 + minute - offset) % 1440 + 1440) % 1440
    return second < 60 || inUTC == 1439
  }

  /// In minutes.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let sign = rest.popFirst() else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = rest.takeNumber(2), rest.take(UInt8(ascii: ":")),
      let minutes = rest.takeNumber(2), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 60 + minutes
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  static func isDuration(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard rest.take(UInt8(ascii: "P")), !rest.isEmpty else { return false }
    var weeks = rest
    if !weeks.takeDigits().isEmpty, weeks.take(UInt8(ascii: "W")) { return weeks.isEmpty }
    guard takeParts("YMD", &rest) else { return false }
    guard rest.take(UInt8(ascii: "T")) else { return rest.isEmpty }
    return !rest.isEmpty && takeParts("HMS", &rest) && rest.isEmpty
  }

  /// Numbers with these letters after them, in this order and with none left out between two.
  private static func takeParts(_ units: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
    var open = Array(units.utf8)[...]
    var isFirst = true
    while let byte = rest.first, ASCII.isDigit(byte) {
      _ = rest.takeDigits()
      guard let unit = rest.popFirst(), let place = open.firstIndex(of: unit),
        isFirst || place == open.startIndex
      else { return false }
      open = open[(place + 1)...]
      isFirst = false
    }
    return true
  }
}
