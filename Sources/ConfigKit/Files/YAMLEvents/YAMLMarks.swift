import TremaSupport

/// Converts the marks of libyaml, which count characters, to byte offsets and positions.
struct YAMLMarks {
  private let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lines: [Int]
  private let isASCII: Bool
  // A character and its byte. Marks lie close to each other, so the next one is a few steps away.
  private var character = 0
  private var offset: Int

  /// - Parameter start: the offset of the first character, after a byte order mark.
  init(_ bytes: [UInt8], start: Int) {
    self.bytes = bytes
    offset = start
    isASCII = bytes.dropFirst(start).allSatisfy { $0 < 0x80 }
    lines =
      [start] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  mutating func offset(ofCharacter target: Int) -> Int {
    if isASCII { return min(lines[0] + target, bytes.count) }
    while character < target, offset < bytes.count {
      repeat { offset += 1 } while isInsideCharacter(offset)
      character += 1
    }
    while character > target, offset > lines[0] {
      repeat { offset -= 1 } while isInsideCharacter(offset)
      character -= 1
    }
    return offset
  }

  private func isInsideCharacter(_ offset: Int) -> Bool {
    offset < bytes.count && bytes[offset] & 0xC0 == 0x80
  }

  func position(of offset: Int) -> SourcePosition {
    var range = lines.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = lines[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return SourcePosition(line: range.lowerBound + 1, column: offset - lines[range.lowerBound] + 1)
  }

  /// - Parameter trimsEnd: whether white space at the end is left out: a block scalar ends with the
  ///   line break before the next token.
  mutating func extent(_ start: Int, _ end: Int, trimsEnd: Bool = false) -> YAMLExtent {
    let first = offset(ofCharacter: start)
    var last = max(first, offset(ofCharacter: end))
    while trimsEnd, last > first, bytes[last - 1] <= 0x20 { last -= 1 }
    return YAMLExtent(
      start: position(of: first), end: position(of: last), bytes: first..<last)
  }
}
