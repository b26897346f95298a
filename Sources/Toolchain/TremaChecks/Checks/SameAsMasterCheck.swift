import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for translations that equal their master, word for word.
///
/// Names and technical terms are the same in many languages, so only texts that look like sentences
/// are reported.
struct SameAsMasterCheck: ProseCheck {
  static let rule = Rule(
    .warning, "same-as-master", "A translation is the same as the master.", stage: .review,
    why: "The master was copied and has not been translated yet. Names, addresses and technical "
      + "terms are the same in many languages, so only sentences are reported: texts of four or "
      + "more words of which two are not capitalised, and texts of three words of which one is a "
      + "word such as *the* or *with*, which occurs in English sentences. If no status marks the "
      + "value as translated, two words suffice.",
    example: """
      <value lang="en">Please try again later</value>
      <value lang="de">Please try again later</value>
      """,
    fix: "Translate it, or add @translatable false to the context if it must stay the same.")

  static let relevantFlags: TextFlags = .letter

  static let hasPrefilterTest = true

  /// Returns whether the texts may be equal, based on their lengths and their first and last bytes.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    guard let master else { return false }
    return source.count == master.count && source.first == master.first
      && source.last == master.last
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, text.annotations.isTranslatable, !prose.flags.contains(.nonASCII),
      prose.value.source.equalsExactly(master.value.source),
      prose.language?.language != text.scope.master?.language
    else { return }
    let isEnglish = text.scope.master?.language == "en"
    let words = SentenceWords(in: prose.readings[0], isEnglish: isEnglish)
    let isUnfinished =
      switch prose.value.status {
      case .translated, .verified, .special: false
      case .initial, .undefined: true
      }
    let isSentence =
      isUnfinished
      ? words.count > 1 && (words.lowercaseCount > 0 || words.hasFunctionWord)
      : words.count > 3 && words.lowercaseCount > 1 || words.count > 2 && words.hasFunctionWord
    guard isSentence else { return }
    findings.report(
      Self.rule,
      "the '\(prose.value.language)' value of '\(text.shownKey)' is the same as the "
        + "master",
      of: prose, in: text,
      hint: "translate it, or add '@translatable false' if it is the same in all languages")
  }
}

/// A count of the words in a sentence, without addresses, file names and similar parts.
private struct SentenceWords {
  /// The number of words, counted up to the point where further words make no difference.
  private(set) var count = 0
  /// The number of lowercase words with three or more letters.
  private(set) var lowercaseCount = 0
  /// Whether one of the words is an English function word.
  private(set) var hasFunctionWord = false

  /// Counts the words of a reading.
  ///
  /// - Parameter isEnglish: Whether to recognize English function words.
  init(in reading: [UInt8], isEnglish: Bool) {
    for word in reading.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      // Further words do not change the result.
      if count > 3, lowercaseCount > 1 || hasFunctionWord { return }
      let letters = word.trimmingPunctuation
      // A word that's mostly symbols, or has symbols inside, isn't part of a sentence: `https://…`,
      // `a_b.txt`, `%@`.
      guard letters.count > 1 || letters.first == UInt8(ascii: "a"),
        letters.allSatisfy(Self.isInside)
      else { continue }
      count += 1
      let isLowerCased = letters.allSatisfy { $0 & 0x20 != 0 }
      if isLowerCased, letters.count > 2 { lowercaseCount += 1 }
      if isEnglish, isLowerCased,
        Self.functionWords.contains(String(decoding: letters, as: UTF8.self))
      {
        hasFunctionWord = true
      }
    }
  }

  /// English words that occur in sentences but hardly ever in names.
  private static let functionWords: Set<String> = [
    "a", "an", "the", "and", "or", "not", "of", "to", "in", "on", "at", "by", "for", "from", "with",
    "without", "is", "are", "be", "was", "this", "that", "these", "your", "you", "it", "its", "if",
    "when", "as", "into", "than",
  ]

  /// Returns whether a byte may be part of a word.
  private static func isInside(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-")
  }
}

extension ArraySlice<UInt8> {
  /// The word without the punctuation after it.
  fileprivate var trimmingPunctuation: ArraySlice<UInt8> {
    var word = self
    while let last = word.last, last < 0x80, !ASCII.isAlphanumeric(last), last != UInt8(ascii: ")")
    {
      word = word.dropLast()
    }
    return word
  }
}
