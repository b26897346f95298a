/// A writer of values separated by commas, semicolons or tabs, in UTF-8.
///
/// Source: RFC 4180.
package struct CSVWriter: Sendable {
  /// The line break after a record.
  package enum LineEnd: Hashable, Sendable {
    case crlf, lf

    var bytes: String.UTF8View { (self == .crlf ? "\r\n" : "\n").utf8 }
  }

  /// The cells that are written in quotes.
  package enum Quoting: Hashable, Sendable {
    /// Cells with the separator, a quote, a line break or outer spaces, and those that a reader
    /// would interpret differently without quotes.
    case needed
    /// All cells.
    case always
  }

  /// The separator between cells.
  package var separator = CSVSeparator.comma
  /// The end of a record. Line breaks inside cells are not changed.
  package var lineEnd = LineEnd.crlf
  /// The cells to write in quotes.
  package var quoting = Quoting.needed
  /// Whether the file begins with a byte order mark. Without it, Excel assumes the code page of the
  /// system.
  package var hasByteOrderMark = false
  /// Whether an apostrophe is inserted before cells that begin with `=`, `+`, `-` or `@`, because
  /// spreadsheet applications execute those. It changes the texts, and no reader removes it.
  package var guardsFormulas = false

  package init() {}

  /// Returns the file. Every row becomes a record, even an empty one, and missing cells become
  /// empty ones.
  package func encode(_ table: Table) -> [UInt8] {
    var bytes: [UInt8] = hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    for (number, row) in table.rows.enumerated() {
      append(row, isHeader: number == 0, to: &bytes)
    }
    return bytes
  }

  /// Appends a row as a record, for rows that are written one by one after ``encode(_:)`` of the
  /// header.
  package func append(_ row: TableRow, isHeader: Bool = false, to bytes: inout [UInt8]) {
    // Without quotes, a record of one empty cell would be a blank line, which readers ignore.
    if row.width <= 1, row[1].text.isEmpty {
      bytes += "\"\"".utf8
      bytes += lineEnd.bytes
      return
    }
    var column = 0
    for cell in row.cells {
      // A missing cell is an empty one, so that only its separator is written.
      while column < cell.column {
        if column > 0 { bytes.append(separator.byte) }
        column += 1
      }
      append(cell.text, isHeader: isHeader, to: &bytes)
    }
    bytes += lineEnd.bytes
  }

  /// Appends a cell with its quotes and the apostrophe against formulas.
  private func append(_ text: String, isHeader: Bool, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    var text = text
    text.withUTF8 { text in
      let isGuarded = guardsFormulas && text.first.map { "=+-@".utf8.contains($0) } == true
      let isQuoted = quoting == .always || needsQuotes(text, isHeader: isHeader)
      if isQuoted { bytes.append(quote) }
      if isGuarded { bytes.append(UInt8(ascii: "'")) }
      if isQuoted {
        for byte in text {
          if byte == quote { bytes.append(quote) }
          bytes.append(byte)
        }
        bytes.append(quote)
      } else {
        bytes.append(contentsOf: text)
      }
    }
  }

  /// Returns whether a cell needs quotes under ``Quoting/needed``.
  private func needsQuotes(_ text: UnsafeBufferPointer<UInt8>, isHeader: Bool) -> Bool {
    let space = UInt8(ascii: " ")
    if text.first == space || text.last == space { return true }
    // At the beginning of the file, a byte order mark or `sep=` would not be read as part of a
    // cell. Other candidates for the separator are quoted in the header, because readers may detect
    // the separator there.
    if isHeader, text.starts(with: [0xEF, 0xBB, 0xBF]) || text.starts(with: "sep=".utf8) {
      return true
    }
    return text.contains { byte in
      byte == separator.byte || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") || isHeader && CSVSeparator.isCandidate(byte)
    }
  }
}
