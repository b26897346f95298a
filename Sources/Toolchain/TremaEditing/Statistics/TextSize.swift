import TremaMessages

/// The size of a message for a translator.
///
/// Placeholders, arguments, tags and entities are not counted. Every branch of a plural or select
/// is counted, because it has to be translated.
package struct TextSize: Hashable, Sendable {
  /// The number of words: runs of letters and digits, which may contain apostrophes, and each
  /// Chinese or Japanese character.
  package var wordCount = 0
  /// The number of user-perceived characters, including spaces.
  package var characterCount = 0

  package init() {}

  /// Measures a message.
  package init(_ message: Message) {
    if let plain = message.plainText {
      count(plain)
    } else {
      count(message)
    }
  }

  /// Returns the sum of two sizes.
  package static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum += b
    return sum
  }

  /// Adds a size to another size.
  package static func += (a: inout Self, b: Self) {
    a.wordCount += b.wordCount
    a.characterCount += b.characterCount
  }

  /// Counts the texts in a message and its branches.
  private mutating func count(_ message: Message) {
    for element in message.elements {
      switch element {
      case .text(let text): count(text)
      case .argument(let argument): for branch in argument.branches { count(branch) }
      case .placeholder, .pluralNumber: break
      }
    }
  }

  /// Counts a string without its tags and entities.
  private mutating func count(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      var index = 0
      while index < bytes.count {
        guard let end = Self.endOfMarkup(bytes, from: index) else {
          index += 1
          continue
        }
        countText(UnsafeBufferPointer(rebasing: bytes[start..<index]))
        (start, index) = (end, end)
      }
      countText(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// Counts text without markup. ASCII is counted by bytes, because each byte is a character.
  private mutating func countText(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      let text = String(decoding: bytes, as: UTF8.self)
      characterCount += text.count
      var run = WordCounter()
      for scalar in text.unicodeScalars { run.count(scalar) }
      wordCount += run.wordCount
      return
    }
    characterCount += bytes.count
    var run = WordCounter()
    for byte in bytes { run.count(Unicode.Scalar(byte)) }
    wordCount += run.wordCount
  }

  /// Returns the end of the tag or entity that starts at an offset, or `nil` if there is none.
  ///
  /// Tags longer than 200 bytes and entities longer than 32 bytes are treated as text, which bounds
  /// the search.
  private static func endOfMarkup(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let (longestTag, longestEntity) = (200, 32)
    switch bytes[start] {
    case UInt8(ascii: "<"):
      guard start + 1 < bytes.count else { return nil }
      let next = bytes[start + 1]
      guard next == UInt8(ascii: "/") || (0x61...0x7A).contains(next | 0x20) else { return nil }
      return bytes[start...].prefix(longestTag).firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    case UInt8(ascii: "&"):
      let name = bytes[(start + 1)...].prefix(longestEntity).prefix {
        $0 == UInt8(ascii: "#") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
      }
      guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";")
      else { return nil }
      return name.endIndex + 1
    default: return nil
    }
  }
}

/// A word counter that receives text scalar by scalar.
private struct WordCounter {
  /// The number of words so far.
  private(set) var wordCount = 0
  /// Whether the last scalar belongs to a word.
  private var isInWord = false
  /// Whether the last scalar was an apostrophe after a letter. A letter after it continues the
  /// word.
  private var isAfterApostrophe = false

  /// Counts the next scalar.
  mutating func count(_ scalar: Unicode.Scalar) {
    if scalar.isPartOfWord {
      if scalar.isSingleCharacterWord {
        wordCount += 1
        (isInWord, isAfterApostrophe) = (false, false)
        return
      }
      if !isInWord, !isAfterApostrophe { wordCount += 1 }
      (isInWord, isAfterApostrophe) = (true, false)
    } else {
      isAfterApostrophe = isInWord && (scalar == "'" || scalar == "\u{2019}")
      isInWord = false
    }
  }
}
