import TremaSupport

/// Counts lines up to a requested place, so that a file is counted once.
struct LineCounter {
  private var counted = 0
  private var line = 1
  private var lineStart = 0

  mutating func position(at offset: Int, in bytes: [UInt8]) -> SourcePosition {
    // Back only for a mistake, which ends the reading, and for the first key of a file.
    if offset < counted { self = LineCounter() }
    for index in counted..<offset where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    counted = offset
    return SourcePosition(line: line, column: offset - lineStart + 1)
  }
}
