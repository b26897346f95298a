import TremaSupport

/// Rows of cells, as a CSV file or a sheet of a workbook holds them. Blank rows are left out; rows
/// may differ in length.
package struct Table: Hashable, Sendable {
  /// The path to print in diagnostics.
  package var file: String
  /// The name of the sheet; nil for a CSV file, and for a table that is to be written.
  package var sheet: String?
  package var rows: [TableRow]

  package init(file: String, sheet: String? = nil, rows: [TableRow] = []) {
    self.file = file
    self.sheet = sheet
    self.rows = rows
  }

  /// A table that is to be written.
  package init(_ texts: [[String]]) {
    self.init(file: "")
    for (number, texts) in zip(1..., texts) {
      let cells = zip(1..., texts).map { column, text in
        TableCell(text, column: column, at: SourcePosition(line: number, column: column))
      }
      rows.append(TableRow(number: number, cells: cells))
    }
  }

  /// The place of a cell, for a diagnostic. In a sheet the line is the row and the column is the
  /// number of the column; say ``name(of:)`` in the message then.
  package func location(of cell: TableCell) -> SourceLocation {
    SourceLocation(file: file, start: cell.position)
  }

  /// Returns the name of a cell: `Texts!C14` in a sheet, `column 3` in a CSV file.
  package func name(of cell: TableCell) -> String {
    guard let sheet else { return "column \(cell.column)" }
    return "\(sheet)!\(CellReference(row: cell.position.line, column: cell.column))"
  }
}

package struct TableRow: Hashable, Sendable {
  /// The row of the sheet, or the number of the record among those that are not blank; from 1.
  package var number: Int
  /// The cells by column, in order. A sheet has gaps where cells are empty; a CSV file has all its cells.
  package var cells: [TableCell]
  /// The end of a record of a CSV file; nil in a sheet.
  package var end: SourcePosition?

  package init(number: Int, cells: [TableCell], end: SourcePosition? = nil) {
    self.number = number
    self.cells = cells
    self.end = end
  }

  /// The last column that has a cell; 0 when there is none.
  package var width: Int { cells.last?.column ?? 0 }

  /// The cell of a column, counted from 1. A cell that is not there is empty and is where it
  /// would be in a sheet, or at the end of the record.
  package subscript(column: Int) -> TableCell {
    // Where nothing is missing before it, a cell is at its own number.
    if cells.indices.contains(column - 1), cells[column - 1].column == column {
      return cells[column - 1]
    }
    // A hostile sheet has thousands of columns, and each is looked up.
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

package struct TableCell: Hashable, Sendable {
  package var text: String
  /// The column, from 1.
  package var column: Int
  /// In a CSV file the place of the cell's first byte, its quote included, counted in UTF-8 without
  /// a byte order mark in every encoding of the file; in a sheet the row and the column.
  package var position: SourcePosition

  package init(_ text: String, column: Int, at position: SourcePosition) {
    self.text = text
    self.column = column
    self.position = position
  }
}
