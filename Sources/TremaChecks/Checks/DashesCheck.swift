import TremaCatalog
import TremaDiagnostics

/// Hyphens where a dash is meant.
struct DashesCheck: ProseCheck {
  static let rule = Rule(
    .note, "dashes", "A hyphen stands for a dash.", stage: .review,
    why: "A hyphen joins the parts of a word; between words and between numbers stands a dash. "
      + "A hyphen there looks too short, and two of them look like a typewriter.",
    example: """
      <value lang="en">Offline - trying again</value>
      """,
    fix: "Write the dash of the language, – or —; `trema check --fix` does between words.")

  static let signs: Signs = .hyphen

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    let isEastern = ["ru", "uk", "be", "bg", "kk"].contains(prose.language?.language)
    let dash = isEastern ? "—" : "–"
    for number in prose.readings.indices {
      let reading = prose.masked[number]
      guard let (range, isBetweenWords) = Self.dash(in: reading), !reading.isSymbolic else {
        continue
      }
      let dash = isBetweenWords ? dash : "–"
      findings.report(
        Self.rule,
        isBetweenWords
          ? "a hyphen stands for a dash in '\(prose.value.language)'"
          : "a hyphen stands between numbers in '\(prose.value.language)'",
        of: prose, reading: number, range: range, in: text, hint: "write '\(dash)'",
        replacement: isBetweenWords ? " \(dash) " : nil)
      return
    }
  }

  /// ` - ` or ` -- ` between words of one line, with its spaces, or the hyphen in `2-3 days`.
  private static func dash(in reading: [UInt8]) -> (range: Range<Int>, isBetweenWords: Bool)? {
    let hyphen = UInt8(ascii: "-")
    var index = 1
    while index + 1 < reading.count {
      guard reading[index] == hyphen else {
        index += 1
        continue
      }
      let start = index
      while index < reading.count, reading[index] == hyphen { index += 1 }
      let (before, after) = (reading.scalar(before: start), reading.scalar(at: index))
      if index - start <= 2, before == " ", after == " " {
        let word = reading.scalar(before: start - 1)
        let next = reading.scalar(at: index + 1)
        if ends(word), next.isLetter || next == "\u{FFFC}",
          !isVariable(reading, start - 2) || !isVariable(reading, index + 1)
        {
          return (start - 1..<index + 1, true)
        }
      }
      if index - start == 1, isRange(reading, at: start) { return (start..<index, false) }
    }
    return nil
  }

  /// Whether a letter is a word of its own, as in `a - b`.
  private static func isVariable(_ reading: [UInt8], _ index: Int) -> Bool {
    func isEdge(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0 || scalar.isSpace }
    return reading.scalar(at: index).isLetter && isEdge(reading.scalar(before: index))
      && isEdge(reading.scalar(at: index + 1))
  }

  private static func ends(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetter || scalar == "\u{FFFC}" || ")]”\"».!?".unicodeScalars.contains(scalar)
  }

  /// Whether the numbers around a hyphen are the ends of a range, and no date, no call number and
  /// no name.
  private static func isRange(_ reading: [UInt8], at hyphen: Int) -> Bool {
    func number(_ range: Range<Int>) -> Int? {
      (1...3).contains(range.count) ? Int(String(decoding: reading[range], as: UTF8.self)) : nil
    }
    var (start, end) = (hyphen, hyphen + 1)
    while start > 0, Unicode.Scalar(reading[start - 1]).isASCIIDigit { start -= 1 }
    while end < reading.count, Unicode.Scalar(reading[end]).isASCIIDigit { end += 1 }
    guard let first = number(start..<hyphen), let last = number(hyphen + 1..<end), first < last,
      reading[start] != UInt8(ascii: "0")
    else { return false }
    let (before, after) = (reading.scalar(before: start), reading.scalar(at: end))
    return (before.value == 0 || before == " " || before == "(")
      && (after.value == 0 || after == " " || after == ")")
  }
}
