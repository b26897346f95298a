import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for translations that lack the punctuation at the end of the master.
///
/// Only languages whose texts end as in English are compared, and only if all readings of the
/// master end in the same way.
struct EndPunctuationCheck: ProseCheck {
  static let rule = Rule(
    .note, "end-punctuation", "A translation lacks the punctuation mark at the end of the master.",
    stage: .review,
    why: "A question that became a statement, a label without its colon, or a command without its "
      + "ellipsis reads like a different text. Whether a single sentence ends with a full stop is "
      + "left to the translator. Languages with other rules for the end of a text are not "
      + "compared.",
    example: """
      <value lang="en">Do you want to delete all messages?</value>
      <value lang="de">Alle Nachrichten in diesem Ordner löschen</value>
      """,
    fix: "End the translation like the master, with the marks of its language.")

  static let relevantFlags: TextFlags = [.fullStop, .comma, .exclamation, .unclassified]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, let language = prose.language, language.hasComparableEnds else { return }
    let expected = Set(
      master.readings.indices.map { SentenceEnd(of: master.masked[$0], in: master.language) })
    guard let wanted = expected.first, expected.count == 1, wanted != .nothing,
      !Self.endsWithAddress(master)
    else { return }
    for index in prose.readings.indices {
      let reading = prose.masked[index]
      let end = SentenceEnd(of: reading, in: language)
      guard Self.isLost(wanted, end, reading, master.masked[0]) else { continue }
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value ends with \(end.name), but the master ends with "
          + "\(wanted.name)",
        of: prose, reading: index, in: text, hint: "use the same final punctuation as the master")
      return
    }
  }

  /// Returns whether a translation has lost the punctuation of its master.
  ///
  /// - Parameters:
  ///   - wanted: The end of the master.
  ///   - end: The end of the translation.
  ///   - reading: The translation, with tags and addresses masked.
  ///   - master: The master, with tags and addresses masked.
  private static func isLost(
    _ wanted: SentenceEnd, _ end: SentenceEnd, _ reading: [UInt8], _ master: [UInt8]
  ) -> Bool {
    // ASCII art has no punctuation.
    if Words.count(in: reading, upTo: 1) == 0 { return false }
    switch (wanted, end) {
    // The translation ends with two full stops, so the third is missing.
    case (.ellipsis, .fullStop): return endsWithTwoStops(reading)
    case (.ellipsis, .nothing): return !beginsWithEllipsis(reading)
    // The colon may have moved before the last word.
    case (.colon, .nothing): return !reading.contains(UInt8(ascii: ":"))
    // Other languages often express a short question as a heading.
    case (.question, .nothing):
      return Words.count(in: reading, upTo: 4) == 4 && Words.count(in: master, upTo: 3) == 3
    case (.fullStop, .nothing): return hasInnerSentence(reading)
    default: return false
    }
  }

  /// Returns whether an address follows the last mark, in which case we don't know where the
  /// sentence ends.
  private static func endsWithAddress(_ master: Prose) -> Bool {
    guard let part = master.parts[0].last, part.part != .tag else { return false }
    return part.range.upperBound > SentenceEnd.contentEnd(of: master.masked[0])
  }

  /// Returns whether a reading ends with exactly two full stops.
  private static func endsWithTwoStops(_ reading: [UInt8]) -> Bool {
    let end = SentenceEnd.contentEnd(of: reading)
    return reading[..<end].suffix(3).first.map { $0 != UInt8(ascii: ".") } == true
      && reading[..<end].suffix(2).elementsEqual("..".utf8)
  }

  /// Returns whether a reading starts with an ellipsis.
  private static func beginsWithEllipsis(_ reading: [UInt8]) -> Bool {
    reading.starts(with: "…".utf8) || reading.starts(with: "...".utf8)
  }

  /// Returns whether the last sentence follows a sentence on the same line that ends with a full
  /// stop, and both have at least three words.
  private static func hasInnerSentence(_ reading: [UInt8]) -> Bool {
    let end = SentenceEnd.contentEnd(of: reading)
    let line = reading[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let stop = reading[line..<end].indices.last { index in
      reading[index] == UInt8(ascii: ".") && reading.scalar(at: index + 1) == " "
        && reading.scalar(at: index + 2).isUppercaseLetter
        && reading.scalar(before: index).isLowercaseLetter
    }
    // The full stop of the last word may be hidden by a bracket or another sign.
    guard let stop, reading.scalar(before: end).isLetter else { return false }
    return [line..<stop, stop..<end].allSatisfy {
      Words.count(in: Array(reading[$0]), upTo: 3) == 3
    }
  }
}
