import TremaSupport

/// Reads comma, semicolon or tab separated values.
///
/// Records end with CRLF, LF or CR; blank lines are no records. A cell that begins with a quote is
/// quoted: it may hold separators and line breaks, and a quote as two. A quote inside any other cell
/// is a quote. A first line `sep=;` names the separator, as Excel writes it, and is no record.
///
/// Source: RFC 4180; the rest is what spreadsheets write.
package struct CSVReader: Sendable {
  /// Nil to find it in the header.
  package var separator: CSVSeparator?
  /// Whether spaces around cells are dropped where they are not inside quotes, as trema-core does.
  package var dropsOuterSpaces = false

  package init(separator: CSVSeparator? = nil, dropsOuterSpaces: Bool = false) {
    self.separator = separator
    self.dropsOuterSpaces = dropsOuterSpaces
  }

  /// - Parameters:
  ///   - bytes: the whole file, UTF-8 or, with a byte order mark, UTF-16.
  ///   - file: the path to print in diagnostics; it is not opened.
  /// - Returns: the records in order, the header among them.
  /// - Throws: at the first byte that is no text, at a quote that is not closed and at text behind
  ///   a closing quote (kind `.unreadable`).
  package func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Table {
    var parser = CSVParser(
      try TextBytes(bytes, file: file).utf8, file: file, separator: separator?.byte,
      dropsOuterSpaces: dropsOuterSpaces)
    return try parser.table()
  }
}
