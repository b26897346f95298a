extension [UInt8] {
  /// Appends a keyword and a string in the layout of `msgcat --no-wrap`: on one line or, if the
  /// string contains line feeds, as an empty string followed by one string per line.
  ///
  /// See GNU gettext 0.21, `write-po.c`, `wrap`.
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

  /// Appends a string in double quotes.
  ///
  ///   - - Parameter breaksLines: Whether to split the string after each line feed.
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
