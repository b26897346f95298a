import TremaSupport

/// A reader of values separated by commas, semicolons or tabs.
///
/// Records end with CRLF, LF or CR; blank lines are ignored. A cell that begins with a quote may
/// contain separators and line breaks, and a quote as two quotes. In any other cell, a quote is an
/// ordinary character. A first line `sep=;` defines the separator, as Excel writes it, and is not a
/// record.
///
/// Source: RFC 4180; the rest is the practice of spreadsheet applications.
package struct CSVReader: Sendable {
  /// The separator; `nil` to detect it in the header.
  package var separator: CSVSeparator?
  /// Whether spaces around cells are removed unless they are inside quotes, as trema-core does.
  package var dropsOuterSpaces = false

  package init(separator: CSVSeparator? = nil, dropsOuterSpaces: Bool = false) {
    self.separator = separator
    self.dropsOuterSpaces = dropsOuterSpaces
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file in UTF-8 or, with a byte order mark, UTF-16.
  ///   - file: The path to print in diagnostics; it is not opened.
  /// - Returns: The records in order, including the header.
  /// - Throws: A diagnostic of kind `.unreadable` for invalid text, a quote that is not closed, or
  ///   text after a closing quote.
  package func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Table {
    var parser = CSVParser(
      try TextBytes(bytes, file: file).utf8, file: file, separator: separator?.byte,
      dropsOuterSpaces: dropsOuterSpaces)
    return try parser.table()
  }
}
