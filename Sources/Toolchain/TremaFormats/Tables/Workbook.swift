import TremaSupport

/// The worksheets of a workbook (XLSX) as tables of texts.
package struct Workbook: Sendable {
  /// A worksheet.
  package struct Sheet: Sendable {
    package var name: String
    /// Whether the worksheet is hidden. Hidden worksheets are read like the others.
    package var isHidden = false
    package var table: Table
    /// The widths of the first columns in characters, for writing. The application chooses the
    /// widths of the other columns.
    package var columnWidths: [Int] = []

    package init(name: String, table: Table, columnWidths: [Int] = []) {
      self.name = name
      self.table = table
      self.columnWidths = columnWidths
    }
  }

  /// The limits for the content of a file, which bound the cost of a hostile one.
  package struct Limits: Sendable {
    /// The maximum size of all parts that are read, decompressed, in bytes.
    package var decompressed = 256 << 20

    package init() {}
  }

  /// The maximum length of a cell in UTF-16 code units; longer texts cannot be written.
  package static let maxTextLength = WorkbookWriter.textLimit
  /// The maximum number of rows of a worksheet, including the header.
  package static let maxRows = CellReference.lastRow

  /// The worksheets in the order of their tabs.
  package var sheets: [Sheet]
  /// Warnings about cells whose text differs from what they display: errors, formulas, and numbers
  /// that are displayed as dates or percentages. A caller that uses such a cell should report them.
  package var problems: [Diagnostic] = []

  package init(sheets: [Sheet]) { self.sheets = sheets }

  /// Reads an XLSX file.
  ///
  /// Each cell becomes text: rich text without its formatting, numbers as they are written in the
  /// file (a date is its serial number), Booleans as `TRUE` and `FALSE`, an error as its name
  /// (`#REF!`, so that it is not taken for empty), a formula as the result that the application
  /// stored. Dates, formulas and errors have a warning in ``problems``. Cells without text and rows
  /// without cells are omitted; a merged cell is the first of its cells. Whitespace is kept with
  /// and without `xml:space`.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The path to print in diagnostics; it is not opened.
  ///   - limits: The maximum size.
  /// - Throws: A diagnostic of kind `.unreadable` if the file is not a workbook, damaged, encrypted
  ///   or beyond a limit.
  ///
  /// Source: ECMA-376 parts 1 and 2, transitional and strict.
  package static func decode(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> Workbook {
    var reader = try WorkbookReader(bytes, file: file, limits: limits)
    return try reader.workbook()
  }

  /// Returns an XLSX file. Every cell is text, including those that begin with a sign. The first
  /// row is bold and frozen. Rows follow each other without gaps. The output is deterministic for
  /// the same version of zlib.
  ///
  /// - Parameter file: The path to print in diagnostics; it is not opened.
  /// - Throws: A diagnostic of kind `.unwritable` for a text, a table or a worksheet name that no
  ///   spreadsheet application accepts.
  package func encode(file: String) throws(Diagnostic) -> [UInt8] {
    try WorkbookWriter(self, file: file).bytes()
  }
}
