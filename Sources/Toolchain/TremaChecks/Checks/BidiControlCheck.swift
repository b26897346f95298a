import TremaCatalog
import TremaDiagnostics

/// A check for bidirectional controls that are not terminated, or override the direction of
/// letters. Such controls reorder the text that readers see.
struct BidiControlCheck: ProseCheck {
  static let rule = Rule(
    .warning, "bidi-control",
    "A bidirectional control is not closed, or overrides the direction of letters.",
    stage: .review, isOptIn: true,
    why: "An unclosed control changes the direction of the text that the app displays after it. An "
      + "override displays letters in a different order than they are stored in, so the text is "
      + "not what it seems. Two cases are harmless and not reported: an embedding at the beginning "
      + "of a line, which ends with the line, and the marks U+200E and U+200F.",
    example: """
      <value lang="he">הקובץ \\u2068%@ הגיע</value>
      """,
    fix: "Close each U+202A and U+202B with U+202C, and each U+2066 to U+2068 with U+2069. Do not "
      + "use U+202D or U+202E.")

  static let relevantFlags: TextFlags = .unclassified

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (index, reading) in prose.readings.enumerated() {
      guard let issue = Self.misusedControl(in: reading) else { continue }
      findings.report(
        Self.rule, "\(issue.words) in '\(prose.value.language)'", of: prose, reading: index,
        range: issue.start..<issue.start + 3, in: text, hint: issue.hint)
      return
    }
  }

  /// A control that is open: its scalar, its offset, and the number of letters before it.
  private typealias Open = (scalar: Unicode.Scalar, start: Int, letters: Int)

  /// Returns the first control with a wrong effect.
  ///
  /// See Unicode Standard Annex 9. Embeddings and overrides end with U+202C, isolates with U+2069,
  /// and all of them end with the paragraph at the latest.
  ///
  /// - Returns: The start of the message, the hint, and the control's offset, or `nil` if there is
  ///   none.
  private static func misusedControl(in reading: [UInt8]) -> (
    words: String, hint: String, start: Int
  )? {
    guard reading.contains(0xE2) else { return nil }
    var open: [Open] = []
    var letters = 0
    var lineStart = 0
    for (scalar, start) in reading.scalars {
      switch scalar.value {
      case 0x0A:
        if let issue = unterminated(open, lineStart) { return issue }
        open = []
        lineStart = letters
      case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068: open.append((scalar, start, letters))
      case 0x202C, 0x2069:
        guard let last = open.popLast(), (last.scalar.value >= 0x2066) == (scalar.value == 0x2069)
        else { return ("\(scalar.name) does not close any control", "remove it", start) }
        // Overrides that enclose only digits and signs are used to order them.
        if last.scalar.value == 0x202D || last.scalar.value == 0x202E, last.letters < letters {
          return ("\(last.scalar.name) overrides the direction of letters", "remove it", last.start)
        }
      default: if scalar.isLetter { letters += 1 }
      }
    }
    return unterminated(open, lineStart)
  }

  /// Returns the innermost control that is open at the end of a line.
  ///
  /// - Parameters:
  ///   - open: The controls that are open.
  ///   - lineStart: The number of letters before the line.
  private static func unterminated(
    _ open: [Open], _ lineStart: Int
  ) -> (words: String, hint: String, start: Int)? {
    guard let last = open.last else { return nil }
    // An embedding that starts before the first letter sets the direction of the whole line, so it
    // need not be terminated.
    if open.count == 1, [0x202A, 0x202B].contains(last.scalar.value), last.letters == lineStart {
      return nil
    }
    let end = last.scalar.value >= 0x2066 ? "U+2069" : "U+202C"
    return ("\(last.scalar.name) is not closed", "close it with \(end)", last.start)
  }
}
