import TremaCatalog
import TremaDiagnostics

/// A check for translations that start with the ellipsis that ends the master, or lack the master's
/// bullet.
struct StartPunctuationCheck: ProseCheck {
  static let rule = Rule(
    .note, "start-punctuation",
    "A translation lacks the master's bullet, or starts with its final ellipsis.",
    stage: .review,
    why: "A bullet makes the text a list item. Dots at the end of the master appear at the "
      + "beginning of a translation if they were typed on the wrong side of a right-to-left text.",
    example: """
      <value lang="en">• Sound</value>
      <value lang="de">Ton</value>
      """,
    fix: "Begin and end the translation the way the master does.")

  static let relevantFlags: TextFlags = [.fullStop, .unclassified]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    let (reading, masterReading) = (prose.readings[0], master.readings[0])
    if Self.beginsWithEllipsis(reading), !Self.beginsWithEllipsis(masterReading),
      SentenceEnd(of: masterReading, in: master.language) == .ellipsis,
      SentenceEnd(of: reading, in: prose.language) != .ellipsis
    {
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value begins with the ellipsis that ends the "
          + "master", of: prose,
        in: text, hint: "move it to the end, as in the master")
    } else if let bullet = Self.bullet(of: masterReading), reading.scalar(at: 0).isLetter {
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value does not begin with '\(bullet)', unlike "
          + "the master",
        of: prose, in: text, hint: "add it at the beginning")
    }
  }

  /// Returns whether a reading starts with an ellipsis, after whitespace.
  private static func beginsWithEllipsis(_ reading: [UInt8]) -> Bool {
    guard let start = reading.firstIndex(where: { $0 > 0x20 }) else { return false }
    return reading[start...].starts(with: "…".utf8) || reading[start...].starts(with: "...".utf8)
  }

  /// Returns the bullet at the start of a reading if a space follows it, or `nil`.
  private static func bullet(of reading: [UInt8]) -> Unicode.Scalar? {
    let scalar = reading.scalar(at: 0)
    return "•·‣▪●◦■○・･".unicodeScalars.contains(scalar)
      && reading.scalar(at: scalar.width).isSpace ? scalar : nil
  }
}
