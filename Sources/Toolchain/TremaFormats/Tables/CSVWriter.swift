/// Writes comma, semicolon or tab separated values in UTF-8.
///
/// Source: RFC 4180.
package struct CSVWriter: Sendable {
  package enum LineEnd: Hashable, Sendable {
    case crlf, lf

    var bytes: String.UTF8View { (self == .crlf ? "\r\n" : "\n").utf8 }
  }

  package enum Quoting: Hashable, Sendable {
    /// Cells with the separator, a quote, a line break or outer spaces, and those that a reader
    /// would take for something else without quotes.
    case needed
    case always
  }

  package var separator = CSVSeparator.comma
  /// Ends a record; line breaks inside cells stay as they are.
  package var lineEnd = LineEnd.crlf
  package var quoting = Quoting.needed
  /// Whether the file begins with a byte order mark, without which Excel takes it for the code page
  /// of the system.
  package var hasMark = false
  /// Whether an apostrophe is put before cells that begin with `=`, `+`, `-` or `@`, which
  /// spreadsheets execute. It changes the texts; nothing takes it away again.
  package var guardsFormulas = false

  package init() {}

  /// Every row becomes one record, also an empty one; columns without a cell become empty cells.
  package func encode(_ table: Table) -> [UInt8] {
    var bytes: [UInt8] = hasMark ? [0xEF, 0xBB, 0xBF] : []
    for (number, row) in table.rows.enumerated() {
      append(row, isHeader: number == 0, to: &bytes)
    }
    return bytes
  }

  /// Appends one row as a record, where rows are written as they come: behind ``encode(_:)`` of
  /// the header.
  package func append(_ row: TableRow, isHeader: Bool = false, to bytes: inout [UInt8]) {
    // A record of one empty cell would be a blank line without quotes.
    if row.width <= 1, row[1].text.isEmpty {
      bytes += "\"\"".utf8
      bytes += lineEnd.bytes
      return
    }
    var column = 0
    for cell in row.cells {
      while column < cell.column {
        if column > 0 { bytes.append(separator.byte) }
        column += 1
      }
      append(cell.text, isHeader: isHeader, to: &bytes)
    }
    bytes += lineEnd.bytes
  }

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

  private func needsQuotes(_ text: UnsafeBufferPointer<UInt8>, isHeader: Bool) -> Bool {
    let space = UInt8(ascii: " ")
    if text.first == space || text.last == space { return true }
    // A mark at the beginning of the file belongs to no cell, and `sep=;` is no cell either; readers
    // that look for the separator in the header are not to find another.
    if isHeader, text.starts(with: [0xEF, 0xBB, 0xBF]) || text.starts(with: "sep=".utf8) {
      return true
    }
    return text.contains { byte in
      byte == separator.byte || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") || isHeader && CSVSeparator.isCandidate(byte)
    }
  }
}
