/// A text with tags in it, as the values of a text with `@markup` have them.
///
/// Anything that resembles a tag or an entity and is not valid makes the whole text plain.
package struct MarkupText {
  enum Piece: Hashable {
    /// A start or an end tag, from `<` to `>`.
    case tag(String)
    /// Characters, entities resolved.
    case text(String)
  }

  let pieces: [Piece]

  /// - Returns: `nil` where tags are not closed in their order, or something is no tag and no entity.
  package init?(_ text: String) {
    var scanner = MarkupScanner(bytes: Array(text.utf8))
    guard let pieces = scanner.pieces() else { return nil }
    self.pieces = pieces
  }

  /// The text without its tags, as a reader of the text alone sees it.
  package var plain: String {
    var plain = ""
    for case .text(let text) in pieces { plain += text }
    return plain
  }
}

private struct MarkupScanner {
  let bytes: [UInt8]
  private var index = 0
  private var open: [ArraySlice<UInt8>] = []
  private var text: [UInt8] = []
  private var found: [MarkupText.Piece] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

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
    return open.isEmpty ? found : nil
  }

  private mutating func endText() {
    if text.isEmpty { return }
    found.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll()
  }

  private static let entities: [(name: StaticString, byte: UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
  ]

  private mutating func readEntity() -> Bool {
    for (name, byte) in Self.entities where bytes.has(name, at: index) {
      text.append(byte)
      index += name.utf8CodeUnitCount
      return true
    }
    return false
  }

  private mutating func readTag() -> Bool {
    let start = index
    index += 1
    let isEnd = take(UInt8(ascii: "/"))
    guard let name = readName() else { return false }
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
    found.append(.tag(String(decoding: bytes[start..<index], as: UTF8.self)))
    return true
  }

  private mutating func readName() -> ArraySlice<UInt8>? {
    let start = index
    while index < bytes.count, Self.isName(bytes[index], isFirst: index == start) { index += 1 }
    return index == start ? nil : bytes[start..<index]
  }

  private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: byte >= 0x80
    }
  }

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
    return bytes.indices.allSatisfy { place in
      bytes[place] != UInt8(ascii: "&") || entities.contains { bytes.has($0.name, at: place) }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// - Returns: whether there was white space.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, bytes[index] == 0x20 || (9...13).contains(bytes[index]) {
      index += 1
    }
    return index > start
  }
}
