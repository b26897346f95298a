import TremaSupport

/// Finds the parts of a document straight in its bytes, where they have the common shape: ASCII
/// names, quoted attributes, text with the references that every XML document knows, comments, processing
/// instructions and CDATA sections. What it calls ``Part/unknown`` may be well formed or not: that is for libxml2 to
/// say, so whenever a rule is not plain it is left to it.
///
/// The bytes are UTF-8 without NUL, but may end inside a character.
///
/// Source: Extensible Markup Language 1.0, productions 2 to 44.
struct XMLScanner {
  enum Part {
    /// `name` and `attributes` hold what is in the tag.
    case startTag, emptyTag
    /// The end tag of `name`.
    case endTag
    /// Text up to the next `<`, in `content`, whose source says itself.
    case plainText
    case text
    /// The content of a CDATA section, in `content`.
    case section
    /// A comment or a processing instruction.
    case aside
    /// The bytes end before the part does.
    case unfinished
    case unknown

    var isWhole: Bool { self != .unfinished && self != .unknown }
  }

  /// A place between two parts.
  struct Place {
    /// The index of the next byte; of a scanner an index of its bytes, else an offset in the document.
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
  /// The name of the last tag, an index of the table of names.
  var name = 0
  var attributes: [XMLStartTag.Attribute] { attributeCount == 0 ? [] : slots }
  var attributeCount = 0
  /// The attributes of this tag, or of one before it when this has none: what is there is written
  /// over, which costs less than to empty the array for every tag.
  var slots: [XMLStartTag.Attribute] = []
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

  /// The next part where no text may be. There must be bytes left.
  mutating func nextMarkup(_ names: inout XMLNames) -> Part {
    bytes[place.index] == UInt8(ascii: "<") ? markup(&names, nil) : .unknown
  }

  private mutating func markup(_ names: inout XMLNames, _ open: Int?) -> Part {
    guard let next = byte(1) else { return .unfinished }
    if next == UInt8(ascii: "/") { return endTag(&names, open) }
    if next == UInt8(ascii: "?") { return instruction() }
    if next != UInt8(ascii: "!") { return startTag(&names) }
    guard let kind = byte(2) else { return .unfinished }
    if kind == UInt8(ascii: "-") { return comment() }
    return kind == UInt8(ascii: "[") ? section() : .unknown
  }

  // MARK: Comments, instructions and sections

  private mutating func comment() -> Part {
    guard let second = byte(3) else { return .unfinished }
    guard second == UInt8(ascii: "-") else { return .unknown }
    place.index += 4
    while true {
      skipPlain(to: UInt8(ascii: "-"))
      guard let byte = byte(0) else { return .unfinished }
      if byte == UInt8(ascii: "-") {
        guard let next = self.byte(1), let third = self.byte(2) else { return .unfinished }
        if next == byte {
          guard third == UInt8(ascii: ">") else { return .unknown }
          place.index += 3
          return .aside
        }
        place.index += 1
      } else if let fault = ordinary(byte) {
        return fault
      }
    }
  }

  private mutating func instruction() -> Part {
    let start = place.index + 2
    let end = XMLNames.endOfName(in: bytes, from: start)
    guard end + 1 < bytes.count else { return .unfinished }
    // `xml` in letters of any case is reserved.
    let isReserved =
      end - start == 3 && zip(bytes[start..<end], "xml".utf8).allSatisfy { $0 | 0x20 == $1 }
    guard end > start, !isReserved else { return .unknown }
    place.index = end
    let isEmpty = bytes[end] == UInt8(ascii: "?") && bytes[end + 1] == UInt8(ascii: ">")
    guard isEmpty || skipSpace() else { return .unknown }
    while true {
      skipPlain(to: UInt8(ascii: "?"))
      guard let byte = byte(0) else { return .unfinished }
      if byte == UInt8(ascii: "?") {
        guard let next = self.byte(1) else { return .unfinished }
        place.index += 1
        if next == UInt8(ascii: ">") {
          place.index += 1
          return .aside
        }
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
    let isCommon = ["", " encoding='UTF-8'", " encoding='utf-8'"].contains { encoding in
      ["", " standalone='yes'", " standalone='no'"].contains { standalone in
        let declaration = Array("<?xml version='1.0'\(encoding)\(standalone)?>".utf8)
        let quoted = declaration.map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
        return bytes[...end].elementsEqual(quoted) || bytes[...end].elementsEqual(declaration)
      }
    }
    guard isCommon else { return .unknown }
    place.index = end + 1
    return nil
  }
}
