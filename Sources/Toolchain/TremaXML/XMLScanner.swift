import TremaSupport

/// Finds the parts of a document straight in its bytes, where they have the common shape: ASCII
/// names, quoted attributes, text with the references that every XML document knows, comments and
/// CDATA sections. What it calls ``Part/unknown`` may be well formed or not: that is for libxml2 to
/// say, so whenever a rule is not plain it is left to it.
///
/// The bytes are UTF-8 without NUL, but may end inside a character.
///
/// Source: Extensible Markup Language 1.0, productions 2 to 44.
struct XMLScanner {
  enum Part {
    /// `name` and `attributes` hold what stands in the tag.
    case startTag, emptyTag
    /// The end tag of `name`.
    case endTag
    /// Text up to the next `<`, in `content`, whose source says itself.
    case plainText
    case text
    /// The content of a CDATA section, in `content`.
    case section
    case comment
    /// The bytes end before the part does.
    case unfinished
    case unknown

    var isWhole: Bool { self != .unfinished && self != .unknown }
  }

  /// A place between two parts.
  struct Place {
    /// Of the next byte; of a scanner an index of its bytes, else an offset in the document.
    var index = 0
    var line = 1
    /// The index of the first byte of the line; before the bytes at hand it is negative.
    var lineStart = 0

    var position: SourcePosition {
      SourcePosition(line: line, column: index - lineStart + 1)
    }
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var place: Place
  /// Of the last tag, an index of the table of names.
  var name = 0
  var attributes: [XMLAttribute] { attributeCount == 0 ? [] : slots }
  var attributeCount = 0
  /// The attributes of this tag, or of one before it when this has none: what is there is written
  /// over, which costs less than to empty the array for every tag.
  var slots: [XMLAttribute] = []
  var content = 0..<0

  init(bytes: UnsafeBufferPointer<UInt8>, place: Place = Place()) {
    self.bytes = bytes
    self.place = place
  }

  var isAtEnd: Bool { place.index == bytes.count }

  /// The next part of the content of an element; the place is behind it unless it is unfinished or
  /// unknown. There must be bytes left.
  ///
  /// - Parameter open: the innermost element that is open.
  mutating func next(_ names: inout XMLNames, open: Int?) -> Part {
    bytes[place.index] == UInt8(ascii: "<") ? markup(&names, open) : text()
  }

  /// The next part where no text may stand. There must be bytes left.
  mutating func nextMarkup(_ names: inout XMLNames) -> Part {
    bytes[place.index] == UInt8(ascii: "<") ? markup(&names, nil) : .unknown
  }

  private mutating func markup(_ names: inout XMLNames, _ open: Int?) -> Part {
    guard let next = byte(1) else { return .unfinished }
    if next == UInt8(ascii: "/") { return endTag(&names, open) }
    if next != UInt8(ascii: "!") { return startTag(&names) }
    guard let kind = byte(2) else { return .unfinished }
    if kind == UInt8(ascii: "-") { return comment() }
    return kind == UInt8(ascii: "[") ? section() : .unknown
  }

  // MARK: Comments and sections

  private mutating func comment() -> Part {
    guard let second = byte(3), let first = byte(4) else { return .unfinished }
    // A hyphen or an end right here is read in more than one way.
    guard second == UInt8(ascii: "-"), first != UInt8(ascii: "-"), first != UInt8(ascii: ">") else {
      return .unknown
    }
    place.index += 4
    while true {
      skipPlain(to: UInt8(ascii: "-"))
      guard let byte = byte(0) else { return .unfinished }
      if byte == UInt8(ascii: "-") {
        guard let next = self.byte(1), let third = self.byte(2) else { return .unfinished }
        if next == byte {
          guard third == UInt8(ascii: ">") else { return .unknown }
          place.index += 3
          return .comment
        }
        place.index += 1
      } else if let fault = ordinary(byte) {
        return fault
      }
    }
  }

  mutating func section() -> Part {
    let opening: StaticString = "<![CDATA["
    guard bytes.count - place.index >= opening.utf8CodeUnitCount else { return .unfinished }
    for index in 0..<opening.utf8CodeUnitCount
    where bytes[place.index + index] != opening.utf8Start[index] {
      return .unknown
    }
    place.index += opening.utf8CodeUnitCount
    let start = place.index
    while true {
      skipPlain(to: UInt8(ascii: "]"))
      guard let byte = byte(0) else { return .unfinished }
      if byte == UInt8(ascii: "]") {
        guard let next = self.byte(1), let third = self.byte(2) else { return .unfinished }
        if next == byte, third == UInt8(ascii: ">") {
          place.index += 3
          content = start..<place.index - 3
          return .section
        }
        place.index += 1
      } else if let fault = ordinary(byte) {
        return fault
      }
    }
  }

  /// Passes a byte that ``skipPlain(to:)`` stopped at where `<` and `&` mean nothing.
  private mutating func ordinary(_ byte: UInt8) -> Part? {
    if byte < 0x20 { return control() }
    if byte == 0xEF { return noncharacter() }
    place.index += 1
    return nil
  }

  // MARK: Before and after the root

  /// Passes the XML declaration at the beginning of a document, if there is one.
  ///
  /// - Returns: nil when that went well.
  mutating func declaration() -> Part? {
    let opening = "<?xml ".utf8
    guard bytes.starts(with: opening) else {
      return opening.starts(with: bytes) ? .unfinished : nil
    }
    guard let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: ">")) else {
      return bytes.count < 200 ? .unfinished : .unknown
    }
    let isCommon = ["\"", "'"].contains { quote in
      ["UTF-8", "utf-8", nil].contains { name in
        let encoding = name.map { " encoding=\(quote)\($0)\(quote)" } ?? ""
        return bytes[...end].elementsEqual("<?xml version=\(quote)1.0\(quote)\(encoding)?>".utf8)
      }
    }
    guard isCommon else { return .unknown }
    place.index = end + 1
    return nil
  }
}
