import TremaSupport

/// A source line as displayed, and the whitespace that positions a caret below one of its columns.
struct SourceExcerpt {
  /// The maximum number of terminal columns. A longer line is truncated on both sides of the caret.
  static let width = 120
  /// How many bytes to examine at most on each side of the caret.
  ///
  /// This is far more than what is shown, but small enough for a file that is one line of several
  /// megabytes.
  private static let reach = 4096
  /// How many bytes to examine first on each side of the caret.
  private static let initialReach = 512
  /// The size of a full line with three-byte characters, plus one more character that shows whether
  /// the line continues.
  private static let plainReach = 3 * (width + 1)

  /// The line, with an ellipsis where it is truncated and with control characters escaped.
  let line: String
  /// The whitespace before the caret.
  let indentation: String

  /// Creates the excerpt of a source line.
  ///
  /// A byte order mark at the start does not count as a column.
  ///
  /// - Parameters:
  ///   - source: The line without its line terminator.
  ///   - column: The caret's column in UTF-8 bytes, starting at 1, as in ``SourcePosition``. A
  ///     column after the end of the line is treated as the end.
  init(_ source: String, column: Int) {
    let source = source.unicodeScalars.first == "\u{FEFF}" ? source.dropFirst() : source[...]
    let offset = max(0, min(column - 1, source.utf8.count))
    if let excerpt = Self.ofColumns(source, offset) ?? Self.ofPlainLetters(source, offset) {
      (line, indentation) = excerpt
      return
    }
    (line, indentation) = Self.ofCharacters(source, offset)
  }

  /// Returns the excerpt of a short line in which every byte is one terminal column.
  ///
  /// This is the fast path for most lines. Reports with tens of thousands of findings spend most of
  /// their time here.
  ///
  /// - Returns: `nil` for any other line.
  private static func ofColumns(
    _ source: Substring, _ offset: Int
  ) -> (line: String, indentation: String)? {
    guard source.utf8.count <= width else { return nil }
    let line = String(source)
    let indentation: String?? = line.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy(isOneColumn) ? Self.indentation(under: bytes[..<offset]) : nil
    }
    return indentation.flatMap { $0 }.map { (line, $0) }
  }

  /// Returns whitespace of the same width as the bytes. A tab is kept, because its width depends on
  /// the terminal.
  private static func indentation(under bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { buffer in
      // In bounds: the capacity is the number of bytes.
      for (offset, byte) in bytes.enumerated() {
        buffer.initializeElement(at: offset, to: byte == UInt8(ascii: "\t") ? byte : 0x20)
      }
      return bytes.count
    }
  }

  /// Returns the excerpt of a line that has only simple characters around the caret.
  ///
  /// These are printable ASCII, two-byte letters from blocks without combining marks, and general
  /// punctuation such as dashes and quotes; each takes one terminal column. This is the fast path
  /// for long lines and for most European languages.
  ///
  /// - Returns: `nil` for any other line.
  static func ofPlainLetters(
    _ source: Substring, _ offset: Int
  ) -> (line: String, indentation: String)? {
    var source = source
    return source.withUTF8 { line in
      // The examined range is larger than the displayed range, and is extended to whole characters.
      var (lowerBound, upperBound) = (
        max(0, offset - plainReach), min(line.count, offset + plainReach)
      )
      while lowerBound > 0, line[lowerBound] & 0xC0 == 0x80 { lowerBound -= 1 }
      while upperBound < line.count, line[upperBound] & 0xC0 == 0x80 { upperBound += 1 }
      guard
        let (count, caret) = columns(
          in: UnsafeBufferPointer(rebasing: line[lowerBound..<upperBound]),
          before: offset - lowerBound)
      else { return nil }
      let window = plainWindow(of: count, around: caret)
      let bytes = UnsafeBufferPointer(rebasing: line[lowerBound..<upperBound])
      let isASCII = count == bytes.count
      let start = isASCII ? window.lowerBound : index(ofColumn: window.lowerBound, in: bytes)
      let end = isASCII ? window.upperBound : index(ofColumn: window.upperBound, in: bytes)
      let shown = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
      let isCut = window.lowerBound > 0
      return (
        (isCut ? "…" : "") + shown + (window.upperBound < count ? "…" : ""),
        spaces(caret - window.lowerBound + (isCut ? 1 : 0))
      )
    }
  }

  /// Counts the terminal columns of simple characters.
  ///
  /// - Returns: How many columns and whole characters precede the offset, or `nil` if there is any
  ///   other character.
  private static func columns(
    in bytes: UnsafeBufferPointer<UInt8>, before offset: Int
  ) -> (count: Int, caret: Int)? {
    if bytes.isPrintableASCII { return (bytes.count, min(offset, bytes.count)) }
    var (count, caret, index) = (0, 0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte & 0xC0 == 0x80 { continue }
      let length: Int
      switch byte {
      case 0x20...0x7E: length = 1
      case 0xC3...0xC9: length = 2
      // General punctuation from U+2010 to U+2027.
      case 0xE2
      where index + 1 < bytes.count && bytes[index] == 0x80 && 0x90...0xA7 ~= bytes[index + 1]:
        length = 3
      default: return nil
      }
      count += 1
      // A character that contains the offset is not before it.
      if index + length - 1 <= offset { caret = count }
    }
    return (count, caret)
  }

  /// Returns the byte index at which a column starts, or the number of bytes if there are fewer
  /// columns.
  private static func index(ofColumn column: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (index, rest) = (0, column)
    while index < bytes.count {
      if bytes[index] & 0xC0 != 0x80 {
        if rest == 0 { return index }
        rest -= 1
      }
      index += 1
    }
    return index
  }

  /// Returns a string of spaces. `String(repeating:count:)` takes a hundred times as long.
  static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// Returns the same range as ``window(of:around:)`` for cells that each take one column, without
  /// iterating.
  private static func plainWindow(of count: Int, around caret: Int) -> Range<Int> {
    guard count > width else { return 0..<count }
    let before = min(caret, width / 2)
    let end = min(count, caret + width - before)
    return caret - before - min(caret - before, width - before - (end - caret))..<end
  }

  /// Returns the excerpt of any line, by splitting it into characters.
  static func ofCharacters(
    _ source: Substring, _ offset: Int
  ) -> (line: String, indentation: String) {
    let (excerpt, isEnough) = ofCharacters(source, offset, reach: initialReach)
    return isEnough ? excerpt : ofCharacters(source, offset, reach: reach).excerpt
  }

  /// Returns the excerpt for any line, examining a limited number of bytes on each side of the
  /// caret.
  ///
  /// - Returns: The excerpt, and whether it is final, that is, examining more bytes would not
  ///   change it.
  private static func ofCharacters(
    _ source: Substring, _ offset: Int, reach: Int
  ) -> (excerpt: (line: String, indentation: String), isEnough: Bool) {
    let begin = source.utf8.index(source.startIndex, offsetBy: max(0, offset - reach))
    let end = source.utf8.index(
      source.startIndex, offsetBy: min(offset + reach, source.utf8.count))
    let part = source[begin..<end]
    let cells = Self.cells(
      of: part, from: source.utf8.distance(from: source.startIndex, to: part.startIndex))
    let caret = cells.firstIndex { $0.offset + $0.length > offset } ?? cells.count
    let window = Self.window(of: cells, around: caret)
    let isCut = window.lowerBound > 0 || part.startIndex > source.startIndex
    let line =
      (isCut ? "…" : "") + cells[window].map(\.shown).joined()
      + (window.upperBound < cells.count || part.endIndex < source.endIndex ? "…" : "")
    let indentation =
      (isCut ? " " : "")
      + cells[window.lowerBound..<caret].map { cell in
        // A tab is kept, because its width depends on the terminal.
        cell.shown == "\t" ? "\t" : String(repeating: " ", count: cell.width)
      }.joined()
    let isEnough =
      (window.lowerBound > 1 || part.startIndex == source.startIndex)
      && (window.upperBound < cells.count - 1 || part.endIndex == source.endIndex)
    return ((line, indentation), isEnough)
  }

  /// Returns whether a byte is a character of one terminal column that is shown unchanged.
  private static func isOneColumn(_ byte: UInt8) -> Bool {
    0x20...0x7E ~= byte || byte == UInt8(ascii: "\t")
  }

  /// A unit of the displayed line: a character, or an escaped control character.
  private struct Cell {
    /// The displayed form.
    var shown: String
    /// The width in terminal columns.
    var width: Int
    /// The offset in the source in bytes.
    var offset: Int
    /// The length in the source in bytes.
    var length: Int
  }

  /// Splits a part of a line into cells.
  ///
  /// - Parameters:
  ///   - source: The part of the line to split.
  ///   - start: The offset of the part in the line in bytes.
  private static func cells(of source: Substring, from start: Int) -> [Cell] {
    var cells: [Cell] = []
    var offset = start
    // The part is copied because a substring reads past its end to find the end of its last
    // character, and combining marks may continue for megabytes.
    for character in String(source) {
      if character.unicodeScalars.contains(where: TerminalText.isControl), character != "\t" {
        for scalar in character.unicodeScalars {
          let shown = TerminalText.escaped(String(scalar))
          let length = UTF8.width(scalar)
          cells.append(
            Cell(shown: shown, width: shown.count, offset: offset, length: length))
          offset += length
        }
      } else {
        let length = character.utf8.count
        cells.append(
          Cell(
            shown: String(character), width: TerminalText.width(of: character), offset: offset,
            length: length))
        offset += length
      }
    }
    return cells
  }

  /// Returns the range of cells to show: all cells if they fit, otherwise the cells around the
  /// caret.
  private static func window(of cells: [Cell], around caret: Int) -> Range<Int> {
    func width(_ range: Range<Int>) -> Int { cells[range].reduce(0) { $0 + $1.width } }
    guard width(cells.indices) > Self.width else { return cells.indices }
    var start = caret
    var used = 0
    while start > 0, used + cells[start - 1].width <= Self.width / 2 {
      start -= 1
      used += cells[start].width
    }
    var end = caret
    while end < cells.count, used + cells[end].width <= Self.width {
      used += cells[end].width
      end += 1
    }
    // At the end of a line, the columns that remain after the caret are used before the caret.
    while start > 0, used + cells[start - 1].width <= Self.width {
      start -= 1
      used += cells[start].width
    }
    return start..<end
  }
}
