import TremaSupport

/// A reader for values that are separated by commas, semicolons or tabs.
///
/// Records end with CR LF, LF or CR. Blank lines are ignored. A cell that starts with a quote may
/// contain separators, line breaks, and quotes, which are doubled. In all other cells, quotes are
/// ordinary characters. A first line such as `sep=;`, which Excel supports, specifies the separator
/// and is not a record.
///
/// See RFC 4180; beyond it, the behavior of spreadsheet applications.
package struct CSVReader: Sendable {
  /// The separator, or `nil` to detect it in the header.
  package var separator: CSVSeparator?
  /// Whether spaces around cells are removed unless they are quoted, as in trema-core.
  package var dropsOuterSpaces = false

  package init(separator: CSVSeparator? = nil, dropsOuterSpaces: Bool = false) {
    self.separator = separator
    self.dropsOuterSpaces = dropsOuterSpaces
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, in UTF-8 or, with a byte order mark, UTF-16.
  ///   - file: The path to print in diagnostics. The file is not opened.
  /// - Returns: The records, in order, including the header.
  /// - Throws: An `.unreadable` diagnostic for invalid text, an unclosed quote, or text after a
  ///   closing quote.
  package func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Table {
    var parser = CSVParser(
      try TextBytes(bytes, file: file).utf8, file: file, separator: separator?.byte,
      dropsOuterSpaces: dropsOuterSpaces)
    return try parser.table()
  }
}
