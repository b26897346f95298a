/// A line of a context, and where it is.
package struct ContextLine {
  private let context: [UInt8]
  /// In the bytes of the context, without its line end.
  package let range: Range<Int>

  /// The words of the line.
  package var words: [ArraySlice<UInt8>] {
    context[range].split { Self.isSpace($0) }
  }

  /// The words with one space between two of them.
  var text: String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var isBehindSpace = false
    for byte in context[range] {
      if Self.isSpace(byte) {
        isBehindSpace = !text.isEmpty
        continue
      }
      if isBehindSpace { text.append(UInt8(ascii: " ")) }
      isBehindSpace = false
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether its first word begins with an `@`.
  package var mayBeAnnotation: Bool {
    context[range].first { !Self.isSpace($0) } == UInt8(ascii: "@")
  }

  /// Returns the range from the first word to the last.
  package static func range(of words: [ArraySlice<UInt8>]) -> Range<Int> {
    guard let first = words.first, let last = words.last else { return 0..<0 }
    return first.startIndex..<last.endIndex
  }

  @inline(__always) private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  /// The lines of a context, of which there may be millions, one after the other. They end with line feeds:
  /// to Swift a carriage return and the line feed after it are one character, and so it goes by bytes.
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
