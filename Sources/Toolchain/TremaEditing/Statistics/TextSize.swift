import TremaMessages

/// The size of a message for a translator: placeholders, arguments, tags and entities do not count,
/// and each branch of a plural or a select counts, as each has to be written.
package struct TextSize: Hashable, Sendable {
  /// Runs of letters and digits, in which an apostrophe may be; each letter of Chinese and
  /// Japanese.
  package var words = 0
  /// The number of characters as people count them, spaces too.
  package var characters = 0

  package init() {}

  package init(_ message: Message) {
    if let plain = message.plainText {
      count(plain)
    } else {
      count(message)
    }
  }

  package static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum += b
    return sum
  }

  package static func += (a: inout Self, b: Self) {
    a.words += b.words
    a.characters += b.characters
  }

  private mutating func count(_ message: Message) {
    for element in message.elements {
      switch element {
      case .text(let text): count(text)
      case .argument(let argument): for branch in argument.branches { count(branch) }
      case .placeholder, .pluralNumber: break
      }
    }
  }

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

  private mutating func countText(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      let text = String(decoding: bytes, as: UTF8.self)
      characters += text.count
      var run = WordRun()
      for scalar in text.unicodeScalars { run.take(scalar) }
      words += run.words
      return
    }
    characters += bytes.count
    var run = WordRun()
    for byte in bytes { run.take(Unicode.Scalar(byte)) }
    words += run.words
  }

  /// The end of a tag or an entity that begins at `start`; nil where none does.
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

/// Counts words scalar by scalar.
private struct WordRun {
  private(set) var words = 0
  private var isInWord = false
  /// The scalar before was an apostrophe behind a letter.
  private var isAfterApostrophe = false

  mutating func take(_ scalar: Unicode.Scalar) {
    if scalar.isPartOfWord {
      if scalar.isWordOfItsOwn {
        words += 1
        (isInWord, isAfterApostrophe) = (false, false)
        return
      }
      if !isInWord, !isAfterApostrophe { words += 1 }
      (isInWord, isAfterApostrophe) = (true, false)
    } else {
      isAfterApostrophe = isInWord && (scalar == "'" || scalar == "\u{2019}")
      isInWord = false
    }
  }
}
