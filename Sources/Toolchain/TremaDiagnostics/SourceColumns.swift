import TremaSupport

/// Converts columns from UTF-8 bytes, which findings use, to UTF-16 code units, which editors and
/// services use.
///
/// A file can be one long line with thousands of findings, whose columns are requested in any
/// order. We therefore store checkpoints for each line, and count a column from the nearest
/// preceding checkpoint.
struct SourceColumns {
  /// Returns the line in which a location starts, or `nil` if it is not available.
  private let source: (SourceLocation) -> String?
  /// The file of the current line.
  private var file: String?
  /// The number of the current line, starting at 1, or 0 before the first line.
  private var number = 0
  /// The current line, or `nil` if it is not available.
  private var line: CountedLine?
  /// Other long lines with their checkpoints, by file and number.
  ///
  /// They are kept because consecutive requests may alternate between lines: a repeated key is
  /// reported together with its first occurrence on a different line.
  private var longLines: [String: [Int: CountedLine]] = [:]

  init(_ source: @escaping (SourceLocation) -> String?) { self.source = source }

  /// Returns a column in UTF-16 code units, starting at 1.
  ///
  /// A byte order mark at the start of a file is not counted.
  ///
  /// - Returns: `nil` if the line is not available or ends before the column.
  mutating func utf16(_ position: SourcePosition, in file: String) -> Int? {
    selectLine(file, position.line)
    guard position.column >= 1 else { return nil }
    return line?.units(before: position.column - 1).map { $0 + 1 }
  }

  /// Selects a line as the current line. If the previous line is long, it is kept in ``longLines``.
  private mutating func selectLine(_ file: String, _ number: Int) {
    if self.file == file, self.number == number { return }
    if let line, line.isLong, let file = self.file {
      longLines[file, default: [:]][self.number] = line
    }
    (self.file, self.number) = (file, number)
    line = longLines[file]?.removeValue(forKey: number)
    if line != nil { return }
    line = source(SourceLocation(file: file, start: SourcePosition(line: number, column: 1)))
      .map { CountedLine($0, isFirst: number == 1) }
  }
}

/// A line with checkpoints of its UTF-16 offsets.
private struct CountedLine {
  /// A checkpoint: an index, and the UTF-8 bytes and UTF-16 code units before it.
  private typealias Checkpoint = (index: String.Index, bytes: Int, units: Int)

  /// The distance between two checkpoints, in bytes.
  private static let step = 256

  private let scalars: String.UnicodeScalarView
  /// The checkpoints up to the last column that was counted. Checkpoint *n* is the first scalar at
  /// or after byte *n* × ``step``.
  private var checkpoints: [Checkpoint]

  /// Creates a line whose only checkpoint is its start.
  ///
  /// - Parameters:
  ///   - line: The contents of the line.
  ///   - isFirst: Whether the line is the first line of its file, which may start with a byte order
  ///     mark.
  init(_ line: String, isFirst: Bool) {
    scalars = line.unicodeScalars
    let mark = isFirst && scalars.first == "\u{FEFF}"
    checkpoints = [(mark ? scalars.index(after: scalars.startIndex) : scalars.startIndex, 0, 0)]
  }

  /// Whether counting the line again would be expensive.
  var isLong: Bool { checkpoints.count > 1 }

  /// Returns the number of UTF-16 code units before a byte offset.
  ///
  /// - Returns: `nil` if the line has fewer bytes.
  mutating func units(before bytes: Int) -> Int? {
    // A checkpoint may be up to three bytes after its multiple of the step, because scalars aren't
    // split.
    var number = min(bytes / Self.step, checkpoints.count - 1)
    if checkpoints[number].bytes > bytes { number -= 1 }
    var checkpoint = checkpoints[number]
    while checkpoint.bytes < bytes {
      guard checkpoint.index < scalars.endIndex else { return nil }
      checkpoint.bytes += UTF8.width(scalars[checkpoint.index])
      checkpoint.units += UTF16.width(scalars[checkpoint.index])
      checkpoint.index = scalars.index(after: checkpoint.index)
      if checkpoint.bytes >= checkpoints.count * Self.step { checkpoints.append(checkpoint) }
    }
    return checkpoint.units
  }
}
