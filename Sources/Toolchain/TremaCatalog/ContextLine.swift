/// A line of a context, and its range.
package struct ContextLine {
  /// The whole context in UTF-8.
  private let context: [UInt8]
  /// The line's range in the context's bytes, without the line terminator.
  package let range: Range<Int>

  /// The words of the line, separated by whitespace.
  package var words: [ArraySlice<UInt8>] {
    context[range].split { Self.isSpace($0) }
  }

  /// The words of the line, joined by single spaces.
  var text: String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var followsSpace = false
    for byte in context[range] {
      if Self.isSpace(byte) {
        followsSpace = !text.isEmpty
        continue
      }
      if followsSpace { text.append(UInt8(ascii: " ")) }
      followsSpace = false
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the first word starts with `@`.
  package var mayBeAnnotation: Bool {
    context[range].first { !Self.isSpace($0) } == UInt8(ascii: "@")
  }

  /// Returns the range from the first word's start to the last word's end, or an empty range if
  /// there are no words.
  package static func range(of words: [ArraySlice<UInt8>]) -> Range<Int> {
    guard let first = words.first, let last = words.last else { return 0..<0 }
    return first.startIndex..<last.endIndex
  }

  /// Returns whether a byte is whitespace within a line.
  @inline(__always) private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  /// The lines of a context, found lazily because a context can have millions.
  ///
  /// Lines end with line feeds. The search is on bytes, because a carriage return and a
  /// line feed form a single `Character` in a Swift string.
  package struct All: Sequence, IteratorProtocol {
    private let context: [UInt8]
    private var start = 0

    package init(_ context: [UInt8]) { self.context = context }

    package mutating func next() -> ContextLine? {
      if start >= context.count { return nil }
      let end = context[start...].firstIndex(of: UInt8(ascii: "\n")) ?? context.count
      defer { start = end + 1 }
      return ContextLine(context: context, range: start..<end)
    }
  }
}
