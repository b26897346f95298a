import TremaSupport

/// Rows of cells in a CSV file or a worksheet. Blank rows are omitted, and rows may differ in
/// length.
package struct Table: Hashable, Sendable {
  /// The path to print in diagnostics.
  package var file: String
  /// The name of the worksheet, or `nil` for a CSV file, and for a table to write.
  package var sheet: String?
  package var rows: [TableRow]

  package init(file: String, sheet: String? = nil, rows: [TableRow] = []) {
    self.file = file
    self.sheet = sheet
    self.rows = rows
  }

  /// Creates a table to write from the strings of its rows.
  package init(_ texts: [[String]]) {
    self.init(file: "")
    for (number, texts) in zip(1..., texts) {
      let cells = zip(1..., texts).map { column, text in
        TableCell(text, column: column, at: SourcePosition(line: number, column: column))
      }
      rows.append(TableRow(number: number, cells: cells))
    }
  }

  /// Returns the location of a cell for a diagnostic. In a worksheet, the line is the row number
  /// and the column is the column number; the message should then contain ``name(of:)``.
  package func location(of cell: TableCell) -> SourceLocation {
    SourceLocation(file: file, start: cell.position)
  }

  /// Returns the name of a cell: `Texts!C14` in a worksheet, `column 3` in a CSV file.
  package func name(of cell: TableCell) -> String {
    guard let sheet else { return "column \(cell.column)" }
    return "\(sheet)!\(CellReference(row: cell.position.line, column: cell.column))"
  }
}

/// A row in a worksheet, or a record in a CSV file.
package struct TableRow: Hashable, Sendable {
  /// The row in the worksheet, or the number of the record, not counting blank records. Starts at
  /// 1.
  package var number: Int
  /// The cells, in column order. A worksheet row omits empty cells. A record has all of its cells.
  package var cells: [TableCell]
  /// The end of the record in a CSV file, or `nil` in a worksheet.
  package var end: SourcePosition?

  package init(number: Int, cells: [TableCell], end: SourcePosition? = nil) {
    self.number = number
    self.cells = cells
    self.end = end
  }

  /// The last column with a cell, or 0 if there is none.
  package var width: Int { cells.last?.column ?? 0 }

  /// The cell in a column, from 1. A missing cell is empty. Its position is the position that it
  /// would have in a worksheet, or the end of the record.
  ///
  /// - Complexity: Logarithmic in the number of cells in the worst case.
  package subscript(column: Int) -> TableCell {
    // If no preceding cell is missing, the index of a cell is its column minus one.
    if cells.indices.contains(column - 1), cells[column - 1].column == column {
      return cells[column - 1]
    }
    // The search is binary because a malicious worksheet can have thousands of columns, each of
    // which is looked up.
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].column < column { low = middle + 1 } else { high = middle }
    }
    if low < cells.count, cells[low].column == column { return cells[low] }
    return TableCell(
      "", column: column, at: end ?? SourcePosition(line: number, column: column))
  }
}

/// A cell of a table.
package struct TableCell: Hashable, Sendable {
  package var text: String
  /// The column, from 1.
  package var column: Int
  /// In a CSV file, the position of the cell's first byte, including its quote. In every encoding,
  /// columns are counted in UTF-8 bytes, without a byte order mark. In a worksheet, the row and
  /// column of the cell.
  package var position: SourcePosition

  package init(_ text: String, column: Int, at position: SourcePosition) {
    self.text = text
    self.column = column
    self.position = position
  }
}
