import TremaCatalog
import TremaMessages
import TremaSupport

/// A reader for tables of texts, which contain the translations for one language or for all
/// languages in a catalog.
///
/// A cell contains the text itself, with unescaped line breaks and backslashes. An empty cell means
/// that there is no value, unless it has a status.
///
/// Based on trema-core's CSV and XLS importers, and the changes that people commonly make to such
/// files.
struct SpreadsheetReader {
  private let sheet: TextSheet
  private let options: ReadingOptions
  /// The meaning of the columns.
  private var header: SheetHeader
  /// The columns to read, in order.
  private let columns: [Int]
  /// The number of cells in the header.
  private let width: Int
  private var reading: FormatReading
  /// The first cell of each key.
  private var firstCells: [ExactKey: TableCell] = [:]
  /// The columns with texts that are not read.
  private var unreadColumns: Set<Int> = []

  /// Reads a whole file.
  ///
  /// - Throws: A diagnostic if the file is not a table, or its first row is not a header.
  static func read(
    _ bytes: [UInt8], _ kind: SpreadsheetKind, _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let sheet = try TextSheet(bytes, kind, file: options.file)
    guard let first = sheet.table.rows.first else {
      throw Diagnostic(
        .error, "missing-column", "the file has no header row",
        at: SourceLocation(file: options.file),
        hint: "add a first row with the column titles: 'Key' and the languages",
        kind: .unreadable)
    }
    var headerReader = SheetHeaderReader(sheet, first, options)
    let header = try headerReader.header()
    var reader = SpreadsheetReader(sheet, header, options, width: first.width)
    reader.reading.findings = headerReader.findings
    if kind != .xlsx, !header.isGuarded, !options.originals.isEmpty {
      reader.header.isGuarded = isGuarded(
        sheet.table.rows.dropFirst(), header, originals: options.originals)
    }
    for row in sheet.table.rows.dropFirst() { reader.read(row) }
    reader.unreadColumns.subtract(headerReader.rejectedColumns)
    reader.noteUnread(first)
    return reader.reading
  }

  private init(
    _ sheet: TextSheet, _ header: SheetHeader, _ options: ReadingOptions, width: Int
  ) {
    self.sheet = sheet
    self.header = header
    self.options = options
    reading = FormatReading(options)
    columns = header.columns
    self.width = width
    reading.masterLanguage = header.masterLanguage?.description
    reading.hasStatuses = header.languages.contains { $0.status != nil }
    reading.sheet = sheet.table.sheet
  }

  // MARK: Rows

  /// Reads a row as a text, unless it is invalid or its key already exists.
  private mutating func read(_ row: TableRow) {
    var position = 0
    for cell in row.cells where !cell.text.isBlank {
      if cell.column > width, sheet.table.sheet == nil {
        let width = width
        // A separator in an unquoted cell splits a text into two cells.
        reading.findings.add(
          .error, "too-many-cells",
          "the row has \(row.width) cells, but the header has \(width)", at: cell, of: sheet,
          hint: "quote a text that contains the cell separator")
        return
      }
      // Cells and columns are both in order, so they are compared in one pass.
      while position < columns.count, columns[position] < cell.column { position += 1 }
      if position == columns.count || columns[position] != cell.column {
        unreadColumns.insert(cell.column)
      }
    }
    guard let key = key(of: row) else { return }
    var values: [Value] = []
    for column in header.languages {
      if let value = value(of: row, column, key: key.text) { values.append(value) }
    }
    let context = header.contextColumn.flatMap { text(of: row[$0]) } ?? ""
    var annotations = Annotations(context)
    if let limit = header.limit.flatMap({ Int(row[$0].text) }), limit > 0 {
      annotations.maximumLength = annotations.maximumLength ?? limit
    }
    reading.texts.append(
      Text(
        key: key.text, annotations: annotations, values: values, options: options,
        at: key.position))
  }

  /// Returns the cell with the key of a row. Returns `nil` if the row is empty or invalid; invalid
  /// rows are reported.
  private mutating func key(of row: TableRow) -> TableCell? {
    var key = row[header.keyColumn]
    if key.text.isBlank {
      // A row without any content isn't a problem.
      let isBlank = columns.allSatisfy { row[$0].text.isBlank }
      if !isBlank {
        reading.findings.add(
          .error, "missing-key", "the row has no key", at: key, of: sheet,
          hint: "enter the text's key in the column 'Key', or clear the row")
      }
      return nil
    }
    // The key may also have a formula guard apostrophe.
    guard let text = text(of: key) else { return nil }
    key.text = text
    if let first = firstCells[ExactKey(key.text)] {
      let sheet = sheet
      reading.findings.add(
        .error, "duplicate-key",
        "key '\(key.text)' is defined twice "
          + "(first \(sheet.table.sheet == nil ? "on" : "in") \(sheet.name(of: first)))", at: key,
        of: sheet, hint: "rename or remove one of them", subject: key.text,
        related: sheet.related("first defined here", at: first))
      return nil
    }
    firstCells[ExactKey(key.text)] = key
    return key
  }

  /// Returns the value in a language, or `nil` if it is missing or invalid.
  ///
  /// - Parameter column: The columns of the language.
  private mutating func value(
    of row: TableRow, _ column: SheetHeader.LanguageColumn, key: String
  ) -> Value? {
    let cell = row[column.column]
    let statusCell = column.status.map { row[$0] }
    let hasStatus = statusCell.map { !$0.text.isBlank } ?? false
    if cell.text.isEmpty, !hasStatus {
      // A formula without a stored result looks empty, which isn't what its author intended.
      if let problem = sheet.problem(of: cell) { reading.findings.add(problem) }
      return nil
    }
    guard let text = text(of: cell) else { return nil }
    if CellError.isErrorValue(text), !isGenuine(text, key, row, excluding: column) {
      reading.findings.add(
        .error, "cell-error", "the cell contains the error '\(text)'", at: cell, of: sheet,
        hint: "enter the text itself", subject: "\(key) \(column.language)")
      return nil
    }
    let (message, issues) = Message.parse(text, backslash: .literal)
    for issue in issues {
      guard case .invalid(let reason) = issue.kind else { continue }
      reading.findings.add(
        .error, "invalid-message",
        "'\(key.shortened)' in '\(column.language)' is not a valid message: \(reason)",
        at: cell, of: sheet,
        hint: "keep braces, commas and the words plural, select and other as they were",
        subject: "\(key) \(column.language)")
      return nil
    }
    return Value(
      language: column.language.description, status: status(statusCell), message: message,
      spelling: text, options: options, at: cell.position)
  }

  /// Returns whether a text that looks like an error value is genuine, because a different language
  /// or the catalog has the same text.
  private func isGenuine(
    _ text: String, _ key: String, _ row: TableRow, excluding column: SheetHeader.LanguageColumn
  ) -> Bool {
    header.languages.contains { $0.column != column.column && row[$0.column].text == text }
      || options.originals[ExactKey(key)]?.values.contains { $0.source == text } ?? false
  }

  /// Returns the status in a cell, or `nil` if there is none. An unknown status is reported and
  /// kept.
  private mutating func status(_ cell: TableCell?) -> Status? {
    guard let cell, !cell.text.isBlank else { return nil }
    let status = Status(cell: cell.text)
    if case .undefined(let word?) = status {
      reading.findings.add(
        .note, "unknown-status", "unknown status '\(word)'", at: cell, of: sheet,
        hint: "use one of 'initial', 'translated', 'verified', 'special'", subject: word)
    }
    return status
  }

  /// Returns the text of a cell. If the cell contains an error or a NUL character, reports it and
  /// returns `nil`.
  private mutating func text(of cell: TableCell) -> String? {
    if let problem = sheet.problem(of: cell) {
      reading.findings.add(problem)
      return nil
    }
    if cell.text.utf8.contains(0) {
      reading.findings.add(
        .error, "invalid-character", "a text cannot contain a NUL character", at: cell, of: sheet,
        hint: "remove it from the cell")
      return nil
    }
    var text = cell.text
    if header.isGuarded { text = text.withoutFormulaGuard }
    if options.unifiesLineBreaks { text.unifyLineBreaks() }
    return text
  }

  // MARK: Unread parts

  /// Reports columns and worksheets that are not read.
  ///
  /// - Parameter first: The row of the titles.
  private mutating func noteUnread(_ first: TableRow) {
    for column in unreadColumns.sorted() {
      let cell = first[column]
      let title = cell.text.isBlank ? "without a title" : "'\(cell.text)'"
      reading.findings.add(
        .note, "unread-column", "the column \(title) is not read", at: cell, of: sheet,
        hint: "title a column of texts with its language: 'fr', or 'Value (fr)'",
        subject: cell.text)
    }
    if !sheet.otherSheets.isEmpty {
      let names = sheet.otherSheets.map { "'\($0)'" }.joined(separator: ", ")
      let sheet = sheet.table.sheet ?? ""
      reading.findings.add(
        .note, "unread-sheet", "only the sheet '\(sheet)' is read, not \(names)",
        at: SourceLocation(file: options.file),
        hint: "rename the sheet with the texts to '\(SpreadsheetKind.sheetName)'")
    }
  }
}

/// The words that spreadsheet applications write to text files for a failed formula, for example if
/// someone typed `-Text` or `=Text`.
///
/// See ECMA-376 Part 1, section 18.17.3; the last words are newer. LibreOffice writes `Err:508`.
enum CellError {
  private static let words: Set<String> = [
    "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#N/A", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
    "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#GETTING_DATA", "#ERROR!",
  ]

  /// Returns whether a string is an error value.
  static func isErrorValue(_ text: String) -> Bool {
    if words.contains(text) { return true }
    let bytes = text.utf8
    return bytes.count == 7 && bytes.starts(with: "Err:5".utf8)
      && bytes.suffix(2).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
