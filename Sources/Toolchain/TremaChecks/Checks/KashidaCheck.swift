import TremaCatalog
import TremaDiagnostics

/// A check for Arabic words that are stretched with kashidas.
struct KashidaCheck: ProseCheck {
  static let rule = Rule(
    .note, "kashida", "A kashida stretches a word.", stage: .review,
    why: "U+0640 between letters is a typographic ornament: searches do not find words that "
      + "contain it, and it looks odd in the fonts of apps. It is allowed at the end of a prefix "
      + "before a placeholder or a Latin word.",
    example: """
      <value lang="ar">مرحبـــا</value>
      """,
    fix: "Remove it; `trema check --fix` does.")

  static let relevantFlags: TextFlags = .unclassified

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (index, reading) in prose.readings.enumerated() {
      guard let range = Self.kashida(in: reading) else { continue }
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value contains a kashida within a "
          + "word", of: prose,
        reading: index, range: range, in: text, hint: "remove it", replacement: "")
      return
    }
  }

  /// Returns the first run of U+0640 between two Arabic letters.
  private static func kashida(in reading: [UInt8]) -> Range<Int>? {
    var start = 0
    while let index = reading[start...].firstIndex(of: 0xD9) {
      start = index + 2
      guard reading.scalar(at: index) == "\u{640}" else { continue }
      var end = index
      while reading.scalar(at: end) == "\u{640}" { end += 2 }
      if isLetter(reading.scalar(before: index)), isLetter(reading.scalar(at: end)) {
        return index..<end
      }
      start = end
    }
    return nil
  }

  /// Returns whether a character is an Arabic letter other than the kashida.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x620...0x6D5).contains(scalar.value) && scalar.value != 0x640 && scalar.isLetter
  }
}
