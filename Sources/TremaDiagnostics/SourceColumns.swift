/// Counts columns as editors and services do, in UTF-16 code units, where findings count UTF-8
/// bytes.
///
/// Findings that stand close together are quickly counted, also in a file of one long line: the
/// count goes on from the place before.
struct SourceColumns {
  private let source: (SourceLocation) -> String?
  private var file: String?
  private var number = 0
  private var line: String?
  /// The place that was counted last, as an index, in bytes and in code units.
  private var last: (index: String.Index, bytes: Int, units: Int)?

  init(_ source: @escaping (SourceLocation) -> String?) { self.source = source }

  /// The column in UTF-16 code units, from 1.
  ///
  /// - Returns: nil when the line cannot be had or ends before the column. The byte order mark at
  ///   the start of a file is no column.
  mutating func utf16(_ position: SourcePosition, in file: String) -> Int? {
    look(file, position.line)
    guard let line, position.column >= 1 else { return nil }
    let mark = number == 1 && line.unicodeScalars.first == "\u{FEFF}"
    let start =
      mark ? line.unicodeScalars.index(after: line.startIndex) : line.startIndex
    var (index, bytes, units) = (start, 0, 0)
    if let last, last.bytes <= position.column - 1 { (index, bytes, units) = last }
    let scalars = line.unicodeScalars
    while bytes < position.column - 1 {
      guard index < scalars.endIndex else { return nil }
      bytes += UTF8.width(scalars[index])
      units += UTF16.width(scalars[index])
      index = scalars.index(after: index)
    }
    last = (index, bytes, units)
    return units + 1
  }

  private mutating func look(_ file: String, _ number: Int) {
    if self.file == file, self.number == number { return }
    (self.file, self.number, last) = (file, number, nil)
    line = source(
      SourceLocation(file: file, start: SourcePosition(line: number, column: 1)))
  }
}
