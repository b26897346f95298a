import TremaDiagnostics
import TremaSupport

/// The table with the texts, and the names of its cells in messages.
struct TextSheet {
  let table: Table
  /// The problems of cells without a written text, such as errors and formulas, by position.
  private var cellProblems: [SourcePosition: Diagnostic] = [:]
  /// The names of the other worksheets that are not empty.
  private(set) var otherSheets: [String] = []

  /// Reads a file. In a workbook, the worksheet of trema-core's name is used, or else the first
  /// that is neither empty nor hidden.
  ///
  /// - Throws: a diagnostic if the file is not of its kind, or damaged.
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

  /// Returns the error for a cell without a written text: `#REF!` is not a translation.
  func problem(of cell: TableCell) -> Diagnostic? {
    guard table.sheet != nil, var problem = cellProblems[cell.position] else { return nil }
    problem.severity = .error
    problem.location = location(of: cell)
    return problem
  }

  /// Returns the location of a cell. In a workbook, it is the file alone, because editors cannot
  /// show a row of it.
  func location(of cell: TableCell) -> SourceLocation {
    table.sheet == nil ? table.location(of: cell) : SourceLocation(file: table.file)
  }

  /// Returns the name of a cell in another row: `Texts!C14`, or its line in a text file.
  func name(of cell: TableCell) -> String {
    table.sheet == nil ? "line \(cell.position.line)" : table.name(of: cell)
  }

  /// Returns a reference to another cell that explains a finding. It is empty in a workbook, where
  /// the message names the cell.
  func related(_ message: String, at cell: TableCell) -> [Diagnostic.Related] {
    table.sheet == nil ? [Diagnostic.Related(message, at: location(of: cell))] : []
  }

  /// Returns a message about a cell. It begins with the name of the cell in a workbook, which has
  /// no lines.
  func cellMessage(_ message: String, of cell: TableCell) -> String {
    table.sheet == nil ? message : "\(table.name(of: cell)): \(message)"
  }

  /// Returns a finding at a cell.
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
  /// Adds a finding at a cell. The message and the hint are created only if the finding is kept.
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
