import TremaSupport

/// The part of a document, as UTF-8, that events can still refer to, and the number of lines before
/// it.
struct SourceWindow {
  /// The bytes of the window.
  private(set) var bytes: [UInt8] = []
  /// The offset of the window's first byte in the document.
  private(set) var start = 0

  /// The end of the last tag, comment or instruction. The bytes up to the next `<` are text.
  var markupEnd = 0
  /// The offset up to which lines have been counted.
  private var countedEnd = 0
  /// The number of the line at ``countedEnd``, from 1.
  private var line = 1
  /// The offset of the first byte in ``line``.
  private var lineStart = 0

  /// Creates an empty window.
  ///
  /// - Parameter capacity: The expected maximum number of bytes. Growing to this size gradually
  ///   could use twice as much memory.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// The offset of the byte after the window.
  var end: Int { start + bytes.count }

  /// Appends the next bytes of the document.
  mutating func append(_ new: UnsafeBufferPointer<UInt8>) { bytes += new }

  /// Discards the bytes before an offset if they make up more than half of the window, which makes
  /// moving the rest worthwhile. Bytes whose lines have not been counted are kept.
  mutating func discard(before offset: Int) {
    let newStart = min(offset, countedEnd)
    guard newStart - start > bytes.count / 2, newStart - start > 4096 else { return }
    bytes.removeFirst(newStart - start)
    start = newStart
  }

  /// The byte at an offset, or 0 outside the window.
  subscript(offset: Int) -> UInt8 {
    offset >= start && offset < end ? bytes[offset - start] : 0
  }

  /// The bytes at a range of offsets, clamped to the window.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let lower = min(max(range.lowerBound, start), end)
    let upper = min(max(range.upperBound, lower), end)
    return bytes[lower - start..<upper - start]
  }

  /// Returns the offset where a byte last occurs before an offset, or `nil` if it is not in the
  /// window.
  func lastIndex(of byte: UInt8, before offset: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = min(offset, end) - start - 1
      while index >= 0 {
        if bytes[index] == byte { return start + index }
        index -= 1
      }
      return nil
    }
  }

  /// Returns the offset where a byte first occurs at or after an offset, or `nil` if it is not in
  /// the window.
  func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < end else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.firstIndex(of: byte, from: max(offset - start, 0)).map { $0 + start }
    }
  }

  /// Returns the offset where a mark first occurs at or after an offset, or `nil` if it is not in
  /// the window.
  func firstIndex(of mark: StaticString, from offset: Int) -> Int? {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    var offset = offset
    while let first = firstIndex(of: mark[0], from: offset) {
      if self[first..<first + mark.count].elementsEqual(mark) { return first }
      offset = first + 1
    }
    return nil
  }

  // MARK: Markup whose end libxml2 has reported
  //
  // A callback requests everything about a piece of markup in one call, because gaining exclusive
  // access to the window takes longer than finding a tag in it.

  /// The position and range of a piece of markup.
  struct Markup {
    var range: Range<Int>
    var position: SourcePosition
  }

  /// Returns the start tag whose `>` or `/>` is at an offset, and starts text after it. Offsets
  /// must not decrease; see ``position(at:)``.
  mutating func startTag(
    endingAt offset: Int
  ) -> (tag: Markup, contentPosition: SourcePosition, isEmpty: Bool) {
    let start = lastIndex(of: UInt8(ascii: "<"), before: offset) ?? offset
    let isEmpty = self[offset] == UInt8(ascii: "/")
    markupEnd = offset + (isEmpty ? 2 : 1)
    let tag = Markup(range: start..<markupEnd, position: position(at: start))
    return (tag, position(at: markupEnd), isEmpty)
  }

  /// Returns the range of the end tag before an offset, and starts text after it.
  mutating func endTag(to end: Int) -> Range<Int> {
    markupEnd = end
    return (lastIndex(of: UInt8(ascii: "<"), before: end) ?? end)..<end
  }

  /// Returns the comment or instruction before an offset, and starts text after it. Offsets must
  /// not decrease; see ``position(at:)``.
  mutating func commentOrInstruction(to end: Int) -> Markup {
    skipDeclaration()
    var start = firstIndex(of: UInt8(ascii: "<"), from: markupEnd)
    // A CDATA section is part of the text before the markup.
    while let found = start, self[found + 2] == UInt8(ascii: "[") {
      start = firstIndex(of: "]]>", from: found + 9).flatMap {
        firstIndex(of: UInt8(ascii: "<"), from: $0 + 3)
      }
    }
    markupEnd = end
    return Markup(range: (start ?? end)..<end, position: position(at: start ?? end))
  }

  /// Treats the XML declaration at the start as markup, although it is not reported as an event.
  mutating func skipDeclaration() {
    guard markupEnd == 0, self[0..<6].elementsEqual("<?xml ".utf8) else { return }
    markupEnd = firstIndex(of: UInt8(ascii: ">"), from: 0).map { $0 + 1 } ?? 0
  }

  // MARK: Lines

  /// Adopts the line count of a scanner that has read beyond ``countedEnd``.
  mutating func adoptLineCount(at cursor: XMLScanner.Cursor) {
    guard cursor.index >= countedEnd else { return }
    countedEnd = cursor.index
    line = cursor.line
    lineStart = cursor.lineStart
  }

  /// Returns the position of an offset. Offsets must not decrease between calls. A lower offset
  /// gives the position of the highest offset so far.
  mutating func position(at offset: Int) -> SourcePosition {
    let target = min(max(offset, countedEnd), end)
    bytes.withUnsafeBufferPointer { bytes in
      let new = UnsafeBufferPointer(rebasing: bytes[countedEnd - start..<target - start])
      var lines = 0
      for byte in new where byte == UInt8(ascii: "\n") { lines += 1 }
      if lines > 0, let last = new.lastIndex(of: UInt8(ascii: "\n")) {
        line += lines
        lineStart = countedEnd + last + 1
      }
    }
    countedEnd = target
    return SourcePosition(line: line, column: target - lineStart + 1)
  }
}
