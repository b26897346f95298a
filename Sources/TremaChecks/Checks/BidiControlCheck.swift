import TremaCatalog
import TremaDiagnostics

/// Controls of writing direction that reorder what is read.
struct BidiControlCheck: ProseCheck {
  static let rule = Rule(
    .warning, "bidi-control", "A control of writing direction is not ended, or overrides the text.",
    stage: .review,
    why: "One that is not ended turns around what the app shows behind it. An override shows "
      + "letters in another order than they are stored: the text is not what it seems. The marks "
      + "U+200E and U+200F are harmless.",
    example: """
      <value lang="he">\\u202B%@ הגיע</value>
      """,
    fix: "End each U+202A, U+202B with U+202C, each U+2066 to U+2068 with U+2069, and write no "
      + "U+202D or U+202E.")

  static let signs: Signs = .strange

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (number, reading) in prose.readings.enumerated() {
      guard let slip = Self.slip(in: reading) else { continue }
      findings.report(
        Self.rule, "\(slip.words) in '\(prose.value.language)'", of: prose, reading: number,
        range: slip.start..<slip.start + 3, in: text, hint: slip.hint)
      return
    }
  }

  /// Source: Unicode Standard Annex 9: embeddings end with U+202C, isolates with U+2069, both at
  /// the end of a paragraph at the latest.
  private static func slip(in reading: [UInt8]) -> (words: String, hint: String, start: Int)? {
    guard reading.contains(0xE2) else { return nil }
    var open: [(scalar: Unicode.Scalar, start: Int)] = []
    for index in reading.indices where reading[index] == 0xE2 || reading[index] == 0x0A {
      let scalar = reading.scalar(at: index)
      switch scalar.value {
      case 0x0A: if let last = open.last { return unended(last) }
      case 0x202D, 0x202E:
        return ("\(scalar.name) overrides the direction of the text", "remove it", index)
      case 0x202A, 0x202B, 0x2066...0x2068: open.append((scalar, index))
      case 0x202C, 0x2069:
        guard let last = open.last, (last.scalar.value >= 0x2066) == (scalar.value == 0x2069) else {
          return ("\(scalar.name) ends nothing", "remove it", index)
        }
        open.removeLast()
      default: break
      }
    }
    return open.last.map(unended)
  }

  private static func unended(
    _ open: (scalar: Unicode.Scalar, start: Int)
  ) -> (words: String, hint: String, start: Int) {
    let end = open.scalar.value >= 0x2066 ? "U+2069" : "U+202C"
    return ("\(open.scalar.name) is not ended", "end it with \(end)", open.start)
  }
}
