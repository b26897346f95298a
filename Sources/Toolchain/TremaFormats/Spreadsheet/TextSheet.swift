import TremaDiagnostics
import TremaSupport

/// The table with the texts, and the names that messages use for its cells.
struct TextSheet {
  let table: Table
  /// The problems of cells that do not contain text, such as errors and formulas, by position.
  private var cellProblems: [SourcePosition: Diagnostic] = [:]
  /// The names of the other worksheets that are not empty.
  private(set) var otherSheets: [String] = []

  /// Reads a file. In a workbook, the worksheet with trema-core's name is used or, if there is
  /// none, the first worksheet that is neither empty nor hidden.
  ///
  /// - Throws: A diagnostic if the file is not of the given kind, or is damaged.
  init(_ bytes: [UInt8], _ kind: SpreadsheetKind, file: String) throws(Diagnostic) {
    switch kind {
    case .csv: table = try CSVReader().decode(bytes, file: file)
    case .tsv: table = try CSVReader(separator: .tab).decode(bytes, file: file)
    case .xlsx:
      let workbook = try Workbook.decode(bytes, file: file)
      let filled = workbook.sheets.filter { !$0.table.rows.isEmpty }
      let sheet =
        workbook.sheets.first { $0.name == SpreadsheetKind.sheetName }
        ?? filled.first { !$0.isHidden }
      table = sheet?.table ?? Table(file: file, sheet: workbook.sheets.first?.name)
      otherSheets = filled.map(\.name).filter { $0 != sheet?.name }
      for problem in workbook.problems {
        guard let position = problem.location?.start else { continue }
        let cell = TableCell("", column: position.column, at: position)
        if problem.subject == table.name(of: cell).shortenedField {
          cellProblems[position] = problem
        }
      }
    }
  }

  /// Returns the error for a cell that does not contain text: for example, `#REF!` is not a
  /// translation.
  func problem(of cell: TableCell) -> Diagnostic? {
    guard table.sheet != nil, var problem = cellProblems[cell.position] else { return nil }
    problem.severity = .error
    problem.location = location(of: cell)
    return problem
  }

  /// Returns the location of a cell. In a workbook, it consists only of the file because editors
  /// cannot open a workbook at a row.
  func location(of cell: TableCell) -> SourceLocation {
    table.sheet == nil ? table.location(of: cell) : SourceLocation(file: table.file)
  }

  /// Returns the name of a cell in a different row: `Texts!C14` or, in a text file, its line.
  func name(of cell: TableCell) -> String {
    table.sheet == nil ? "line \(cell.position.line)" : table.name(of: cell)
  }

  /// Returns a reference to another cell that explains a finding. The result is empty for a
  /// workbook, where the message names the cell.
  func related(_ message: String, at cell: TableCell) -> [Diagnostic.Related] {
    table.sheet == nil ? [Diagnostic.Related(message, at: location(of: cell))] : []
  }

  /// Returns a message about a cell. In a workbook, which has no lines, it starts with the cell's
  /// name.
  func cellMessage(_ message: String, of cell: TableCell) -> String {
    table.sheet == nil ? message : "\(table.name(of: cell)): \(message)"
  }

  /// Returns a finding for a cell.
  func finding(
    _ severity: Severity, _ code: String, _ message: String, at cell: TableCell, hint: String,
    subject: String = "", kind: Diagnostic.Kind = .finding
  ) -> Diagnostic {
    Diagnostic(
      severity, code, cellMessage(message, of: cell), at: location(of: cell), hint: hint,
      subject: subject, kind: kind)
  }
}

extension FindingList {
  /// Adds a finding for a cell. The message and the hint are evaluated only if the finding is kept.
  mutating func add(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at cell: TableCell, of sheet: TextSheet, hint: @autoclosure () -> String,
    subject: @autoclosure () -> String = "",
    related: @autoclosure () -> [Diagnostic.Related] = []
  ) {
    add(
      severity, code, sheet.cellMessage(message(), of: cell), at: sheet.location(of: cell),
      hint: hint(), subject: subject(), related: related())
  }
}
