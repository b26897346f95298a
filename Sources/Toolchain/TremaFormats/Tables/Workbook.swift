import TremaSupport

/// The sheets of a workbook (XLSX), as tables of texts.
package struct Workbook: Sendable {
  package struct Sheet: Sendable {
    package var name: String
    /// Hidden sheets are read like the others.
    package var isHidden = false
    package var table: Table
    /// In characters, from the first column on; for writing. Columns without a number have the
    /// width that the program gives them.
    package var columnWidths: [Int] = []

    package init(name: String, table: Table, columnWidths: [Int] = []) {
      self.name = name
      self.table = table
      self.columnWidths = columnWidths
    }
  }

  /// The limits of a workbook, so that a hostile one stays cheap.
  package struct Limits: Sendable {
    /// Bytes of all the parts that are read, as they come out of the compression.
    package var decompressed = 256 << 20

    package init() {}
  }

  /// The longest text of a cell, in UTF-16 units; longer ones cannot be written.
  package static let longestText = WorkbookWriter.textLimit
  /// How many rows a sheet has room for, the header among them.
  package static let mostRows = CellReference.lastRow

  /// In the order of their tabs.
  package var sheets: [Sheet]
  /// Cells that were read differently from what they show: errors, formulas, numbers that are shown
  /// as dates or per cent. A reader of such a cell should report them.
  package var problems: [Diagnostic] = []

  package init(sheets: [Sheet]) { self.sheets = sheets }

  /// Reads an XLSX file.
  ///
  /// A cell is the text that it holds: rich text without its looks, numbers as they are written in
  /// the file (a date is its number, and a warning in ``problems``), Booleans as `TRUE` and `FALSE`, an error as its name
  /// (`#REF!`, so that nothing is taken for empty, and a warning in ``problems``), a formula as the
  /// value that the program left. Cells without text are left out, and so are rows without cells;
  /// merged cells are their first. White space stays, with and without `xml:space`.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the path to print in diagnostics; it is not opened.
  ///   - limits: what is too large.
  /// - Throws: when it is no workbook, damaged, encrypted or over a limit (kind `.unreadable`).
  ///
  /// Source: ECMA-376 parts 1 and 2, transitional and strict.
  package static func decode(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> Workbook {
    var reader = try WorkbookReader(bytes, file: file, limits: limits)
    return try reader.workbook()
  }

  /// Writes an XLSX file: every cell a text, also one that begins with a sign; the first row bold
  /// and always in sight. Rows follow each other without gaps. The same workbook makes the same
  /// bytes with the same zlib.
  ///
  /// - Parameter file: the path to print in diagnostics; it is not opened.
  /// - Throws: at a text, a table or a sheet name that no spreadsheet program takes (kind
  ///   `.unwritable`).
  package func encode(file: String) throws(Diagnostic) -> [UInt8] {
    try WorkbookWriter(self, file: file).bytes()
  }
}
