import TremaSupport

/// Takes rows of cells and makes a file of them: text at once, a workbook at the end, since its
/// parts refer to each other; it takes memory in proportion to what it holds.
struct SheetFile: Sendable {
  private let columns: [SheetColumn]
  private let path: String
  private let writer: CSVWriter?
  /// For a workbook.
  private var table = Table(file: "")
  private var problems: [Diagnostic] = []

  /// - Parameter path: the path to print in diagnostics; it is not opened.
  init(_ kind: SpreadsheetKind, columns: [SheetColumn], path: String) {
    self.columns = columns
    self.path = path
    writer = kind.textWriter
  }

  mutating func begin(into output: inout [UInt8]) {
    let header = Table([columns.map(\.title)])
    if let writer {
      output += writer.encode(header)
    } else {
      table = header
    }
  }

  /// Adds one row; or a problem, if there can be no such row.
  ///
  /// - Parameter cells: one a column, the key first.
  mutating func append(_ cells: [String], into output: inout [UInt8]) {
    guard let key = cells.first, !key.isBlank else {
      problems.append(
        Diagnostic(
          .error, "missing-key", "a row without a key is never read",
          hint: "give the text a key"))
      return
    }
    let rows = Table([cells]).rows
    if let writer {
      for row in rows { writer.append(row, to: &output) }
    } else if let problem = problem(of: cells, key: key) {
      problems.append(problem)
    } else {
      for row in rows {
        table.rows.append(TableRow(number: table.rows.count + 1, cells: row.cells))
      }
    }
  }

  private func problem(of cells: [String], key: String) -> Diagnostic? {
    if table.rows.count >= Workbook.mostRows {
      return Diagnostic(
        .error, "size-limit",
        "'\(key.shortened)' has no place: a sheet has \(Workbook.mostRows) rows",
        hint: "write CSV, which has no end", subject: key)
    }
    for (cell, column) in zip(cells, columns) {
      // A UTF-8 text has at least as many bytes as UTF-16 units.
      guard cell.utf8.count > Workbook.longestText, cell.utf16.count > Workbook.longestText else {
        continue
      }
      return Diagnostic(
        .error, "size-limit",
        "'\(key.shortened)' is too long for a cell in the column '\(column.title)': "
          + "\(cell.utf16.count) UTF-16 units",
        hint: "a cell has room for \(Workbook.longestText); write CSV, which has no limit",
        subject: key)
    }
    return nil
  }

  mutating func end(into output: inout [UInt8]) {
    guard writer == nil else { return }
    let sheet = Workbook.Sheet(
      name: SpreadsheetKind.sheetName, table: table, columnWidths: columns.map(\.width))
    do throws(Diagnostic) {
      output += try Workbook(sheets: [sheet]).encode(file: path)
    } catch {
      problems.append(error)
    }
  }

  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }
}

extension String {
  /// True when there is nothing in a cell that anybody sees.
  var isBlank: Bool { utf8.allSatisfy { $0 <= 0x20 } }

  /// Without white space at both ends.
  var trimmed: String {
    var bytes = utf8.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return String(Substring(bytes))
  }
}
