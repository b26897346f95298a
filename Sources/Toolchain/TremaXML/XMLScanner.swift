import TremaSupport

/// A scanner that finds the parts of a document in the common form directly in its bytes. The
/// common form consists of ASCII names, quoted attributes, text with predefined references,
/// comments, processing instructions, and CDATA sections.
///
/// A part that it does not recognize (``Part/unknown``) is not necessarily malformed. libxml2
/// decides whether it is, so every rule that is not simple is left to libxml2.
///
/// The bytes are UTF-8 without NUL, but may end inside a character.
///
/// See XML 1.0, productions 2 to 44.
struct XMLScanner {
  /// The kind of a part.
  enum Part {
    /// A tag. Its name and attributes are in `nameIndex` and `attributes`.
    case startTag, emptyTag
    /// An end tag. Its name is in `nameIndex`.
    case endTag
    /// Text up to the next `<`, in `content`. It equals its source.
    case plainText
    /// Text up to the next `<`, in `content`, with references or carriage returns.
    case text
    /// A CDATA section. Its content is in `content`.
    case section
    /// A comment or a processing instruction.
    case commentOrInstruction
    /// A part that the bytes do not contain completely.
    case unfinished
    /// A part that the scanner does not recognize.
    case unknown

    /// Whether the part is complete and recognized.
    var isWhole: Bool { self != .unfinished && self != .unknown }
  }

  /// A position between two parts.
  struct Cursor {
    /// The index of the next byte. It is relative to the bytes of a scanner, or is an offset in the
    /// document.
    var index = 0
    /// The number of the line, from 1.
    var line = 1
    /// The index of the line's first byte, which is negative if the line starts before the
    /// available bytes.
    var lineStart = 0

    /// The position of the next byte, with the column in UTF-8 bytes.
    var position: SourcePosition {
      SourcePosition(line: line, column: index - lineStart + 1)
    }
  }

  /// The bytes to scan.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The cursor at the next byte.
  var cursor: Cursor
  /// The last tag's index in the table of names.
  var nameIndex = 0
  /// The attributes of the last tag.
  var attributes: [XMLStartTag.Attribute] { attributeCount == 0 ? [] : slots }
  /// The number of attributes in the last tag.
  var attributeCount = 0
  /// The attributes of the last tag that has any. The elements are overwritten because that is
  /// cheaper than emptying the array for every tag.
  var slots: [XMLStartTag.Attribute] = []
  /// The range of the last text or section.
  var content = 0..<0

  init(bytes: UnsafeBufferPointer<UInt8>, cursor: Cursor = Cursor()) {
    self.bytes = bytes
    self.cursor = cursor
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { cursor.index == bytes.count }

  /// Reads the next part of an element's content. At least one byte must be left.
  ///
  /// The cursor is moved after the part, unless the part is unfinished or not recognized.
  ///
  /// - Parameter open: The name of the innermost open element.
  mutating func next(_ names: inout XMLNames, open: Int?) -> Part {
    bytes[cursor.index] == UInt8(ascii: "<") ? markup(&names, open) : text()
  }

  /// Reads the next part outside the root element, where text is not allowed. At least one byte
  /// must be left.
  mutating func nextMarkup(_ names: inout XMLNames) -> Part {
    bytes[cursor.index] == UInt8(ascii: "<") ? markup(&names, nil) : .unknown
  }

  /// Reads the part that starts with the `<` at the cursor.
  private mutating func markup(_ names: inout XMLNames, _ open: Int?) -> Part {
    guard let next = byte(1) else { return .unfinished }
    if next == UInt8(ascii: "/") { return endTag(&names, open) }
    if next == UInt8(ascii: "?") { return instruction() }
    if next != UInt8(ascii: "!") { return startTag(&names) }
    guard let kind = byte(2) else { return .unfinished }
    if kind == UInt8(ascii: "-") { return readComment() }
    return kind == UInt8(ascii: "[") ? section() : .unknown
  }

  // MARK: Comments, instructions and sections

  /// Reads a comment.
  private mutating func readComment() -> Part {
    guard let second = byte(3) else { return .unfinished }
    guard second == UInt8(ascii: "-") else { return .unknown }
    cursor.index += 4
    while true {
      skipPlain(to: UInt8(ascii: "-"))
      guard let byte = byte(0) else { return .unfinished }
      if byte == UInt8(ascii: "-") {
        guard let next = self.byte(1), let third = self.byte(2) else { return .unfinished }
        if next == byte {
          guard third == UInt8(ascii: ">") else { return .unknown }
          cursor.index += 3
          return .commentOrInstruction
        }
        cursor.index += 1
      } else if let fault = skipOrdinary(byte) {
        return fault
      }
    }
  }

  /// Reads a processing instruction.
  private mutating func instruction() -> Part {
    let start = cursor.index + 2
    let end = XMLNames.endOfName(in: bytes, from: start)
    guard end + 1 < bytes.count else { return .unfinished }
    // The name `xml` is reserved, in uppercase and lowercase.
    let isReserved =
      end - start == 3 && zip(bytes[start..<end], "xml".utf8).allSatisfy { $0 | 0x20 == $1 }
    guard end > start, !isReserved else { return .unknown }
    cursor.index = end
    let isEmpty = bytes[end] == UInt8(ascii: "?") && bytes[end + 1] == UInt8(ascii: ">")
    guard isEmpty || skipSpace() else { return .unknown }
    while true {
      skipPlain(to: UInt8(ascii: "?"))
      guard let byte = byte(0) else { return .unfinished }
      if byte == UInt8(ascii: "?") {
        guard let next = self.byte(1) else { return .unfinished }
        cursor.index += 1
        if next == UInt8(ascii: ">") {
          cursor.index += 1
          return .commentOrInstruction
        }
      } else if let fault = skipOrdinary(byte) {
        return fault
      }
    }
  }

  /// Reads a CDATA section.
  mutating func section() -> Part {
    let opening: StaticString = "<![CDATA["
    guard bytes.count - cursor.index >= opening.utf8CodeUnitCount else { return .unfinished }
    for index in 0..<opening.utf8CodeUnitCount
    where bytes[cursor.index + index] != opening.utf8Start[index] {
      return .unknown
    }
    cursor.index += opening.utf8CodeUnitCount
    let start = cursor.index
    while true {
      skipPlain(to: UInt8(ascii: "]"))
      guard let byte = byte(0) else { return .unfinished }
      if byte == UInt8(ascii: "]") {
        guard let next = self.byte(1), let third = self.byte(2) else { return .unfinished }
        if next == byte, third == UInt8(ascii: ">") {
          cursor.index += 3
          content = start..<cursor.index - 3
          return .section
        }
        cursor.index += 1
      } else if let fault = skipOrdinary(byte) {
        return fault
      }
    }
  }

  /// Skips a byte at which ``skipPlain(to:)`` has stopped, in a part where `<` and `&` have no
  /// special meaning.
  ///
  /// - Returns: `nil` if the byte is valid; otherwise, the part to return.
  private mutating func skipOrdinary(_ byte: UInt8) -> Part? {
    if byte < 0x20 { return skipControl() }
    if byte == 0xEF { return skipCharacterStartingWithEF() }
    cursor.index += 1
    return nil
  }

  // MARK: Before and after the root

  /// Reads the XML declaration at the start of a document, if there is one in the usual form.
  ///
  /// - Returns: `nil` if there is none or it has been read; otherwise, the part to return.
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
    cursor.index = end + 1
    return nil
  }
}
