import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for runs of spaces within a line. If the master has such a run, runs in its translations
/// are not reported.
struct DoubleSpaceCheck: ProseCheck {
  static let rule = Rule(
    .warning, "double-space", "A line contains two or more consecutive spaces.", stage: .review,
    why: "Repeated spaces are typing mistakes that show as a gap in the text. Three cases are not "
      + "reported: spaces that are also in the master, runs of three or more that align columns, "
      + "and two spaces between sentences, which some writers prefer.",
    example: """
      <value lang="en">Sign  in</value>
      """,
    fix: "Replace them with one space; `trema check --fix` does.")

  static let relevantFlags: TextFlags = .doubleSpace

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    if let master, master.flags.contains(.doubleSpace) { return }
    for (index, reading) in prose.readings.enumerated() {
      guard let range = Self.gap(in: reading), !reading.isSymbolic, !Self.hasColumns(reading)
      else { continue }
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value contains \(range.count) consecutive "
          + "spaces", of: prose,
        reading: index, range: range, in: text,
        hint: "replace them with one "
          + "space", replacement: " ")
      return
    }
  }

  /// Returns the first run of spaces between two other characters in a line. Spaces at the edges of
  /// a line indent it or are reported by a different check.
  private static func gap(in reading: [UInt8]) -> Range<Int>? {
    var start: Int?
    var last = UInt8(ascii: "\n")
    for (index, byte) in reading.enumerated() {
      if byte == UInt8(ascii: " ") {
        if !isSpace(last) { start = index }
      } else {
        if let start, index - start > 1, !isSpace(byte), !endsSentence(reading, start) {
          return start..<index
        }
        start = nil
      }
      last = byte
    }
    return nil
  }

  /// Returns whether the lines have at least two runs of three or more spaces, which align columns.
  private static func hasColumns(_ reading: [UInt8]) -> Bool {
    var (gaps, spaces, isIndentation) = (0, 0, true)
    for byte in reading {
      switch byte {
      case UInt8(ascii: " "): spaces += 1
      case UInt8(ascii: "\n"): (spaces, isIndentation) = (0, true)
      default:
        if spaces > 2, !isIndentation { gaps += 1 }
        (spaces, isIndentation) = (0, false)
      }
    }
    return gaps > 1
  }

  /// Returns whether a sentence or an introduction ends before a gap. Some writers put two spaces
  /// there.
  ///
  /// - Parameter gap: The offset of the first space.
  private static func endsSentence(_ reading: [UInt8], _ gap: Int) -> Bool {
    gap > 0 && ".!?:".utf8.contains(reading[gap - 1])
  }

  /// Returns whether a byte is ASCII whitespace.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
