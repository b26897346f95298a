import TremaSupport

/// Recognizes values with letters and digits that were chosen by people: colors, sizes, and names
/// that consist of words.
package enum PlainText {
  /// Returns whether a value is a color, a size or a name.
  package static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return isColor(bytes) || isSize(bytes) || isName(bytes)
  }

  /// Returns whether a string is a color such as `#ff8800` or `rgba(0, 0, 0, 0.5)`.
  private static func isColor(_ text: [UInt8]) -> Bool {
    if text.first == UInt8(ascii: "#") {
      return [3, 4, 6, 8].contains(text.count - 1)
        && text.dropFirst().allSatisfy(ASCII.isHexadecimal)
    }
    return text.last == UInt8(ascii: ")")
      && ["rgb(", "rgba(", "hsl(", "hsla("].contains { text.starts(with: $0.utf8) }
  }

  /// Returns whether a string is a size such as `16px`, `1.5rem` or `300ms`.
  private static func isSize(_ text: [UInt8]) -> Bool {
    let number = text.prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    let unit = text.dropFirst(number.count)
    return !number.isEmpty && unit.count <= 4
      && unit.allSatisfy { ASCII.isLetter($0) || $0 == UInt8(ascii: "%") }
  }

  /// Returns whether a string is a name that consists of words and short numbers, such as
  /// `color.brand.500` or `body-large`. More than three hyphenated words may be a passphrase.
  private static func isName(_ text: [UInt8]) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."))
    let words = parts.flatMap { $0.split { "-_/: ".utf8.contains($0) } }
    return words.count > 0 && words.count - parts.count < 3 && words.allSatisfy(isWordOrNumber)
      && words.contains { $0.count(where: ASCII.isLetter) >= 3 }
  }

  /// Returns whether a word looks like a natural-language word, optionally followed by a short
  /// number.
  private static func isWordOrNumber(_ word: ArraySlice<UInt8>) -> Bool {
    let letters = word.prefix(while: ASCII.isLetter)
    let digits = word.dropFirst(letters.count)
    guard digits.count <= 4, digits.allSatisfy(ASCII.isDigit), letters.count <= 16 else {
      return false
    }
    // An uppercase letter starts a word: `primaryDark` is a name, `qXzLmPv` is not.
    let capitals = letters.dropFirst().count { $0 & 0x20 == 0 }
    let isPronounceable =
      letters.count <= 3 || letters.contains { "aeiouyAEIOUY".utf8.contains($0) }
    return isPronounceable && (capitals * 3 <= letters.count || capitals == letters.count - 1)
  }
}
