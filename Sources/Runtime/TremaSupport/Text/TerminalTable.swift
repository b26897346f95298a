/// Rows of cells in columns that are aligned in a terminal.
package struct TerminalTable {
  package enum Alignment {
    case leading, trailing
  }

  private var alignments: [Alignment]
  private var maxWidth: Int
  private var rows: [[String]] = []

  /// - Parameters:
  ///   - alignments: of the columns from the first one on; the others are leading.
  ///   - maxWidth: the terminal columns of the widest cell that its column is made as wide as.
  package init(_ alignments: [Alignment] = [], maxWidth: Int = .max) {
    self.alignments = alignments
    self.maxWidth = maxWidth
  }

  package mutating func append(_ cells: [String]) { rows.append(cells) }

  /// Returns a line for each row, with two spaces between columns and none at its end.
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

  private func padded(_ cell: String, _ count: Int, _ column: Int) -> String {
    let padding = String(repeating: " ", count: max(0, count))
    return alignments.indices.contains(column) && alignments[column] == .trailing
      ? padding + cell : cell + padding
  }
}
