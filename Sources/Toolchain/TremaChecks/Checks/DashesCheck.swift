import TremaCatalog
import TremaDiagnostics

/// A check for hyphens between words where the language uses a dash.
///
/// A master with a hyphen between words sets the style of its project, and its translations are not
/// reported.
struct DashesCheck: ProseCheck {
  static let rule = Rule(
    .note, "dashes", "A translation uses a hyphen instead of a dash.", stage: .review,
    isOptIn: true,
    why: "A hyphen joins the parts of a word; a dash separates words. A master with a hyphen "
      + "between words sets the style of its project. Languages without a rule are not compared.",
    example: """
      <value lang="en">Offline — trying again</value>
      <value lang="de">Offline - neuer Versuch</value>
      """,
    fix: "Use the dash of the language, – or —; `trema check --fix` does.")

  static let relevantFlags: TextFlags = .hyphen

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    // Turkish encloses words in hyphens. See Türk Dil Kurumu, Noktalama İşaretleri, kısa çizgi.
    guard let master, let language = prose.language, language.hasEuropeanPunctuation,
      language.language != "tr",
      !master.masked.contains(where: { Self.dash(in: $0) != nil })
    else { return }
    let dash = ["ru", "uk", "be", "bg"].contains(language.language) ? "—" : "–"
    for index in prose.readings.indices {
      let reading = prose.masked[index]
      guard let range = Self.dash(in: reading), !reading.isSymbolic else { continue }
      findings.report(
        Self.rule, "the '\(prose.value.language)' value uses a hyphen instead of a dash", of: prose,
        reading: index, range: range, in: text, hint: "replace it with '\(dash)'",
        replacement: " \(dash) ")
      return
    }
  }

  /// Returns the range of ` - ` or ` -- ` between words on one line, including its spaces.
  private static func dash(in reading: [UInt8]) -> Range<Int>? {
    let hyphen = UInt8(ascii: "-")
    var index = 1
    while index + 1 < reading.count {
      guard reading[index] == hyphen else {
        index += 1
        continue
      }
      let start = index
      while index < reading.count, reading[index] == hyphen { index += 1 }
      guard index - start <= 2, reading.scalar(before: start) == " ",
        reading.scalar(at: index) == " "
      else { continue }
      let next = reading.scalar(at: index + 1)
      if canPrecedeDash(reading.scalar(before: start - 1)), next.isLetter || next == "\u{FFFC}",
        !isVariable(reading, start - 2) || !isVariable(reading, index + 1)
      {
        return start - 1..<index + 1
      }
    }
    return nil
  }

  /// Returns whether a letter is a separate word, as in `a - b`. A hyphen between two of them is a
  /// minus sign.
  private static func isVariable(_ reading: [UInt8], _ index: Int) -> Bool {
    func isEdge(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0 || scalar.isSpace }
    return reading.scalar(at: index).isLetter && isEdge(reading.scalar(before: index))
      && isEdge(reading.scalar(at: index + 1))
  }

  /// Returns whether a character may end the text before a dash.
  private static func canPrecedeDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetter || scalar == "\u{FFFC}" || ")]”\"».!?".unicodeScalars.contains(scalar)
  }
}
