import TremaSupport

/// A mapping from parts of decoded strings to locations in the document. The offsets differ if the
/// string contains escapes.
package struct JSONStringLocations: Sendable {
  private let bytes: [UInt8]
  /// The byte offset where each line starts.
  private let lineStarts: [Int]

  /// Creates a mapping for a document.
  ///
  /// - Parameter bytes: The whole document, as passed to `JSONValue.decode(_:file:)`.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    lineStarts = starts
  }

  /// Returns the location of part of a string.
  ///
  /// - Parameters:
  ///   - range: The offsets in the decoded string, in bytes of UTF-8 from 0.
  ///   - string: The location of the string, including its quotes.
  /// - Returns: The location from the first byte of the range to the byte after its last. Escapes
  ///   are included as a whole.
  package func location(of range: Range<Int>, in string: SourceLocation) -> SourceLocation {
    guard let start = string.start, lineStarts.indices.contains(start.line - 1) else {
      return string
    }
    let lineStart = lineStarts[start.line - 1]
    // Strings contain no line ends, so the column determines the offset.
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

  /// Returns the length of the byte or escape at an offset, and the number of bytes that it decodes
  /// to, or `nil` at the end of the string.
  private func step(at index: Int) -> (length: Int, decoded: Int)? {
    guard index < bytes.count, bytes[index] != UInt8(ascii: "\"") else { return nil }
    guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else { return (1, 1) }
    guard bytes[index + 1] == UInt8(ascii: "u"), let unit = unit(at: index + 2) else {
      return (2, 1)
    }
    switch unit {
    case 0..<0x80: return (6, 1)
    case 0x80..<0x800: return (6, 2)
    // The reader has combined this high surrogate with a low one.
    case 0xD800..<0xDC00: return (12, 4)
    default: return (6, 3)
    }
  }

  /// Returns the value of four hexadecimal digits.
  private func unit(at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    return UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
  }
}
