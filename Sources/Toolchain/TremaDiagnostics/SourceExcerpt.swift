import TremaSupport

/// A source line as it is shown, and the white space that brings a caret under one of its columns.
struct SourceExcerpt {
  /// About what a terminal is wide; a longer line is cut on both sides of the column.
  static let width = 120
  /// Bytes on each side of the column that are looked at: far more than is shown, and few enough
  /// for a file that is one line of megabytes.
  private static let reach = 4096
  /// The usual reach.
  private static let usualReach = 512
  /// Enough for a whole width of signs of three bytes, and one that tells that there are more.
  private static let plainReach = 3 * (width + 1)

  let line: String
  let indentation: String

  /// Columns count from 1, in UTF-8 bytes, as in ``SourcePosition``; one beyond the line counts as
  /// its end. A byte order mark before the first character is no column.
  init(_ source: String, column: Int) {
    let source = source.unicodeScalars.first == "\u{FEFF}" ? source.dropFirst() : source[...]
    let offset = max(0, min(column - 1, source.utf8.count))
    if let excerpt = Self.ofColumns(source, offset) ?? Self.ofPlainLetters(source, offset) {
      (line, indentation) = excerpt
      return
    }
    (line, indentation) = Self.ofCharacters(source, offset)
  }

  /// The short way for most lines, which are short and have one column for each byte; reports of ten
  /// thousands of findings spend their time here.
  ///
  /// - Returns: nil for all else.
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

  /// A tab stays a tab, because its width depends on the terminal.
  private static func indentation(under bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { room in
      // The room has as many.
      for (place, byte) in bytes.enumerated() {
        room.initializeElement(at: place, to: byte == UInt8(ascii: "\t") ? byte : 0x20)
      }
      return bytes.count
    }
  }

  /// The short way where there is printable ASCII around the column, letters that take one column each,
  /// those of two bytes in blocks without marks that join others, and dashes and quotation marks.
  ///
  /// - Returns: nil for all else.
  static func ofPlainLetters(
    _ source: Substring, _ offset: Int
  ) -> (line: String, indentation: String)? {
    var source = source
    return source.withUTF8 { line in
      // More than is shown on either side, and no part of a letter.
      var (from, to) = (max(0, offset - plainReach), min(line.count, offset + plainReach))
      while from > 0, line[from] & 0xC0 == 0x80 { from -= 1 }
      while to < line.count, line[to] & 0xC0 == 0x80 { to += 1 }
      guard
        let (count, caret) = columns(
          in: UnsafeBufferPointer(rebasing: line[from..<to]), before: offset - from)
      else { return nil }
      let window = plainWindow(of: count, around: caret)
      let bytes = UnsafeBufferPointer(rebasing: line[from..<to])
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

  /// How many columns letters take, and how many of them are whole before an offset; nil where there
  /// is anything but plain letters.
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
      // U+2010 to U+2027.
      case 0xE2
      where index + 1 < bytes.count && bytes[index] == 0x80 && 0x90...0xA7 ~= bytes[index + 1]:
        length = 3
      default: return nil
      }
      count += 1
      // The letter that the caret is in the middle of is not before it.
      if index + length - 1 <= offset { caret = count }
    }
    return (count, caret)
  }

  /// The start of a column of plain letters, or their end.
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

  /// `String(repeating:count:)` takes a hundred times as long.
  static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// Returns the result of ``window(of:around:)`` where every cell has one column.
  private static func plainWindow(of count: Int, around caret: Int) -> Range<Int> {
    guard count > width else { return 0..<count }
    let before = min(caret, width / 2)
    let end = min(count, caret + width - before)
    return caret - before - min(caret - before, width - before - (end - caret))..<end
  }

  /// The plain way.
  static func ofCharacters(
    _ source: Substring, _ offset: Int
  ) -> (line: String, indentation: String) {
    let near = ofCharacters(source, offset, reach: usualReach)
    return near.isEnough ? near.excerpt : ofCharacters(source, offset, reach: reach).excerpt
  }

  /// - Returns: also whether no more would be shown with a farther reach.
  private static func ofCharacters(
    _ source: Substring, _ offset: Int, reach: Int
  ) -> (excerpt: (line: String, indentation: String), isEnough: Bool) {
    let begin = source.utf8.index(source.startIndex, offsetBy: max(0, offset - reach))
    let end = source.utf8.index(
      source.startIndex, offsetBy: min(offset + reach, source.utf8.count))
    let near = source[begin..<end]
    let cells = Self.cells(
      of: near, from: source.utf8.distance(from: source.startIndex, to: near.startIndex))
    let caret = cells.firstIndex { $0.offset + $0.length > offset } ?? cells.count
    let window = Self.window(of: cells, around: caret)
    let isCut = window.lowerBound > 0 || near.startIndex > source.startIndex
    let line =
      (isCut ? "…" : "") + cells[window].map(\.shown).joined()
      + (window.upperBound < cells.count || near.endIndex < source.endIndex ? "…" : "")
    let indentation =
      (isCut ? " " : "")
      + cells[window.lowerBound..<caret].map { cell in
        // A tab stays a tab, because its width depends on the terminal.
        cell.shown == "\t" ? "\t" : String(repeating: " ", count: cell.width)
      }.joined()
    let isEnough =
      (window.lowerBound > 1 || near.startIndex == source.startIndex)
      && (window.upperBound < cells.count - 1 || near.endIndex == source.endIndex)
    return ((line, indentation), isEnough)
  }

  /// Whether a byte is a character of one column, and shown as it is.
  private static func isOneColumn(_ byte: UInt8) -> Bool {
    0x20...0x7E ~= byte || byte == UInt8(ascii: "\t")
  }

  /// A unit of columns: a character, or a control that is spelled out.
  private struct Cell {
    var shown: String
    /// In columns of the terminal.
    var width: Int
    /// The start in the source, and the length there, in bytes.
    var offset: Int
    var length: Int
  }

  private static func cells(of source: Substring, from start: Int) -> [Cell] {
    var cells: [Cell] = []
    var offset = start
    // A piece of a string looks for the end of a character behind its own: marks may go on for megabytes.
    for character in String(source) {
      if character.unicodeScalars.contains(where: TerminalText.isControl), character != "\t" {
        for scalar in character.unicodeScalars {
          let shown = TerminalText.shown(String(scalar))
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
    // At the end of a line the room behind the caret is given to what is before it.
    while start > 0, used + cells[start - 1].width <= Self.width {
      start -= 1
      used += cells[start].width
    }
    return start..<end
  }
}
