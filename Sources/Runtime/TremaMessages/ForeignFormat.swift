/// A check for the formats of functions other than `printf`, whose percent signs do not start
/// placeholders: `strftime` (`%A, %B %e`), Python's named conversions (`%(count)s files`) and
/// numbered colors (`%C18`).
///
/// Such a value is treated as plain text because a different function interprets its percent signs.
///
/// See glibc's `strftime(3)` and Python's "printf-style String Formatting".
package enum ForeignFormat {
  /// Returns whether a format belongs to a function other than `printf`.
  package static func isForeign(_ source: String) -> Bool {
    var source = source
    return source.withUTF8 { isForeign($0) }
  }

  /// Returns whether a format in UTF-8 belongs to a function other than `printf`.
  static func isForeign(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isDatePattern(bytes) || hasNamedConversion(bytes) || hasColor(bytes)
  }

  // MARK: Dates

  /// The conversions of `strftime`, without `%s`, `%n` and `%t`, which also occur in printf
  /// formats.
  private static let dateLetters = Array("aAbBcCdDeFgGhHIjklmMpPrRSTuUVwWxXyYzZ".utf8)
  /// The conversions that are rare in printf formats.
  private static let decisive = Array("aAbBhHIjklmMRTyYZ".utf8)
  /// The conversions that may follow the `%E` modifier; any conversion may follow `%O`.
  private static let eras = Array("cCxXyY".utf8)

  /// The conversions of `strftime` that are also Java conversions.
  private static let java = Array("bBhH".utf8)

  /// Returns whether all conversions are parts of a date. There must be at least two different
  /// conversions, and one of them must be rare in printf formats. A single conversion is sufficient
  /// if it has a modifier or is `%a` (the name of a day; in printf, a hexadecimal fraction), and so
  /// is the combination of `%x` and `%X`.
  private static func isDatePattern(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    var first: UInt8?
    var (hasTwo, isDecided, isMore, isAlone) = (false, false, false, false)
    var (hasDate, hasTime) = (false, false)
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = start + 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
        index += 1
        continue
      }
      // glibc allows padding flags before the conversion.
      while index < bytes.count, "-_^#".utf8.contains(bytes[index]) { index += 1 }
      var letters = dateLetters
      if index + 1 < bytes.count {
        let (modifier, next) = (bytes[index], bytes[index + 1])
        if modifier == UInt8(ascii: "E"), eras.contains(next) { letters = eras }
        if letters != dateLetters || modifier == UInt8(ascii: "O") && letters.contains(next) {
          (index, isAlone) = (index + 1, true)
        }
      }
      let conversion = PlaceholderParser.parse(bytes, at: start)?.0
      guard index < bytes.count, letters.contains(bytes[index]), conversion?.length == nil,
        // `%I02d` is a printf conversion that formats a number with the digits of the language.
        conversion?.flags.contains(.localDigits) != true
      else {
        if conversion != nil { return false }
        // A lone percent sign is not a conversion.
        continue
      }
      isDecided = isDecided || decisive.contains(bytes[index])
      isMore = isMore || !java.contains(bytes[index])
      isAlone =
        isAlone
        || bytes[index] | 0x20 == UInt8(ascii: "a") && (start > 0 || index + 1 < bytes.count)
      hasDate = hasDate || bytes[index] == UInt8(ascii: "x")
      hasTime = hasTime || bytes[index] == UInt8(ascii: "X")
      hasTwo = hasTwo || first.map { $0 != bytes[index] } ?? false
      first = first ?? bytes[index]
      index += 1
    }
    return isAlone || hasTwo && isDecided && isMore || hasDate && hasTime
  }

  // MARK: Colors

  /// Returns whether a format contains `%C` before a digit, as in the themes of chat programs. In
  /// printf formats, no digit follows the character of `%C`.
  private static func hasColor(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = start + 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
        // The second of two percent signs does not start a conversion.
        index += 1
      } else if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "C"),
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1])
      {
        return true
      }
    }
    return false
  }

  // MARK: Names

  /// Returns whether a format contains a conversion such as `%(name)s`. Java's `%(d` has no closing
  /// parenthesis.
  private static func hasNamedConversion(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = start + 1
      guard index < bytes.count, bytes[index] == UInt8(ascii: "(") else { continue }
      let nameStart = index + 1
      index = nameStart
      while index < bytes.count, isNamePart(bytes[index]) { index += 1 }
      guard index > nameStart, index < bytes.count, bytes[index] == UInt8(ascii: ")") else {
        continue
      }
      var letter = index + 1
      while letter < bytes.count, "-+# 0123456789.".utf8.contains(bytes[letter]) { letter += 1 }
      if letter < bytes.count, "diouxXeEfFgGcrsa".utf8.contains(bytes[letter]) { return true }
    }
    return false
  }

  /// Returns whether a byte may occur in a conversion name.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}
