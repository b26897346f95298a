/// Texts made of pieces that are difficult for formats and compilers.
package enum HostileText {
  /// Text that XML may contain as it is.
  package static let pieces: [String] = [
    "a", "word", "Grüezi", " ", "  ", "\t", "\n", "\r", "\r\n", "\u{A0}", "\u{2003}", "\u{85}",
    "\u{2028}", "\u{FEFF}", "\u{200B}", "\u{200F}", "'", "\"", "''", "\"\"", "`", "’", "&", "&amp;",
    "&#10;", "<", "<b>", "</b>", "<br/>", ">", "]]>", "<![CDATA[", "<!--", "-->", "--", "*/", "/*",
    "//", "/", "*/\u{301}", "@", "?", "@string/x", "?attr/x", "#fff", "#", "{", "}", "{0}",
    "{name}", "$", "=",
    ":",
    ";", "!", ",", "\u{301}", "\u{7F}", "\u{FFFD}", "😀", "👨‍👩‍👧‍👦", "🇨🇭", "𝒳", "日本語", "שלום", "مرحبا",
    "\u{202E}", "é", "e\u{301}", "ﷺ", "null", "@null", "@empty", "true", "0x10", "1.5dp",
  ]

  /// Backslashes of escapes, and lone ones.
  package static let backslashes: [String] = [
    "\\n", "\\t", "\\r", "\\\"", "\\'", "\\\\", "\\u0001", "\\u001f", "\\u00e9", "\\U00e9",
    "\\u007f",
    "\\ud83d\\ude00", "\\ufffe", "\\uffff", "\\u2028", "\\u000b", "\\u0020", "\\u0040", "\\u0025",
    "\\", "\\x", "\\0", "\\u12", "\\ud83d", "\\@", "\\?", "\\N", "\\a",
  ]

  package static let percents: [String] = [
    "%", "%%", "100%", "100 %", "50% off", "% ", "%\u{301}", "%%\u{301}", "%é", "%-", "%1", "%1$",
    "%.",
    "%%%", "%&",
  ]

  /// Conversions that every platform can express.
  package static let conversions: [String] = [
    "%@", "%s", "%d", "%ld", "%lu", "%i", "%u", "%x", "%X", "%o", "%f", "%.2f", "%8.3f", "%e", "%g",
    "%c", "%5d", "%-5d", "%05d", "%+d", "%lld", "%zd", "%-10@", "%.3d",
  ]

  package static func text(
    _ random: inout SeededGenerator, of pieces: [[String]], upTo count: Int = 8
  )
    -> String
  {
    (0..<random.number(0...count)).map { _ in random.pick(random.pick(pieces)) }.joined()
  }

  /// A value that is plain, or uses one or more arguments, numbered or in order.
  package static func value(_ random: inout SeededGenerator) -> String {
    let plain = [pieces, pieces, backslashes, percents]
    switch random.number(0...5) {
    case 0: return text(&random, of: [pieces])
    case 1: return numbered(&random, plain)
    case 2:
      return text(&random, of: plain, upTo: 3) + random.pick(conversions)
        + text(&random, of: [pieces, backslashes, ["%%"]], upTo: 3)
    case 3: return text(&random, of: [pieces, backslashes, ["%%"], conversions])
    default: return text(&random, of: plain)
    }
  }

  private static func numbered(_ random: inout SeededGenerator, _ plain: [[String]]) -> String {
    var text = ""
    for number in [1, 2, 3].shuffled(using: &random).prefix(random.number(1...3)) {
      text += self.text(&random, of: [pieces, backslashes, ["%%"]], upTo: 3)
      text += "%\(number)$" + random.pick(conversions).dropFirst()
    }
    return text + self.text(&random, of: [pieces, backslashes, ["%%"]], upTo: 2)
  }
}
