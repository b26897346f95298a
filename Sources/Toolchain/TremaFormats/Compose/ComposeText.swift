import TremaSupport

/// The escape sequences of Compose Multiplatform, which reads
/// `composeResources/values*/strings.xml` itself. Character data is used literally, including
/// whitespace, quotation marks, apostrophes and references.
///
/// Source: `handleSpecialCharacters` in the `org.jetbrains.compose` Gradle plugin.
enum ComposeText {
  /// Returns the text that character data represents. `\n`, `\t` and `\u0041` are characters and
  /// `\\` is a backslash; a backslash before any other character is kept.
  static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    // Code units are collected because two adjacent units may form a surrogate pair.
    var units: [UInt16] = []
    func flush() {
      text += String(decoding: units, as: UTF16.self).utf8
      units = []
    }
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        if !units.isEmpty { flush() }
        text.append(bytes[index])
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "u"), let unit = unit(bytes, at: index + 2) {
        units.append(unit)
        index += 6
        continue
      }
      if !units.isEmpty { flush() }
      switch bytes[index + 1] {
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
      // Kept, because double backslashes are replaced after all other sequences.
      case UInt8(ascii: "\\"): text += "\\\\".utf8
      default:
        text.append(UInt8(ascii: "\\"))
        index += 1
        continue
      }
      index += 2
    }
    flush()
    return withoutDoubledBackslashes(text)
  }

  /// Returns bytes with each double backslash replaced with a single one. Backslashes spelled
  /// `\u005c` are included.
  private static func withoutDoubledBackslashes(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      text.append(bytes[index])
      let isDoubled =
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "\\")
      index += isDoubled ? 2 : 1
    }
    return text
  }

  /// Returns the value of the four hexadecimal digits at an index, or `nil` if there are none.
  private static func unit(_ bytes: [UInt8], at start: Int) -> UInt16? {
    let digits = bytes[start...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(ASCII.isHexadecimal) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
