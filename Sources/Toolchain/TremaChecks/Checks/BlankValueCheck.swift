import TremaCatalog
import TremaDiagnostics

/// A check for values that are blank but not empty.
///
/// A blank translation is allowed if the master is also blank, or is a short word that some languages
/// don't use.
struct BlankValueCheck: ProseCheck {
  static let rule = Rule(
    .warning, "blank-value", "A value consists only of whitespace.", stage: .review,
    why: "The app shows an empty space. Unlike an empty value, a blank one is not replaced with "
      + "the text in another language. A translation is not reported if its master is also blank, "
      + "or is a single short word that some languages don't use.",
    example: """
      <value lang="en">Cancel</value>
      <value lang="de"> </value>
      """,
    fix: "Enter the text, or remove the value.")

  static let relevantFlags: TextFlags = [.edgeSpace, .unclassified]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard prose.readings.contains(where: Self.isBlank) else { return }
    if let master, master.readings.contains(where: { Self.isBlank($0) || Self.isShort($0) }) {
      return
    }
    // A blank master is probably indentation or a separator, unless a translation contains words.
    if master == nil, prose.readings[0].count <= 2 || !Self.hasWords(text.text.values) { return }
    findings.report(
      Self.rule, "'\(text.shownKey)' has no visible characters in '\(prose.value.language)'",
      of: prose,
      in: text, hint: "enter the text, or remove the value")
  }

  /// Returns whether one of the values has visible characters.
  private static func hasWords(_ values: [Value]) -> Bool {
    values.contains { !$0.source.isEmpty && !isBlank(Array($0.source.utf8)) }
  }

  /// Returns whether a reading has at most five letters, such as `by`, `is` and `from`.
  private static func isShort(_ reading: [UInt8]) -> Bool {
    reading.scalars.lazy.filter { scalar, _ in scalar.isLetter }.prefix(6).count <= 5
  }

  /// Returns whether a reading consists of whitespace and invisible characters.
  private static func isBlank(_ reading: [UInt8]) -> Bool {
    !reading.isEmpty
      && reading.scalars.allSatisfy { scalar, _ in
        scalar.isSpace || (0x200B...0x200F).contains(scalar.value) || scalar == "\u{FEFF}"
          || scalar == "\u{2800}" || scalar == "\u{3164}"
      }
  }
}
