import TremaSupport

/// Escaping of strings for a single line on a terminal.
enum LogText {
  /// Returns a string with control characters escaped, such as `\u{1B}` and `\n`, to keep a logged
  /// string from imitating another record or controlling the terminal.
  static func escaped(_ text: String) -> String {
    var text = text
    let isPlain =
      text.withUTF8 { $0.allSatisfy { (0x20..<0x7F).contains($0) } }
    if isPlain { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return TerminalText.escaped(escaped)
  }
}
