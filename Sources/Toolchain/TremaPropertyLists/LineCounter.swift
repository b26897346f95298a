import TremaSupport

/// A line counter that continues from the last requested offset, so a file is read only once if
/// offsets increase.
struct LineCounter {
  /// The offset up to which lines have been counted.
  private var countedEnd = 0
  /// The line at `countedEnd`, from 1.
  private var line = 1
  /// The offset of the first byte in `line`.
  private var lineStart = 0

  /// Returns the position of an offset. Columns are counted in bytes, from 1.
  mutating func position(at offset: Int, in bytes: [UInt8]) -> SourcePosition {
    // Offsets decrease only for a problem, which ends reading, and for the first key of a file.
    if offset < countedEnd { self = LineCounter() }
    for index in countedEnd..<offset where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    countedEnd = offset
    return SourcePosition(line: line, column: offset - lineStart + 1)
  }
}
