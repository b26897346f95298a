import TremaCatalog
import TremaDiagnostics

/// A check for accents that are used instead of apostrophes.
struct ApostropheCheck: ProseCheck {
  static let rule = Rule(
    .warning, "apostrophe", "An accent is used instead of an apostrophe.", stage: .review,
    why: "On many keyboards, the acute and grave accent keys are next to the apostrophe. An accent "
      + "leaves a gap in the word, and screen readers announce it.",
    example: """
      <value lang="en">Don´t ask again</value>
      """,
    fix: "Replace it with ’; `trema check --fix` does.")

  static let relevantFlags: TextFlags = [.quote, .unclassified]

  static let hasPrefilterTest = true

  /// Returns whether the text contains a grave accent or an acute accent.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    source.contains(UInt8(ascii: "`")) || source.contains(0xC2) { $0 == 0xB4 }
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (index, reading) in prose.readings.enumerated() {
      guard let range = Self.accent(in: reading) else { continue }
      // These languages use ʻ as a letter, which most keyboards don't have.
      let hasLetter = ["haw", "sm", "to", "ty", "uz"].contains(prose.language?.language)
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value uses an accent instead of an "
          + "apostrophe", of: prose,
        reading: index, range: range, in: text,
        hint: hasLetter
          ? "replace it with "
            + "'ʻ'" : "replace it with '’'",
        replacement: hasLetter ? "ʻ" : "’")
      return
    }
  }

  /// Returns the range of the first single accent between two letters.
  private static func accent(in reading: [UInt8]) -> Range<Int>? {
    for index in reading.indices {
      let width: Int
      if reading[index] == UInt8(ascii: "`") {
        width = 1
      } else if reading[index] == 0xC2, index + 1 < reading.count, reading[index + 1] == 0xB4 {
        width = 2
      } else {
        continue
      }
      // Two grave accents in a reading delimit code.
      if width == 1, reading.filter({ $0 == UInt8(ascii: "`") }).count > 1 { return nil }
      if reading.scalar(before: index).isLetter, reading.scalar(at: index + width).isLetter {
        return index..<index + width
      }
    }
    return nil
  }
}
