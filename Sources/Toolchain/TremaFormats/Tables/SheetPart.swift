import TremaSupport

/// The cells of one worksheet, for example in `xl/worksheets/sheet1.xml`.
final class SheetPart: PartContent {
  /// A cell whose element is open.
  private struct Cell {
    var reference: CellReference
    /// The `t` attribute: `s` for a shared string, `inlineStr`, `str`, `n`, `b`, `d` or `e`.
    var type: String
    /// The number format code, if numbers are displayed differently from how they are stored.
    var format: String?
    /// The content of the `v` element, in UTF-8.
    var value: [UInt8] = []
    var hasFormula = false
  }

  let root = "worksheet"
  /// The rows with text that have been read.
  private(set) var table: Table
  /// The warnings about cells whose text differs from what they display.
  private(set) var problems: [Diagnostic] = []
  private let strings: SharedStringsPart
  private let formats: NumberFormats
  /// The row of the open element, from 1.
  private var row = 0
  /// The column of the last cell in the open row, from 1.
  private var column = 0
  /// The cells with text in the open row.
  private var cells: [TableCell] = []
  private var cell: Cell?
  private var isInValue = false
  /// The text of a cell with the `inlineStr` type.
  private var inline = RichText()

  init(file: String, sheet: String, strings: SharedStringsPart, formats: NumberFormats) {
    table = Table(file: file, sheet: sheet)
    self.strings = strings
    self.formats = formats
  }

  /// Handles the start of an element. Rows and cells may omit their references.
  ///
  /// - Throws: A diagnostic if rows or cells are not in order.
  func start(_ name: String, in parent: String, _ attributes: PartAttributes) throws(Diagnostic) {
    inline.start(name, in: parent, item: "is")
    isInValue = false
    switch (parent, name) {
    case ("sheetData", "row"): try startRow(attributes["r"])
    case ("row", "c"): try startCell(attributes)
    case ("c", "v"): isInValue = true
    case ("c", "f"): cell?.hasFormula = true
    default: break
    }
  }

  func characters(_ utf8: Span<UInt8>) {
    inline.characters(utf8)
    if isInValue { utf8.withUnsafeBufferPointer { cell?.value.append(contentsOf: $0) } }
  }

  /// Handles the end of an element. Rows without text are omitted.
  func end(_ name: String, in parent: String) throws(Diagnostic) {
    inline.end(name)
    isInValue = false
    switch (parent, name) {
    case ("row", "c"): try endCell()
    case ("sheetData", "row"):
      if !cells.isEmpty { table.rows.append(TableRow(number: row, cells: cells)) }
    default: break
    }
  }

  /// Starts a row.
  ///
  /// - Parameter number: The `r` attribute, or `nil` for the row after the previous one.
  /// - Throws: A diagnostic if the rows are not in order or exceed the limit.
  private func startRow(_ number: String?) throws(Diagnostic) {
    let next = number.map { CellReference.row($0.utf8) } ?? row + 1
    guard let next, next > row, next <= CellReference.lastRow else {
      throw invalidWorksheet("a row '\(number ?? "")' after row \(row)")
    }
    row = next
    column = 0
    cells = []
  }

  /// Starts a cell.
  ///
  /// - Throws: A diagnostic if its reference is invalid, out of order, or in a different row.
  private func startCell(_ attributes: PartAttributes) throws(Diagnostic) {
    let name = attributes["r"]
    let next = name.map(CellReference.init) ?? CellReference(row: row, column: column + 1)
    guard let next, next.row == row, next.column > column,
      next.column <= CellReference.lastColumn
    else {
      throw invalidWorksheet("a cell '\(name ?? "")' in row \(row), after column \(column)")
    }
    column = next.column
    let format = formats.format(ofStyle: attributes["s"])
    cell = Cell(reference: next, type: attributes["t"] ?? "n", format: format)
  }

  /// Adds the cell to its row unless it is empty. Adds a warning if its text was not typed.
  private func endCell() throws(Diagnostic) {
    guard let cell else { return }
    self.cell = nil
    let runs = inline.take()
    // In a workbook, a position's line and column are a cell's row and column.
    let position = SourcePosition(line: cell.reference.row, column: cell.reference.column)
    let text = try text(of: cell, inline: runs)
    // If several conditions apply to a cell, their order determines the warning.
    if cell.type == "e" {
      warn("cell-error", "contains the error '\(text)'", cell, hint: "enter the text itself")
    } else if cell.hasFormula, cell.type != "str", cell.value.isEmpty {
      warn(
        "missing-result", "contains a formula without a stored result", cell,
        hint: "open and save the file in a spreadsheet app, or replace the formula with its text")
    } else if cell.hasFormula, !text.isEmpty {
      // The result of a formula isn't typed. It depends on other cells, and may depend on the
      // machine.
      warn(
        "formula", "contains a formula", cell,
        hint: "copy the cell and paste it as a value, or enter the text itself")
    } else if cell.type == "d" || cell.type == "n" && !text.isEmpty && cell.format != nil {
      let format = cell.format.map { ", shown as '\($0)'" } ?? ""
      warn(
        "formatted-number", "contains the \(cell.type == "d" ? "date" : "number") \(text)\(format)",
        cell, hint: "format the cell as text, and enter the text again")
    }
    if !text.isEmpty {
      cells.append(TableCell(text, column: cell.reference.column, at: position))
    }
  }

  /// Returns the text of a cell according to its type.
  ///
  /// - Throws: A diagnostic for an unknown type or an invalid value, and if shared strings expand
  ///   beyond their limit.
  private func text(of cell: Cell, inline: String) throws(Diagnostic) -> String {
    switch cell.type {
    case "inlineStr": return inline
    case "str": return String(decoding: SpreadsheetEscaping.decode(cell.value), as: UTF8.self)
    case "n", "d", "e": return Self.trimmed(cell.value)
    case "s":
      let word = Self.trimmed(cell.value)
      if word.isEmpty { return "" }
      guard let index = Int(word), let text = strings[index] else {
        throw invalidWorksheet("no text '\(word)' for the cell \(cell.reference)")
      }
      guard strings.addReference(text) else { throw expansionLimitExceeded(cell) }
      return text
    case "b":
      switch Self.trimmed(cell.value) {
      case "1", "true": return "TRUE"
      case "0", "false": return "FALSE"
      case "": return ""
      case let word:
        throw invalidWorksheet("'\(word)' instead of true or false in the cell \(cell.reference)")
      }
    default: throw invalidWorksheet("the unknown type '\(cell.type)' in the cell \(cell.reference)")
    }
  }

  /// Returns a value without surrounding whitespace.
  private static func trimmed(_ value: [UInt8]) -> String {
    var value = value[...]
    while let byte = value.first, byte <= 0x20 { value = value.dropFirst() }
    while let byte = value.last, byte <= 0x20 { value = value.dropLast() }
    return String(decoding: value, as: UTF8.self)
  }

  /// Returns the name of a cell, such as `Texts!C14`, for messages.
  private func name(of cell: Cell) -> String { "\(table.sheet ?? "")!\(cell.reference)" }

  /// Adds a warning for a cell. Its subject is the name of the cell.
  private func warn(_ code: String, _ message: String, _ cell: Cell, hint: String) {
    let name = name(of: cell)
    let position = SourcePosition(line: cell.reference.row, column: cell.reference.column)
    problems.append(
      Diagnostic(
        .warning, code, "cell \(name) \(message)",
        at: SourceLocation(file: table.file, start: position), hint: hint, subject: name))
  }

  /// Returns the diagnostic for shared strings that are referenced too often.
  private func expansionLimitExceeded(_ cell: Cell) -> Diagnostic {
    Diagnostic(
      .error, "expansion-limit",
      "the shared texts in cells add up to more than \(strings.limit) bytes (cell \(name(of: cell)))",
      at: SourceLocation(file: table.file),
      hint: "split the workbook; the limit protects against malicious files", kind: .unreadable)
  }

  /// Returns a diagnostic about the structure of the worksheet.
  private func invalidWorksheet(_ message: String) -> Diagnostic {
    .invalidWorkbook("the sheet '\(table.sheet ?? "")' has \(message)", file: table.file)
  }
}
