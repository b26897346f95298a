import TremaCatalog
import TremaDiagnostics

/// A check for three full stops in a translation if the master uses the character `…`.
///
/// A master with three full stops sets the style of its project, and its translations are not
/// reported.
struct EllipsisCheck: ProseCheck {
  static let rule = Rule(
    .note, "ellipsis", "A translation has three full stops where the master has an ellipsis.",
    stage: .review,
    why: "The character … is not split at the end of a line, is spaced as the font intends, and is "
      + "read aloud as a pause. A master with three full stops sets the style of its project. "
      + "Languages without a rule for …, and Japanese, Korean and Chinese, are not compared.",
    example: """
      <value lang="en">Loading…</value>
      <value lang="de">Laden...</value>
      """,
    fix: "Replace them with …; `trema check --fix` does.")

  static let relevantFlags: TextFlags = .fullStop

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, prose.language?.hasEuropeanPunctuation == true,
      master.readings.contains(where: { $0.scalars.contains { $0.scalar == "…" } }),
      !master.readings.contains(where: { Self.dots(in: $0) != nil })
    else { return }
    for (index, reading) in prose.readings.enumerated() {
      guard let start = Self.dots(in: reading), !reading.isSymbolic else { continue }
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value uses three full stops instead of an "
          + "ellipsis", of: prose,
        reading: index, range: start..<start + 3, in: text,
        hint: "replace them with "
          + "'…'", replacement: "…")
      return
    }
  }

  /// Returns the offset of the first three full stops after a word or a space. Other uses are
  /// ignored: `1...5`, `../`, `(...)`, the end of a path, and longer runs of dots.
  private static func dots(in reading: [UInt8]) -> Int? {
    let dot = UInt8(ascii: ".")
    var index = 0
    // Whether the current word contains a slash.
    var isPath = false
    while index + 2 < reading.count {
      guard reading[index] == dot else {
        if reading[index] <= 0x20 {
          isPath = false
        } else if reading[index] == UInt8(ascii: "/") || reading[index] == UInt8(ascii: "\\") {
          isPath = true
        }
        index += 1
        continue
      }
      var end = index
      while end < reading.count, reading[end] == dot { end += 1 }
      let (before, after) = (reading.scalar(before: index), reading.scalar(at: end))
      if end - index == 3, !(before.isASCIIDigit && after.isASCIIDigit), after != "/",
        after != "\\", !"([{,".unicodeScalars.contains(before), !isPath
      {
        return index
      }
      index = end
    }
    return nil
  }
}
