import TremaSupport

/// The part of a document, as UTF-8, that may still be asked for, and the lines up to it.
struct SourceWindow {
  private(set) var bytes: [UInt8] = []
  /// The offset in the document of the first byte kept.
  private(set) var start = 0

  /// The end of the last tag, comment or instruction: what follows up to the next `<` is text.
  var markupEnd = 0
  /// Lines are counted as far as this offset.
  private var counted = 0
  private var line = 1
  private var lineStart = 0

  /// - Parameter room: how many bytes it usually has at most. To grow to as many step by step would be to
  ///   reach twice as much memory for the first time.
  init(room: Int) { bytes.reserveCapacity(room) }

  var end: Int { start + bytes.count }

  mutating func append(_ new: UnsafeBufferPointer<UInt8>) { bytes += new }

  /// Forgets what lies before `offset`, once that is worth moving the rest.
  mutating func forget(before offset: Int) {
    let needed = min(offset, counted)
    guard needed - start > bytes.count / 2, needed - start > 4096 else { return }
    bytes.removeFirst(needed - start)
    start = needed
  }

  /// The byte at an offset, or 0 outside the window.
  subscript(offset: Int) -> UInt8 {
    offset >= start && offset < end ? bytes[offset - start] : 0
  }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let lower = min(max(range.lowerBound, start), end)
    let upper = min(max(range.upperBound, lower), end)
    return bytes[lower - start..<upper - start]
  }

  /// The offset of the last `byte` before `offset` that is still in the window.
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

  func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < end else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.firstIndex(of: byte, from: max(offset - start, 0)).map { $0 + start }
    }
  }

  func firstIndex(of mark: StaticString, from offset: Int) -> Int? {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    var offset = offset
    while let found = firstIndex(of: mark[0], from: offset) {
      if self[found..<found + mark.count].elementsEqual(mark) { return found }
      offset = found + 1
    }
    return nil
  }

  // MARK: Markup that libxml2 has told the end of
  //
  // What a callback wants to know it asks for at once: to be allowed to change the window takes longer
  // than to find a tag in it.

  struct Markup {
    var range: Range<Int>
    var position: SourcePosition
  }

  /// The start tag at whose `>` or `/>` an offset is; see ``position(at:)``.
  mutating func startTag(
    endingAt offset: Int
  ) -> (tag: Markup, contentPosition: SourcePosition, isEmpty: Bool) {
    let start = lastIndex(of: UInt8(ascii: "<"), before: offset) ?? offset
    let isEmpty = self[offset] == UInt8(ascii: "/")
    markupEnd = offset + (isEmpty ? 2 : 1)
    let tag = Markup(range: start..<markupEnd, position: position(at: start))
    return (tag, position(at: markupEnd), isEmpty)
  }

  /// The end tag before an offset.
  mutating func endTag(to end: Int) -> Range<Int> {
    markupEnd = end
    return (lastIndex(of: UInt8(ascii: "<"), before: end) ?? end)..<end
  }

  /// The comment or instruction before an offset; see ``position(at:)``.
  mutating func aside(to end: Int) -> Markup {
    skipDeclaration()
    var start = firstIndex(of: UInt8(ascii: "<"), from: markupEnd)
    // A CDATA section belongs to the text before it.
    while let found = start, self[found + 2] == UInt8(ascii: "[") {
      start = firstIndex(of: "]]>", from: found + 9).flatMap {
        firstIndex(of: UInt8(ascii: "<"), from: $0 + 3)
      }
    }
    markupEnd = end
    return Markup(range: (start ?? end)..<end, position: position(at: start ?? end))
  }

  /// The XML declaration is no event, but it is markup.
  mutating func skipDeclaration() {
    guard markupEnd == 0, self[0..<6].elementsEqual("<?xml ".utf8) else { return }
    markupEnd = firstIndex(of: UInt8(ascii: ">"), from: 0).map { $0 + 1 } ?? 0
  }

  // MARK: Lines

  /// Takes over the count of lines of a reader that is further.
  mutating func count(to place: XMLScanner.Place) {
    guard place.index >= counted else { return }
    counted = place.index
    line = place.line
    lineStart = place.lineStart
  }

  /// The position of an offset. Offsets may only grow from one call to the next; a smaller one
  /// gives the position of the largest so far.
  mutating func position(at offset: Int) -> SourcePosition {
    let target = min(max(offset, counted), end)
    bytes.withUnsafeBufferPointer { bytes in
      let new = UnsafeBufferPointer(rebasing: bytes[counted - start..<target - start])
      var lines = 0
      for byte in new where byte == UInt8(ascii: "\n") { lines += 1 }
      if lines > 0, let last = new.lastIndex(of: UInt8(ascii: "\n")) {
        line += lines
        lineStart = counted + last + 1
      }
    }
    counted = target
    return SourcePosition(line: line, column: target - lineStart + 1)
  }
}
