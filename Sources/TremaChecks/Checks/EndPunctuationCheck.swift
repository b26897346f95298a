import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A translation that ends otherwise than the master.
struct EndPunctuationCheck: ProseCheck {
  static let rule = Rule(
    .warning, "end-punctuation", "A translation ends with other punctuation than the master.",
    stage: .review,
    why: "A question that became a statement, or a label that lost its colon, reads as another "
      + "text. Every script has its own marks, and those are compared.",
    example: """
      <value lang="en">Delete all messages?</value>
      <value lang="de">Alle Nachrichten löschen</value>
      """,
    fix: "End the translation as the master ends, in the marks of its language.")

  static let signs: Signs = [.fullStop, .comma, .exclamation, .strange]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    // Nearly all values are plain, and end as they should.
    if prose.readings.count == 1, master.readings.count == 1,
      SentenceEnd(of: prose.masked[0], in: prose.language)
        == SentenceEnd(of: master.masked[0], in: master.language)
    {
      return
    }
    let expected = Set(
      master.readings.indices.map { SentenceEnd(of: master.masked[$0], in: master.language) })
    for number in prose.readings.indices {
      let reading = prose.masked[number]
      let end = SentenceEnd(of: reading, in: prose.language)
      if expected.contains(where: { Self.agree($0, end, prose.language) }) { continue }
      guard let wanted = expected.count == 1 ? expected.first : nil else { continue }
      // An abbreviation has a stop of its own, and a picture made of signs has no end.
      if wanted == .fullStop || end == .fullStop, wanted == .nothing || end == .nothing,
        Self.isShort(reading) || Self.isShort(master.masked[0])
      {
        continue
      }
      if Words.count(in: reading, upTo: 1) == 0 { continue }
      findings.report(
        Self.rule,
        "'\(prose.value.language)' ends with \(end.name), the master with \(wanted.name)",
        of: prose, reading: number, in: text, hint: "end as the master does")
      return
    }
  }

  /// Whether one may stand for the other. How loud a sentence is differs from language to language.
  private static func agree(
    _ master: SentenceEnd, _ own: SentenceEnd, _ language: LanguageTag?
  ) -> Bool {
    if master == own { return true }
    let both: Set = [master, own]
    if both == [.fullStop, .exclamation] { return true }
    switch language?.language {
    // A space ends a sentence.
    case "th", "lo", "km", "my", "bo", "dz": return both.isSubset(of: [.fullStop, .nothing])
    // Short texts do without.
    case "ja", "zh", "yue":
      return both == [.fullStop, .nothing] || both == [.ellipsis, .nothing]
    // The question mark stands on the word that asks.
    case "hy": return both.contains(.question) || both.contains(.exclamation)
    default: return false
    }
  }

  /// Whether the last word could be an abbreviation, or there are too few to make a sentence.
  private static func isShort(_ reading: [UInt8]) -> Bool {
    var words = 0
    var last = 0..<0
    for word in Words(in: reading) {
      words += 1
      last = word
    }
    return words < 3 || last.count <= 4 && SentenceEnd.lastSign(of: reading) - last.upperBound == 1
  }
}
