import TremaSupport

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes may contain a ``MarkupTag``: a `<` before a slash or a letter.
  var mightContainTag: Bool {
    contains(UInt8(ascii: "<")) { $0 == UInt8(ascii: "/") || $0.isASCIILetter }
  }

  /// Returns whether any occurrence of a byte is followed by a byte that satisfies a predicate.
  func contains(_ byte: UInt8, before predicate: (UInt8) -> Bool) -> Bool {
    var start = 0
    while let index = self[start...].firstIndex(of: byte) {
      start = index + 1
      if start < count, predicate(self[start]) { return true }
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter.
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

/// A markup tag in the text of a value: `<b>`, `</b>`, `<br/>`.
struct MarkupTag {
  /// The kind of tag. An element without content, such as `<br>`, is ``empty`` even without a
  /// slash.
  enum Kind { case open, close, empty }

  /// The name in lowercase.
  let name: String
  let kind: Kind
  let hasAttributes: Bool
  /// The range of bytes in the reading, including the angle brackets.
  let range: Range<Int>

  /// The ranges of a tag and its parts.
  struct Extent {
    let range: Range<Int>
    /// The range of the element name.
    let name: Range<Int>
    /// Whether the tag is an end tag.
    let isEndTag: Bool
    let hasAttributes: Bool

    /// Returns the extent of the tag at an offset, or `nil` if no tag starts there.
    ///
    /// This is not an initializer because an initializer would copy the array.
    ///
    /// - Parameter start: The offset of a `<`.
    static func of(_ bytes: [UInt8], at start: Int) -> Extent? {
      var index = start + 1
      let closes = index < bytes.count && bytes[index] == UInt8(ascii: "/")
      if closes { index += 1 }
      let nameStart = index
      while index < bytes.count, isName(bytes[index], isFirst: index == nameStart) { index += 1 }
      guard index > nameStart, index < bytes.count else { return nil }
      let nameEnd = index
      switch bytes[index] {
      case 0x20, 0x0A, 0x09, UInt8(ascii: "/"), UInt8(ascii: ">"): break
      default: return nil
      }
      // A `>` in a quoted attribute value doesn't end the tag.
      var quote: UInt8?
      var hasAttributes = false
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "=") { hasAttributes = true }
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return Extent(
            range: start..<index + 1, name: nameStart..<nameEnd, isEndTag: closes,
            hasAttributes: hasAttributes)
        } else if byte == UInt8(ascii: "<") {
          return nil
        }
        index += 1
      }
      return nil
    }

    /// Returns whether a byte may be part of an element name.
    private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
      switch byte {
      case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"): !isFirst
      default: ASCII.isLetter(byte) || !isFirst && ASCII.isDigit(byte)
      }
    }
  }

  /// Creates a tag from its extent.
  private static func read(_ bytes: [UInt8], _ extent: Extent) -> MarkupTag {
    let name = String(lowercasingASCII: bytes, extent.name)
    let isEmpty =
      bytes[extent.range.upperBound - 2] == UInt8(ascii: "/") || isEmptyElement(name)
    return MarkupTag(
      name: name, kind: extent.isEndTag ? .close : isEmpty ? .empty : .open,
      hasAttributes: extent.hasAttributes, range: extent.range)
  }

  /// Returns all tags of a reading, in order.
  static func all(in bytes: [UInt8]) -> [MarkupTag] {
    var tags: [MarkupTag] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      guard let extent = Extent.of(bytes, at: start) else { continue }
      tags.append(read(bytes, extent))
      index = extent.range.upperBound
    }
    return tags
  }

  /// Returns whether two tags are equal for the comparison of translations.
  func isEquivalent(to other: MarkupTag) -> Bool {
    name == other.name && kind == other.kind && hasAttributes == other.hasAttributes
  }

  /// Whether the tag is known from HTML or has attributes. Any other `<name>` may be a placeholder
  /// for the reader to replace.
  var isKnown: Bool {
    hasAttributes || Self.isElement(name)
  }

  /// Returns whether a name is a void HTML element, which has no content and no end tag.
  private static func isEmptyElement(_ name: String) -> Bool {
    switch name {
    case "br", "hr", "img", "wbr": true
    default: false
    }
  }

  /// Returns whether HTML or Android defines an element with the given name.
  static func isElement(_ name: String) -> Bool {
    isEmptyElement(name) || isInline(name) || blocks.contains(name)
  }

  /// Returns whether an element is part of a line and has an end tag.
  static func isInline(_ name: String) -> Bool { inline.contains(name) }

  /// The inline elements of HTML and Android, in lowercase.
  private static let inline: Set<String> = [
    "a", "abbr", "annotation", "b", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u",
    "var", "xliff:g",
  ]

  /// Other elements that occur in texts, in lowercase.
  private static let blocks: Set<String> = [
    "blockquote", "body", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6",
    "head", "html", "input", "li", "meta", "nowiki", "ol", "p", "pre", "style", "table", "tbody",
    "td", "th", "thead", "title", "tr", "ul",
  ]
}
