import TremaSupport

/// The byte offsets of a file's lines.
struct LineOffsets {
  /// The offset of each line's first byte.
  let starts: [Int]
  /// The size of the file in bytes.
  private let count: Int

  /// Finds the lines of a file. A line ends with a line feed.
  init(_ bytes: [UInt8]) {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    self.starts = starts
    count = bytes.count
  }

  /// Returns the byte range of a location, or `nil` if the file has no such location.
  func range(of location: SourceLocation) -> Range<Int>? {
    guard let start = location.start.flatMap(offset), let end = location.end.flatMap(offset),
      start <= end
    else { return nil }
    return start..<end
  }

  /// Returns the byte offset of a position, or `nil` if the file has no such position. The position
  /// after the last byte is valid.
  func offset(_ position: SourcePosition) -> Int? {
    guard position.line >= 1, position.line <= starts.count, position.column >= 1 else {
      return nil
    }
    let offset = starts[position.line - 1] + position.column - 1
    let end = position.line < starts.count ? starts[position.line] : count
    return offset <= end ? offset : nil
  }
}
