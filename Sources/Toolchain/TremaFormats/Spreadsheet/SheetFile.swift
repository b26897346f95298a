import TremaSupport

/// A file that consists of rows. A text file is written row by row. A workbook is written at the
/// end because its parts refer to each other, so it requires memory in proportion to its content.
struct SheetFile: Sendable {
  private let columns: [SheetColumn]
  private let path: String
  /// The writer of a text file, or `nil` for a workbook.
  private let writer: CSVWriter?
  /// The rows of a workbook.
  private var table = Table(file: "")
  /// The problems since ``takeProblems()``.
  private var problems: [Diagnostic] = []

  /// Creates an empty file.
  ///
  /// - Parameters:
  ///   - kind: The format.
  ///   - columns: The columns, in order. The first column is the key.
  ///   - path: The path to print in diagnostics. The file is not opened.
  init(_ kind: SpreadsheetKind, columns: [SheetColumn], path: String) {
    self.columns = columns
    self.path = path
    writer = kind.textWriter
  }

  /// Writes the header.
  mutating func begin(into output: inout [UInt8]) {
    let header = Table([columns.map(\.title)])
    if let writer {
      output += writer.encode(header)
    } else {
      table = header
    }
  }

  /// Adds a row. Adds a problem if the row cannot be written.
  ///
  ///   - - Parameter cells: A cell for each column, starting with the key.
  mutating func append(_ cells: [String], into output: inout [UInt8]) {
    guard let key = cells.first, !key.isBlank else {
      problems.append(
        Diagnostic(
          .error, "missing-key", "a row without a key cannot be read back",
          hint: "add a key to the text"))
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

  /// Returns a problem if a row exceeds a limit of workbooks.
  private func problem(of cells: [String], key: String) -> Diagnostic? {
    if table.rows.count >= Workbook.maxRows {
      return Diagnostic(
        .error, "size-limit",
        "'\(key.shortened)' does not fit: a sheet can contain at most \(Workbook.maxRows) rows",
        hint: "use CSV, which has no limit", subject: key)
    }
    for (cell, column) in zip(cells, columns) {
      // A string has at least as many UTF-8 bytes as UTF-16 code units, so comparing the number of
      // bytes, which is fast, rules out most strings.
      guard cell.utf8.count > Workbook.maxTextLength, cell.utf16.count > Workbook.maxTextLength
      else {
        continue
      }
      return Diagnostic(
        .error, "size-limit",
        "'\(key.shortened)' is too long for a cell in the column '\(column.title)': "
          + "\(cell.utf16.count) UTF-16 code units",
        hint: "use CSV, which has no limit; a cell can contain at most \(Workbook.maxTextLength)",
        subject: key)
    }
    return nil
  }

  /// Writes the workbook. Does nothing for a text file.
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

  /// Returns and clears the problems since the last call.
  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }
}

extension String {
  /// Whether a cell contains only whitespace and control characters.
  var isBlank: Bool { utf8.allSatisfy { $0 <= 0x20 } }

  /// The string without leading and trailing whitespace and control characters.
  var trimmed: String {
    var bytes = utf8.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return String(Substring(bytes))
  }
}
