extension UnsafeBufferPointer<UInt8> {
  /// Whether there may be a ``MarkupTag``.
  var beginsTag: Bool {
    contains(UInt8(ascii: "<")) { $0 == UInt8(ascii: "/") || $0.isLetterOfASCII }
  }

  /// Whether a byte stands before one of others.
  func contains(_ byte: UInt8, before isMeant: (UInt8) -> Bool) -> Bool {
    var start = 0
    while let index = self[start...].firstIndex(of: byte) {
      start = index + 1
      if start < count, isMeant(self[start]) { return true }
    }
    return false
  }
}

extension UInt8 {
  var isLetterOfASCII: Bool { (0x61...0x7A).contains(self | 0x20) }
}

/// A tag in the text of a value: `<b>`, `</b>`, `<br/>`.
struct MarkupTag {
  enum Kind { case open, close, empty }

  /// Lower case.
  let name: String
  let kind: Kind
  let hasAttributes: Bool
  let range: Range<Int>

  /// - Parameter start: of a `<`.
  /// - Returns: nil when it begins no tag.
  init?(in bytes: [UInt8], at start: Int) {
    var index = start + 1
    let closes = index < bytes.count && bytes[index] == UInt8(ascii: "/")
    if closes { index += 1 }
    let nameStart = index
    while index < bytes.count, Self.isName(bytes[index], isFirst: index == nameStart) { index += 1 }
    guard index > nameStart, index < bytes.count else { return nil }
    let nameEnd = index
    guard [0x20, 0x0A, 0x09, UInt8(ascii: "/"), UInt8(ascii: ">")].contains(bytes[index]) else {
      return nil
    }
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      } else if byte == UInt8(ascii: "<") {
        return nil
      }
      index += 1
    }
    guard index < bytes.count else { return nil }
    let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
    name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self).lowercased()
    hasAttributes = bytes[nameEnd..<index].contains(UInt8(ascii: "="))
    kind =
      closes ? .close : isEmpty || Self.emptyElements.contains(name) ? .empty : .open
    range = start..<index + 1
  }

  /// All of a reading, in order.
  static func all(in bytes: [UInt8]) -> [MarkupTag] {
    var tags: [MarkupTag] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      guard let tag = MarkupTag(in: bytes, at: start) else { continue }
      tags.append(tag)
      index = tag.range.upperBound
    }
    return tags
  }

  /// Whether two tags are counted as one.
  func counts(as other: MarkupTag) -> Bool {
    name == other.name && kind == other.kind && hasAttributes == other.hasAttributes
  }

  /// Whether it is a tag of HTML; `<name>` may be something a reader is to put there.
  var isKnown: Bool {
    hasAttributes || Self.emptyElements.contains(name) || Self.elements.contains(name)
  }

  private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
    let scalar = Unicode.Scalar(byte)
    if byte < 0x80, scalar.isLetter { return true }
    return !isFirst && (scalar.isASCIIDigit || ":-_".utf8.contains(byte))
  }

  private static let emptyElements: Set<String> = ["br", "hr", "img", "wbr"]

  private static let elements: Set<String> = [
    "a", "abbr", "annotation", "b", "big", "blockquote", "body", "center", "cite", "code", "dd",
    "del", "dfn", "div", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "i", "ins",
    "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "small", "span", "strike", "strong",
    "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "tt", "u", "ul", "var", "xliff:g",
  ]
}
