/// A writer for values that are separated by commas, semicolons or tabs, in UTF-8.
///
/// See RFC 4180.
package struct CSVWriter: Sendable {
  /// The line break after a record.
  package enum LineEnd: Hashable, Sendable {
    case crlf, lf

    var bytes: String.UTF8View { (self == .crlf ? "\r\n" : "\n").utf8 }
  }

  /// The cells that are written in quotes.
  package enum Quoting: Hashable, Sendable {
    /// Cells with a separator, a quote, a line break, or leading or trailing spaces, and cells that
    /// a reader would interpret differently without quotes.
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
  /// Whether the file starts with a byte order mark. Without it, Excel assumes the system's code
  /// page.
  package var hasByteOrderMark = false
  /// Whether an apostrophe is inserted before cells that start with `=`, `+`, `-` or `@`, because
  /// spreadsheet applications execute such cells. This changes the texts, and no reader removes the
  /// apostrophes.
  package var guardsFormulas = false

  package init() {}

  /// Returns the file. Every row becomes a record, even if it is empty, and missing cells become
  /// empty cells.
  package func encode(_ table: Table) -> [UInt8] {
    var bytes: [UInt8] = hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    for (index, row) in table.rows.enumerated() {
      append(row, isHeader: index == 0, to: &bytes)
    }
    return bytes
  }

  /// Appends a row as a record. This is for rows that are written one at a time, after the header
  /// has been written with ``encode(_:)``.
  package func append(_ row: TableRow, isHeader: Bool = false, to bytes: inout [UInt8]) {
    // Without quotes, a record with one empty cell would be a blank line, which readers ignore.
    if row.width <= 1, row[1].text.isEmpty {
      bytes += "\"\"".utf8
      bytes += lineEnd.bytes
      return
    }
    var column = 0
    for cell in row.cells {
      // A missing cell is written like an empty one: only its separator.
      while column < cell.column {
        if column > 0 { bytes.append(separator.byte) }
        column += 1
      }
      append(cell.text, isHeader: isHeader, to: &bytes)
    }
    bytes += lineEnd.bytes
  }

  /// Appends a cell, with quotes and the apostrophe that guards formulas if necessary.
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

  /// Returns whether a cell needs quotes according to ``Quoting/needed``.
  private func needsQuotes(_ text: UnsafeBufferPointer<UInt8>, isHeader: Bool) -> Bool {
    let space = UInt8(ascii: " ")
    if text.first == space || text.last == space { return true }
    // At the start of the file, a byte order mark or `sep=` would not be read as part of a cell.
    // Other possible separators are quoted in the header because readers may use the header to
    // detect the separator.
    if isHeader, text.starts(with: [0xEF, 0xBB, 0xBF]) || text.starts(with: "sep=".utf8) {
      return true
    }
    return text.contains { byte in
      byte == separator.byte || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") || isHeader && CSVSeparator.isCandidate(byte)
    }
  }
}
