import TremaCatalog
import TremaDiagnostics

/// A translation that lost the bullet or the dots that the master begins with, or has its own.
struct StartPunctuationCheck: ProseCheck {
  static let rule = Rule(
    .note, "start-punctuation", "A translation begins with other punctuation than the master.",
    stage: .review,
    why: "A bullet, a slash or dots at the beginning join the text to what stands before it. "
      + "Opening question marks, quotation marks and brackets are not compared.",
    example: """
      <value lang="en">• Sound</value>
      <value lang="de">Ton</value>
      """,
    fix: "Begin the translation as the master begins.")

  static let signs: Signs = [.fullStop, .comma, .hyphen, .star, .strange]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    let (wanted, found) = (Self.sign(of: master.readings[0]), Self.sign(of: prose.readings[0]))
    if wanted == found { return }
    let words =
      switch (wanted, found) {
      case (let wanted?, let found?):
        "begins with '\(found)', the master with '\(wanted)'"
      case (let wanted?, nil): "does not begin with '\(wanted)', as the master does"
      default: "begins with '\(found ?? " ")', the master does not"
      }
    findings.report(
      Self.rule, "'\(prose.value.language)' \(words)", of: prose, in: text,
      hint: "begin as the master does")
  }

  /// What a reading begins with; one of two that mean the same.
  private static func sign(of reading: [UInt8]) -> Unicode.Scalar? {
    var start = 0
    while start < reading.count, reading[start] == 0x20 || reading[start] == 0x0A { start += 1 }
    let scalar = reading.scalar(at: start)
    let next = reading.scalar(at: start + scalar.width)
    switch scalar {
    // Japanese bullets have their space within them.
    case "・", "･": return "•"
    case "•", "·", "*", "‣", "▪", "●", "◦", "■", "○":
      return next == " " || next == "\u{A0}" ? "•" : nil
    case "-", "–", "—": return next == " " || next == "\u{A0}" ? "-" : nil
    case "…", ":", ";", ",", "،", "؛": return scalar
    case "；", "：", "，": return scalar == "，" ? "," : scalar == "；" ? ";" : ":"
    case ".": return next == "." ? "…" : nil
    default: return nil
    }
  }
}
