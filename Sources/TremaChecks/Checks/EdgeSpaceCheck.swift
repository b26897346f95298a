import TremaCatalog
import TremaDiagnostics

/// White space at the beginning or end that the master does not have, or the reverse.
struct EdgeSpaceCheck: Check {
  static let rule = Rule(
    .warning, "edge-space", "White space at an end of a value differs from the master.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let master = text.master, !master.source.isEmpty else { return }
    for value in text.text.values where value != master && !value.source.isEmpty {
      if Self.begins(value.source) != Self.begins(master.source) {
        report("beginning", value, value.textPosition, text, &findings)
      }
      if Self.ends(value.source) != Self.ends(master.source) {
        let end = value.position(ofSourceOffset: value.source.utf8.count)
        report("end", value, end, text, &findings)
      }
    }
  }

  private func report(
    _ edge: String, _ value: Value, _ position: SourcePosition, _ text: ExaminedText,
    _ findings: inout Findings
  ) {
    findings.report(
      Self.rule,
      "white space at the \(edge) of '\(text.text.key)' in '\(value.language)' differs from the master",
      in: text, value: value, at: text.text.location(position, of: value),
      hint: "begin and end as the master does")
  }

  private static func begins(_ text: String) -> Bool {
    // The properties of a character are costly to look up, and most texts begin with a letter.
    if let byte = text.utf8.first, byte < 0x80 { return isSpace(byte) }
    return text.unicodeScalars.first?.properties.isWhitespace ?? false
  }

  private static func ends(_ text: String) -> Bool {
    if let byte = text.utf8.last, byte < 0x80 { return isSpace(byte) }
    return text.unicodeScalars.last?.properties.isWhitespace ?? false
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
