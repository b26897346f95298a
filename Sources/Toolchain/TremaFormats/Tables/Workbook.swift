import TremaSupport

/// The worksheets in a workbook (XLSX), as tables of texts.
package struct Workbook: Sendable {
  /// A worksheet.
  package struct Sheet: Sendable {
    package var name: String
    /// Whether the worksheet is hidden. Hidden worksheets are read like all others.
    package var isHidden = false
    package var table: Table
    /// The widths of the first columns, in characters, for writing. The application chooses the
    /// widths of the other columns.
    package var columnWidths: [Int] = []

    package init(name: String, table: Table, columnWidths: [Int] = []) {
      self.name = name
      self.table = table
      self.columnWidths = columnWidths
    }
  }

  /// The limits on a file's content, which bound the cost of reading a malicious one.
  package struct Limits: Sendable {
    /// The maximum decompressed size of all parts that are read, in bytes.
    package var decompressed = 256 << 20

    package init() {}
  }

  /// The maximum length of a cell, in UTF-16 code units. Longer strings cannot be written.
  package static let maxTextLength = WorkbookWriter.textLimit
  /// The maximum number of rows in a worksheet, including the header.
  package static let maxRows = CellReference.lastRow

  /// The worksheets, in tab order.
  package var sheets: [Sheet]
  /// Warnings about cells whose text differs from what they display: errors, formulas, and numbers
  /// that are displayed as dates or percentages. Callers that use such a cell should report its
  /// warning.
  package var problems: [Diagnostic] = []

  package init(sheets: [Sheet]) { self.sheets = sheets }

  /// Reads an XLSX file.
  ///
  /// Each cell becomes text. Rich text loses its formatting. Numbers are read as stored in the file
  /// (a date is its serial number), and Booleans as `TRUE` and `FALSE`. An error is read as its
  /// name, such as `#REF!`, so that it is not mistaken for an empty cell. A formula is read as the
  /// result that the application stored. Dates, formulas and errors have a warning in ``problems``.
  /// Cells without text and rows without cells are omitted. Merged cells are read as their first
  /// cell. Whitespace is kept with or without `xml:space`.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The path to print in diagnostics. The file is not opened.
  ///   - limits: The limits for the content of the file.
  /// - Throws: An `.unreadable` diagnostic if the file is not a workbook, is damaged or encrypted,
  ///   or exceeds a limit.
  ///
  /// See ECMA-376 Parts 1 and 2, transitional and strict.
  package static func decode(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> Workbook {
    var reader = try WorkbookReader(bytes, file: file, limits: limits)
    return try reader.workbook()
  }

  /// Returns an XLSX file. Every cell is text, including those that start with a sign. The first
  /// row is bold and frozen. Rows follow each other without gaps. The output is deterministic for
  /// the same version of zlib.
  ///
  /// - Parameter file: The path to print in diagnostics. The file is not opened.
  /// - Throws: An `.unwritable` diagnostic for a string, a table or a worksheet name that
  ///   spreadsheet applications do not accept.
  package func encode(file: String) throws(Diagnostic) -> [UInt8] {
    try WorkbookWriter(self, file: file).bytes()
  }
}
