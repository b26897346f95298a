/// A text with tags, such as the value of a text with `@markup`.
///
/// If anything that resembles a tag or an entity is invalid, the whole text is plain.
package struct MarkupText {
  /// A part of the text.
  enum Piece: Hashable {
    /// A start or end tag, from `<` to `>`.
    case tag(String)
    /// Characters, with entities resolved.
    case text(String)
  }

  /// The parts in order.
  let pieces: [Piece]

  /// Parses a text.
  ///
  /// - Returns: The parsed text, or `nil` if tags are not properly nested, or if a `<` or `&` does
  ///   not start a tag or an entity.
  package init?(_ text: String) {
    var scanner = MarkupScanner(bytes: Array(text.utf8))
    guard let pieces = scanner.pieces() else { return nil }
    self.pieces = pieces
  }

  /// The characters of the text without its tags.
  package var plain: String {
    var plain = ""
    for case .text(let text) in pieces { plain += text }
    return plain
  }
}

/// A parser of tags and entities over UTF-8.
private struct MarkupScanner {
  let bytes: [UInt8]
  /// The index of the next byte.
  private var index = 0
  /// The names of the open tags, outermost first.
  private var open: [ArraySlice<UInt8>] = []
  /// The characters since the last tag.
  private var text: [UInt8] = []
  /// The finished pieces.
  private var finishedPieces: [MarkupText.Piece] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the pieces, or `nil` if the markup is not valid.
  mutating func pieces() -> [MarkupText.Piece]? {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        endText()
        guard readTag() else { return nil }
      case UInt8(ascii: "&"):
        guard readEntity() else { return nil }
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    endText()
    return open.isEmpty ? finishedPieces : nil
  }

  /// Adds a piece with the characters since the last tag.
  private mutating func endText() {
    if text.isEmpty { return }
    finishedPieces.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll()
  }

  /// The predefined XML entities. Numeric character references are not accepted.
  private static let entities: [(name: StaticString, byte: UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
  ]

  /// Reads an entity.
  ///
  /// - Returns: `false` if the entity is not a predefined one.
  private mutating func readEntity() -> Bool {
    for (name, byte) in Self.entities where bytes.has(name, at: index) {
      text.append(byte)
      index += name.utf8CodeUnitCount
      return true
    }
    return false
  }

  /// Reads a start, end or empty-element tag.
  ///
  /// - Returns: `false` if the tag is not valid, or is an end tag that does not close the innermost
  ///   element.
  private mutating func readTag() -> Bool {
    let start = index
    index += 1
    let isEnd = take(UInt8(ascii: "/"))
    guard let name = readName() else { return false }
    // An end tag may have whitespace after its name; a start tag may have attributes.
    var isEmpty = false
    if isEnd {
      skipSpace()
    } else {
      while skipSpace(), readName() != nil {
        guard readAttributeValue() else { return false }
      }
      isEmpty = take(UInt8(ascii: "/"))
    }
    guard take(UInt8(ascii: ">")) else { return false }
    if isEnd {
      guard open.popLast() == name else { return false }
    } else if !isEmpty {
      open.append(name)
    }
    finishedPieces.append(.tag(String(decoding: bytes[start..<index], as: UTF8.self)))
    return true
  }

  /// Reads the name of a tag or an attribute, or returns `nil` if there is none.
  private mutating func readName() -> ArraySlice<UInt8>? {
    let start = index
    while index < bytes.count, Self.isName(bytes[index], isFirst: index == start) { index += 1 }
    return index == start ? nil : bytes[start..<index]
  }

  /// Returns whether a byte may occur in a name. All non-ASCII bytes may, which is more lenient
  /// than XML.
  private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: byte >= 0x80
    }
  }

  /// Reads `=` and a quoted value.
  ///
  /// - Returns: `false` if there is no value, or if it contains `<` or an unknown entity.
  private mutating func readAttributeValue() -> Bool {
    guard take(UInt8(ascii: "=")), index < bytes.count else { return false }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = bytes[(index + 1)...].firstIndex(of: quote)
    else { return false }
    let value = bytes[(index + 1)..<end]
    guard !value.contains(UInt8(ascii: "<")), Self.hasOnlyEntities(value) else { return false }
    index = end + 1
    return true
  }

  private static func hasOnlyEntities(_ value: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(value)
    return bytes.indices.allSatisfy { index in
      bytes[index] != UInt8(ascii: "&") || entities.contains { bytes.has($0.name, at: index) }
    }
  }

  /// Skips a byte if it is next.
  ///
  /// - Returns: Whether the byte was skipped.
  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Skips whitespace.
  ///
  /// - Returns: Whether there was any whitespace.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, bytes[index] == 0x20 || (9...13).contains(bytes[index]) {
      index += 1
    }
    return index > start
  }
}
