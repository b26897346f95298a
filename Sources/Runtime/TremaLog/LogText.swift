import TremaSupport

/// The escaping of text for one line of a terminal.
enum LogText {
  /// Returns a text with control characters as `\u{1B}` and line feeds as `\n`. So a logged text
  /// cannot look like another record and cannot control a terminal.
  static func escaped(_ text: String) -> String {
    var text = text
    let isPlain =
      text.withUTF8 { $0.allSatisfy { (0x20..<0x7F).contains($0) } }
    if isPlain { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return TerminalText.escaped(shown)
  }
}
