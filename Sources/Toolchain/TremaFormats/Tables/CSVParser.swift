import TremaSupport

/// A single-pass CSV parser for one file.
struct CSVParser {
  private static let quote = UInt8(ascii: "\"")
  private static let space = UInt8(ascii: " ")

  private let bytes: [UInt8]
  private let file: String
  /// The byte that separates cells.
  private var separator = UInt8(ascii: ",")
  private let dropsOuterSpaces: Bool
  /// The index of the next byte.
  private var index = 0
  /// The position of the next byte. All preceding bytes have been counted.
  private var lines = LineCounter()

  /// Creates a parser at the first record, after a `sep=` line and blank lines.
  ///
  /// - Parameters:
  ///   - bytes: Valid UTF-8 without a byte order mark.
  ///   - file: The path to print in diagnostics.
  ///   - separator: The separator, or `nil` to use the separator in a `sep=` line or, if there is
  ///     none, to detect it.
  ///   - dropsOuterSpaces: See ``CSVReader``.
  init(_ bytes: [UInt8], file: String, separator: UInt8?, dropsOuterSpaces: Bool) {
    self.bytes = bytes
    self.file = file
    self.dropsOuterSpaces = dropsOuterSpaces
    let named = readSeparatorLine()
    skipBlankLines()
    self.separator = separator ?? named ?? CSVSeparator.detected(in: bytes[index...])
  }

  /// Reads all records, which are numbered from 1, not counting blank lines.
  ///
  /// - Throws: `invalid-csv` for an unclosed quote, or for text after a closing quote.
  mutating func table() throws(Diagnostic) -> Table {
    var table = Table(file: file)
    while index < bytes.count {
      var cells: [TableCell] = []
      repeat {
        cells.append(try cell(column: cells.count + 1))
      } while skipSeparator()
      table.rows.append(
        TableRow(number: table.rows.count + 1, cells: cells, end: lines.position(of: index)))
      skipLineEnd()
      skipBlankLines()
    }
    return table
  }

  /// Reads the first line if it is `sep=X`, ignoring case.
  ///
  /// - Returns: The separator, or `nil` if there is no such line.
  private mutating func readSeparatorLine() -> UInt8? {
    guard bytes.count >= 5, bytes[3] == UInt8(ascii: "="),
      bytes[..<3].elementsEqual("sep".utf8, by: { $0 | 0x20 == $1 }),
      bytes[4] < 0x80, bytes[4] != Self.quote, !isLineEnd(bytes[4]),
      bytes.count == 5 || isLineEnd(bytes[5])
    else { return nil }
    advance(to: 5)
    skipLineEnd()
    return bytes[4]
  }

  /// Skips lines that are empty or contain only spaces.
  private mutating func skipBlankLines() {
    while index < bytes.count {
      var end = index
      while end < bytes.count, bytes[end] == Self.space { end += 1 }
      guard end == bytes.count || isLineEnd(bytes[end]) else { return }
      advance(to: end)
      skipLineEnd()
    }
  }

  /// Reads a cell. A quote has a special meaning only as its first character.
  private mutating func cell(column: Int) throws(Diagnostic) -> TableCell {
    let start = index
    if dropsOuterSpaces { skipSpaces() }
    let position = lines.position(of: index)
    if index < bytes.count, bytes[index] == Self.quote {
      return TableCell(try quotedText(from: position), column: column, at: position)
    }
    let begin = index
    var end = begin
    while end < bytes.count, bytes[end] != separator, !isLineEnd(bytes[end]) { end += 1 }
    advance(to: end)
    if dropsOuterSpaces {
      while end > begin, bytes[end - 1] == Self.space { end -= 1 }
    }
    // A cell that contains only spaces starts at the first space.
    return TableCell(
      String(decoding: bytes[begin..<end], as: UTF8.self), column: column,
      at: begin == end && start < begin
        ? SourcePosition(line: position.line, column: position.column - (begin - start))
        : position)
  }

  /// Reads a quoted cell from its opening quote.
  ///
  /// - Parameter opening: The position of the quote, for the error if it is not closed.
  private mutating func quotedText(from opening: SourcePosition) throws(Diagnostic) -> String {
    advance(to: index + 1)
    var text: [UInt8] = []
    // The bytes from this index on have not been copied. A doubled quote is copied once.
    var done = index
    while index < bytes.count {
      let byte = bytes[index]
      advance(to: index + 1)
      if byte != Self.quote { continue }
      if index < bytes.count, bytes[index] == Self.quote {
        text += bytes[done..<index]
        advance(to: index + 1)
        done = index
        continue
      }
      // The closing quote has been read, but the text before it has not been copied.
      text += bytes[done..<(index - 1)]
      if dropsOuterSpaces { skipSpaces() }
      guard index == bytes.count || bytes[index] == separator || isLineEnd(bytes[index]) else {
        throw invalidCSV(
          "the cell has text after its closing quote", at: lines.position(of: index),
          hint: "double a quote inside a quoted cell: \"\"")
      }
      return String(decoding: text, as: UTF8.self)
    }
    throw invalidCSV(
      "unterminated quoted cell", at: opening,
      hint: "close the cell with a quote, or quote the whole cell and double the quote in it: \"\""
    )
  }

  /// Returns an `invalid-csv` diagnostic.
  private func invalidCSV(_ message: String, at position: SourcePosition, hint: String)
    -> Diagnostic
  {
    Diagnostic(
      .error, "invalid-csv", message, at: SourceLocation(file: file, start: position), hint: hint,
      kind: .unreadable)
  }

  // MARK: Position

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Moves to an index and counts the lines up to it.
  private mutating func advance(to end: Int) {
    while index < end {
      lines.count(bytes[index], at: index)
      index += 1
    }
  }

  private mutating func skipSpaces() {
    // The separator may be a tab, so only spaces are skipped.
    while index < bytes.count, bytes[index] == Self.space { advance(to: index + 1) }
  }

  /// Skips a separator.
  ///
  /// - Returns: Whether there was a separator.
  private mutating func skipSeparator() -> Bool {
    guard index < bytes.count, bytes[index] == separator else { return false }
    advance(to: index + 1)
    return true
  }

  /// Skips CR LF, LF or CR, if one follows.
  private mutating func skipLineEnd() {
    guard index < bytes.count, isLineEnd(bytes[index]) else { return }
    let isPair =
      bytes[index] == UInt8(ascii: "\r") && index + 1 < bytes.count
      && bytes[index + 1] == UInt8(ascii: "\n")
    advance(to: index + (isPair ? 2 : 1))
  }
}
