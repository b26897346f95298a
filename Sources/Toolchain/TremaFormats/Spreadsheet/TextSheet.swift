import TremaDiagnostics
import TremaSupport

/// The table that texts are read from, and how its cells are named to people.
struct TextSheet {
  let table: Table
  /// The problems of cells without a text of people: errors, formulas without a result.
  private var broken: [SourcePosition: Diagnostic] = [:]
  /// The sheets beside it that are not empty.
  private(set) var others: [String] = []

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
      others = filled.map(\.name).filter { $0 != sheet?.name }
      for problem in workbook.problems {
        guard let place = problem.location?.start else { continue }
        let cell = TableCell("", column: place.column, at: place)
        if problem.subject == table.name(of: cell).shortenedField { broken[place] = problem }
      }
    }
  }

  /// Returns the error of a cell that holds no text: `#REF!` is no translation.
  func problem(of cell: TableCell) -> Diagnostic? {
    guard table.sheet != nil, var problem = broken[cell.position] else { return nil }
    problem.severity = .error
    problem.location = location(of: cell)
    return problem
  }

  /// In a workbook the file: no editor goes to a row of it.
  func location(of cell: TableCell) -> SourceLocation {
    table.sheet == nil ? table.location(of: cell) : SourceLocation(file: table.file)
  }

  /// Returns the name of a cell of another row: `Texts!C14`, or its line in a file of text.
  func name(of cell: TableCell) -> String {
    table.sheet == nil ? "line \(cell.position.line)" : table.name(of: cell)
  }

  /// Another cell that explains a finding; nothing in a workbook, where the message names it.
  func related(_ message: String, at cell: TableCell) -> [Diagnostic.Related] {
    table.sheet == nil ? [Diagnostic.Related(message, at: location(of: cell))] : []
  }

  /// Returns a message about a cell, which is named where no line can be shown.
  func told(_ message: String, of cell: TableCell) -> String {
    table.sheet == nil ? message : "\(table.name(of: cell)): \(message)"
  }

  /// A finding at a cell.
  func finding(
    _ severity: Severity, _ code: String, _ message: String, at cell: TableCell, hint: String,
    subject: String = "", kind: Diagnostic.Kind = .finding
  ) -> Diagnostic {
    Diagnostic(
      severity, code, told(message, of: cell), at: location(of: cell), hint: hint,
      subject: subject, kind: kind)
  }
}

extension FindingList {
  /// Notes what was found at a cell.
  mutating func add(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at cell: TableCell, of sheet: TextSheet, hint: @autoclosure () -> String,
    subject: @autoclosure () -> String = "",
    related: @autoclosure () -> [Diagnostic.Related] = []
  ) {
    add(
      severity, code, sheet.told(message(), of: cell), at: sheet.location(of: cell),
      hint: hint(), subject: subject(), related: related())
  }
}
