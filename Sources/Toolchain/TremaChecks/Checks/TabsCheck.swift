import TremaCatalog
import TremaDiagnostics

/// A check for tab characters in a translation if the master has none.
struct TabsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "tabs", "A translation contains a tab character that the master does not have.",
    stage: .review,
    why: "It comes from a table that the text was copied from, and shows as a gap of unpredictable "
      + "width.",
    example: """
      <value lang="en">Full name</value>
      <value lang="de">Name\\tVorname</value>
      """,
    fix: "Replace it with a space, or remove it.")

  static let relevantFlags: TextFlags = .lineBreak

  static let hasPrefilterTest = true

  /// Returns whether the value contains a tab and the master does not.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    source.contains(0x09) && master?.contains(0x09) == false
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    // Tabs in the master align columns.
    guard let master, !master.readings.contains(where: { $0.contains(0x09) }) else { return }
    for (number, reading) in prose.readings.enumerated() {
      guard let index = Self.tab(in: reading) else { continue }
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value contains a tab "
          + "character", of: prose, reading: number,
        range: index..<index + 1, in: text, hint: "replace it with a space")
      return
    }
  }

  /// Returns the offset of the first tab that does not indent its line, or `nil` if there is none.
  private static func tab(in reading: [UInt8]) -> Int? {
    var hasWords = false
    for (index, byte) in reading.enumerated() {
      switch byte {
      case 0x09: if hasWords { return index }
      case 0x0A, 0x0D: hasWords = false
      case 0x20: break
      default: hasWords = true
      }
    }
    return nil
  }
}
