import TremaSupport

/// The offsets of the lines of a file.
struct LineOffsets {
  let starts: [Int]
  private let count: Int

  init(_ bytes: [UInt8]) {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    self.starts = starts
    count = bytes.count
  }

  /// The bytes of a place; nil when the file has no such place.
  func range(of location: SourceLocation) -> Range<Int>? {
    guard let start = location.start.flatMap(offset), let end = location.end.flatMap(offset),
      start <= end
    else { return nil }
    return start..<end
  }

  /// The byte of a place; nil when the file has no such place.
  func offset(_ position: SourcePosition) -> Int? {
    guard position.line >= 1, position.line <= starts.count, position.column >= 1 else {
      return nil
    }
    let offset = starts[position.line - 1] + position.column - 1
    let end = position.line < starts.count ? starts[position.line] : count
    return offset <= end ? offset : nil
  }
}
