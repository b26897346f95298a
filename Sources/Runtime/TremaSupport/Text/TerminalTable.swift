/// A table with aligned columns for a terminal.
package struct TerminalTable {
  /// The alignment of a column.
  package enum Alignment {
    case leading, trailing
  }

  /// The alignments of the columns, starting with the first one.
  private var alignments: [Alignment]
  /// The maximum width, in terminal columns, that a cell contributes to the width of its column.
  private var maxWidth: Int
  /// The cells of the rows.
  private var rows: [[String]] = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - alignments: The alignments of the columns, starting with the first one. Further columns
  ///     are leading.
  ///   - maxWidth: The maximum width in terminal columns; wider cells do not widen their column.
  package init(_ alignments: [Alignment] = [], maxWidth: Int = .max) {
    self.alignments = alignments
    self.maxWidth = maxWidth
  }

  /// Adds a row.
  package mutating func append(_ cells: [String]) { rows.append(cells) }

  /// A line for each row, with two spaces between columns and no trailing spaces.
  package var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = rows.map { $0.map(TerminalText.width) }
    let columns = (0..<count).map { column in
      widths.lazy.filter { column < $0.count && $0[column] <= maxWidth }.map { $0[column] }.max()
        ?? 0
    }
    return zip(rows, widths).map { row, widths in
      let cells = row.indices.map { column in
        padded(row[column], columns[column] - widths[column], column)
      }
      let line = cells.joined(separator: "  ")
      let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") }
      return end.map { String(line[...$0]) } ?? ""
    }
  }

  /// Returns a cell with its padding.
  private func padded(_ cell: String, _ count: Int, _ column: Int) -> String {
    let padding = String(repeating: " ", count: max(0, count))
    return alignments.indices.contains(column) && alignments[column] == .trailing
      ? padding + cell : cell + padding
  }
}
