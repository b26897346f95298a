extension [UInt8] {
  /// Appends a keyword and a text as `msgcat --no-wrap` writes it: on one line, or, where line feeds
  /// are in it, a line for each line after an empty string.
  ///
  /// Source: GNU gettext 0.21, `write-po.c`, `wrap`.
  mutating func append(poKeyword keyword: String, _ text: String) {
    append(text: keyword)
    append(UInt8(ascii: " "))
    let feed = UInt8(ascii: "\n")
    if let first = text.utf8.firstIndex(of: feed),
      text.utf8.index(after: first) < text.utf8.endIndex
    {
      append("\"\"\n")
    }
    append(poQuoted: text, breaksLines: true)
    append("\n")
  }

  /// Appends a text between double quotes.
  ///
  /// - Parameter breaksLines: a line feed ends the string, and another one begins on the next line.
  mutating func append(poQuoted text: String, breaksLines: Bool) {
    append("\"")
    var rest = text.utf8.count
    for byte in text.utf8 {
      rest -= 1
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x07: append("\\a")
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A:
        append("\\n")
        if breaksLines, rest > 0 { append("\"\n\"") }
      case 0x0B: append("\\v")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      default: append(byte)
      }
    }
    append("\"")
  }
}
