import TremaMessages
import TremaSupport

extension Value {
  /// Returns the file position of a byte in `source`.
  ///
  /// - Parameter offset: The byte's offset in the UTF-8 of `source`, as in a ``MessageIssue``.
  /// - Returns: The position after any markup before the byte.
  package func position(ofSourceOffset offset: Int) -> SourcePosition {
    position(ofSourceOffset: offset, isEnd: false)
  }

  /// Returns the file location of a range in `source`.
  ///
  /// - Parameters:
  ///   - range: The range in the UTF-8 of `source`.
  ///   - text: The text that the value belongs to.
  /// - Returns: The location, without surrounding markup.
  package func location(ofSource range: Range<Int>, in text: Text) -> SourceLocation {
    SourceLocation(
      file: file ?? text.file, start: position(ofSourceOffset: range.lowerBound, isEnd: false),
      end: position(ofSourceOffset: range.upperBound, isEnd: !range.isEmpty))
  }

  /// Returns the offset of the byte in `source` at a position in the file. This is the inverse of
  /// ``position(ofSourceOffset:)``.
  ///
  /// - Returns: `nil` for a position before or after the text.
  package func sourceOffset(of target: SourcePosition) -> Int? {
    guard target >= textPosition else { return nil }
    let bytes = Array((spelling ?? source).utf8)
    var cursor = SpellingCursor(bytes: bytes)
    var (index, position) = (0, textPosition)
    while true {
      // Markup at the position belongs to the following byte: a range ends before the markup or
      // starts after it.
      if position >= target { return cursor.decodedCount }
      if spelling != nil { cursor.skipMarkup() }
      position = position.advanced(over: bytes[index..<cursor.index])
      index = cursor.index
      if position >= target { return cursor.decodedCount }
      guard index < bytes.count else { return nil }
      if spelling != nil {
        cursor.advance(toDecoded: cursor.decodedCount + 1)
      } else {
        cursor.step()
      }
    }
  }

  /// The occurrences of conversions and arguments in `source`, in source order, or empty if the
  /// message was not parsed from it.
  package var occurrences: [MessageLocation] {
    // The backslash rule isn't stored, but only the correct rule produces this message.
    message.locations(in: source, backslash: .escape)
      ?? message.locations(in: source, backslash: .literal) ?? []
  }

  /// Returns the position of a byte.
  ///
  /// - Parameter isEnd: Whether the position is the end of a range, which precedes markup at the
  ///   same position.
  private func position(ofSourceOffset offset: Int, isEnd: Bool) -> SourcePosition {
    if spelling == nil { return textPosition.advanced(over: source.utf8.prefix(offset)) }
    var cursor = SourceCursor(self)
    return cursor.position(ofSourceOffset: offset, isEnd: isEnd)
  }
}

/// The locations of one value's parts, for consecutive lookups. Each lookup continues where the
/// previous one ended.
package struct ValueLocator {
  /// The occurrences of conversions and arguments, as in ``Value/occurrences``.
  package let occurrences: [MessageLocation]
  /// The file of the value, if it differs from the text's file.
  private let file: String?
  private var cursor: SourceCursor

  package init(_ value: Value) {
    occurrences = value.occurrences
    file = value.file
    cursor = SourceCursor(value)
  }

  /// Returns the location of a range; see ``Value/location(ofSource:in:)``.
  package mutating func location(ofSource range: Range<Int>, in text: Text) -> SourceLocation {
    let start = cursor.position(ofSourceOffset: range.lowerBound, isEnd: false)
    return SourceLocation(
      file: file ?? text.file, start: start,
      end: cursor.position(ofSourceOffset: range.upperBound, isEnd: !range.isEmpty))
  }
}

/// A cursor that moves from one requested byte of a value's source to the next, and counts lines.
private struct SourceCursor {
  /// The position of the first byte.
  private let start: SourcePosition
  /// The bytes as written in the file, or the source if they are the same.
  private let bytes: [UInt8]
  /// Whether the bytes contain markup and references.
  private let isSpelled: Bool
  /// The cursor in the bytes.
  private var spellingCursor: SpellingCursor
  /// The number of bytes before the cursor.
  private var index = 0
  /// The number of source bytes before the cursor.
  private var offset = 0
  /// The position of the cursor.
  private var position: SourcePosition

  init(_ value: Value) {
    start = value.textPosition
    position = start
    isSpelled = value.spelling != nil
    bytes = Array((value.spelling ?? value.source).utf8)
    spellingCursor = SpellingCursor(bytes: bytes)
  }

  /// Moves to a byte of the source and returns its position. A byte before the cursor is found from
  /// the start.
  mutating func position(ofSourceOffset target: Int, isEnd: Bool) -> SourcePosition {
    // Markup at the position belongs to the following byte: a range ends before the markup or
    // starts after it.
    if target < offset || isEnd && target <= (isSpelled ? spellingCursor.decodedCount : -1) {
      spellingCursor = SpellingCursor(bytes: bytes)
      (index, position) = (0, start)
    }
    offset = target
    var end = min(target, bytes.count)
    if isSpelled {
      spellingCursor.advance(toDecoded: target)
      if !isEnd { spellingCursor.skipMarkup() }
      end = spellingCursor.index
    }
    position = position.advanced(over: bytes[index..<end])
    index = end
    return position
  }
}

/// A cursor in the bytes between two tags, which counts how many bytes they decode to.
///
/// A reference to an entity that the document declares counts as one byte. A catalog with such
/// entities is not written back.
private struct SpellingCursor {
  let bytes: [UInt8]
  /// The number of bytes before the cursor.
  private(set) var index = 0
  /// The number of decoded bytes before the cursor.
  private(set) var decodedCount = 0
  /// Whether the cursor is in a CDATA section.
  private var isInCDATA = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Moves over one byte that decodes to itself.
  mutating func step() {
    index += 1
    decodedCount += 1
  }

  /// Moves to a decoded byte, but not over the markup before it.
  mutating func advance(toDecoded target: Int) {
    while decodedCount < target {
      skipMarkup()
      guard index < bytes.count else { return }
      if bytes[index] == UInt8(ascii: "&") && !isInCDATA {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count - 1
        decodedCount += Self.length(ofReference: bytes[index + 1..<max(end, index + 1)])
        index = end + 1
      } else {
        decodedCount += 1
        index += 1
      }
    }
  }

  /// Moves over tags, comments, processing instructions and the delimiters of CDATA sections.
  mutating func skipMarkup() {
    while index < bytes.count {
      let rest = bytes[index...]
      if isInCDATA {
        guard rest.starts(with: "]]>".utf8) else { return }
        isInCDATA = false
        index += 3
      } else if rest.starts(with: "<![CDATA[".utf8) {
        isInCDATA = true
        index += 9
      } else if rest.starts(with: "<!--".utf8) {
        index = Self.index(after: "-->", in: bytes, from: index + 4)
      } else if rest.starts(with: "<?".utf8) {
        index = Self.index(after: "?>", in: bytes, from: index + 2)
      } else if rest.first == UInt8(ascii: "<") {
        skipTag()
      } else {
        return
      }
    }
  }

  /// Moves over a tag. The values of its attributes may contain `>`.
  private mutating func skipTag() {
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: ">") { return }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      }
    }
  }

  /// Returns the index after the next occurrence of a mark, or the end index.
  private static func index(after mark: String, in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index...].starts(with: mark.utf8) { return index + mark.utf8.count }
      index += 1
    }
    return bytes.count
  }

  /// Returns the number of UTF-8 bytes that a reference decodes to.
  ///
  /// - Parameter name: The bytes between `&` and `;`.
  private static func length(ofReference name: ArraySlice<UInt8>) -> Int {
    guard name.first == UInt8(ascii: "#") else { return 1 }
    let digits = String(decoding: name.dropFirst(), as: UTF8.self)
    let value =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { UTF8.width($0) } ?? 1
  }
}
