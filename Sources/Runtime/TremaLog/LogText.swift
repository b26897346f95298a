import TremaSupport

/// Texts that stay on one line of a terminal.
enum LogText {
  /// With every control spelled out, `\u{1B}`, and line feeds as `\n`: what is logged cannot look
  /// like another record, nor act on a terminal.
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
    return TerminalText.shown(shown)
  }
}
