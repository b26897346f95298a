import TremaSupport

/// Finds the place of a part of a string in the document it was read from, where escapes make it
/// are elsewhere than the decoded text says.
package struct JSONStringPlaces: Sendable {
  private let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]

  /// - Parameter bytes: the whole document, as ``JSONValue/decode(_:file:)`` got it.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    lineStarts = starts
  }

  /// - Parameters:
  ///   - range: UTF-8 bytes of the decoded string, counted from its beginning.
  ///   - string: where the string is, its quotation marks included.
  /// - Returns: from the first byte of the range to the one after its last; an escape counts whole.
  package func location(of range: Range<Int>, in string: SourceLocation) -> SourceLocation {
    guard let start = string.start, lineStarts.indices.contains(start.line - 1) else {
      return string
    }
    let lineStart = lineStarts[start.line - 1]
    // Strings hold no line end, so that a column is enough.
    var index = min(lineStart + start.column, bytes.count)
    var decoded = 0
    while decoded < range.lowerBound, let step = step(at: index) {
      if decoded + step.decoded > range.lowerBound { break }
      decoded += step.decoded
      index += step.length
    }
    let first = index
    while decoded < range.upperBound, let step = step(at: index) {
      decoded += step.decoded
      index += step.length
    }
    return SourceLocation(
      file: string.file, start: SourcePosition(line: start.line, column: first - lineStart + 1),
      end: SourcePosition(line: start.line, column: index - lineStart + 1))
  }

  /// How many bytes the byte or escape at `index` has, and how many it means; nil at the end of
  /// the string.
  private func step(at index: Int) -> (length: Int, decoded: Int)? {
    guard index < bytes.count, bytes[index] != UInt8(ascii: "\"") else { return nil }
    guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else { return (1, 1) }
    guard bytes[index + 1] == UInt8(ascii: "u"), let unit = unit(at: index + 2) else {
      return (2, 1)
    }
    switch unit {
    case 0..<0x80: return (6, 1)
    case 0x80..<0x800: return (6, 2)
    // The reader took it for the first half of a pair.
    case 0xD800..<0xDC00: return (12, 4)
    default: return (6, 3)
    }
  }

  private func unit(at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    return UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
  }
}
