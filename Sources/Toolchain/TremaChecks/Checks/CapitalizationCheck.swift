import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for translations that start with a lowercase letter if the master starts with an
/// uppercase letter.
///
/// Only sentences in languages with European punctuation are compared.
struct CapitalizationCheck: ProseCheck {
  static let rule = Rule(
    .note, "capitalization",
    "A sentence starts in lowercase, but its master with a capital letter.",
    stage: .review, isOptIn: true,
    why: "Among sentences that begin with a capital letter, one that does not looks like a "
      + "mistake. Labels and other texts that are not sentences follow the conventions of their "
      + "language and are not compared.",
    example: """
      <value lang="en">Do you want to go on?</value>
      <value lang="fr">voulez-vous continuer ?</value>
      """,
    fix: "Capitalize the first letter of the sentence.")

  static let relevantFlags: TextFlags = [.exclamation, .fullStop, .unclassified]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, prose.language?.hasEuropeanPunctuation == true else { return }
    let (reading, masterReading) = (prose.readings[0], master.readings[0])
    guard let first = Self.firstWord(of: reading),
      let masterFirst = Self.firstWord(of: masterReading),
      reading.scalar(at: first.lowerBound).isLowercaseLetter,
      masterReading.scalar(at: masterFirst.lowerBound).isUppercaseLetter,
      Self.isSentence(reading, prose.language), Self.isSentence(masterReading, master.language),
      !Self.isTitle(masterReading)
    else { return }
    // Names such as iPhone and macOS, and terms that are the same in both languages.
    if Self.hasInnerCapital(reading[first]) || Self.contains(masterReading, reading[first]) {
      return
    }
    findings.report(
      Self.rule,
      "the '\(prose.value.language)' value begins with a lowercase letter, but the master begins "
        + "with a capital letter",
      of: prose, in: text, hint: "capitalize the first letter")
  }

  /// Returns whether the second word also starts with an uppercase letter, so the text may be a
  /// title or a name.
  private static func isTitle(_ reading: [UInt8]) -> Bool {
    var words = Words(in: reading)
    _ = words.next()
    return words.next().map { reading.scalar(at: $0.lowerBound).isUppercaseLetter } ?? false
  }

  /// Returns the range of the first word. The result is `nil` if the word is preceded by anything
  /// other than an opening question or exclamation mark, because quoted text keeps its case, or if
  /// the word is part of an address or a file name.
  private static func firstWord(of reading: [UInt8]) -> Range<Int>? {
    guard let word = Words(in: reading).first(where: { _ in true }) else { return nil }
    var index = 0
    while index < word.lowerBound {
      let scalar = reading.scalar(at: index)
      guard scalar.isSpace || scalar == "¿" || scalar == "¡" else { return nil }
      index += scalar.width
    }
    // A name such as `www.example.com` or `file_name`.
    let next = reading.scalar(at: word.upperBound)
    return "._@/:".unicodeScalars.contains(next)
      && !reading.scalar(at: word.upperBound + 1).isSpace ? nil : word
  }

  /// Returns whether a reading ends as a sentence and has at least three words.
  private static func isSentence(_ reading: [UInt8], _ language: LanguageTag?) -> Bool {
    switch SentenceEnd(of: reading, in: language) {
    case .fullStop, .exclamation, .question: Words.count(in: reading, upTo: 3) == 3
    default: false
    }
  }

  /// Returns whether a letter after the first is uppercase.
  private static func hasInnerCapital(_ word: ArraySlice<UInt8>) -> Bool {
    var inner = Array(word).scalars.makeIterator()
    _ = inner.next()
    while let (scalar, _) = inner.next() { if scalar.isUppercaseLetter { return true } }
    return false
  }

  /// Returns whether a text contains a word, ignoring the case of ASCII letters.
  private static func contains(_ text: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 { byte < 0x80 ? byte | 0x20 : byte }
    return word.count >= 2 && ByteSearch(word.map(folded)[...]).isFound(in: text.lazy.map(folded))
  }
}
