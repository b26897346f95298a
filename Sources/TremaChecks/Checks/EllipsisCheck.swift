import TremaCatalog
import TremaDiagnostics

/// Three full stops where one character is meant.
struct EllipsisCheck: ProseCheck {
  static let rule = Rule(
    .note, "ellipsis", "Three full stops stand for an ellipsis.", stage: .review,
    why: "The character … keeps together at the end of a line, is spaced as its font wants, and is "
      + "read aloud as a pause. Both platforms write their own texts with it.",
    example: """
      <value lang="en">Loading...</value>
      """,
    fix: "Write …; `trema check --fix` does. Chinese writes two of them.")

  static let signs: Signs = .fullStop

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (number, reading) in prose.readings.enumerated() {
      guard let start = Self.dots(in: reading), !reading.isSymbolic else { continue }
      let isChinese = ["zh", "yue"].contains(prose.language?.language)
      findings.report(
        Self.rule, "three full stops stand in '\(prose.value.language)'", of: prose,
        reading: number, range: start..<start + 3, in: text,
        hint: isChinese ? "write '……'" : "write '…'", replacement: isChinese ? nil : "…")
      return
    }
  }

  /// The first three full stops behind a word or a space; not `1...5`, `../`, `(...)`, the end of
  /// a path, or a row of dots.
  private static func dots(in reading: [UInt8]) -> Int? {
    let dot = UInt8(ascii: ".")
    var index = 0
    // Whether the word before has a slash.
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
