import TremaCatalog
import TremaDiagnostics

/// A check for master texts with the same context that are translated in two ways.
///
/// Texts are compared by hash. A collision hides a finding but never causes one.
struct InconsistentTranslationCheck: Check {
  static let rule = Rule(
    .note, "inconsistent-translation", "The same master text is translated in two ways.",
    stage: .review,
    why: "Users see two wordings for the same thing. If both are correct, the contexts should "
      + "explain the difference. Texts with different contexts are not compared, nor are "
      + "unfinished values, nor texts of fewer than four words, which can be a title in one place "
      + "and a button in another. Texts whose keys contain spaces are not compared either: such "
      + "keys are texts themselves, and they differ where two translations are wanted.",
    example: """
      <text key="a"><value lang="en">Please try again later</value><value lang="de">Bitte \
      später noch einmal versuchen</value></text>
      <text key="b"><value lang="en">Please try again later</value><value lang="de">Versuche \
      es später erneut</value></text>
      """,
    fix: "Use the same translation, or explain the difference in the contexts.")

  /// A text and its range in ``translations``.
  private struct ComparedText {
    /// The index of the text.
    var textIndex: Int32
    /// The index of its first translation.
    var firstTranslationIndex: Int32
    /// The number of its translations.
    var valueCount: Int32
  }

  /// One translation of a text.
  private struct Translation {
    /// The canonical index of the language.
    var languageNumber: Int32
    /// The lower bits of the source's hash. If two different sources have the same hash, a finding
    /// is missed.
    var hash: UInt32
  }

  /// The texts that can be compared.
  private var texts: [ComparedText] = []
  /// The indices into ``texts``, by the hash of master and context.
  private var masters = HashedTexts()
  /// The translations of all texts.
  private var translations: [Translation] = []
  /// The first spelling of each language, by canonical index, or empty for a language without
  /// texts.
  private var spellings: [String] = []

  static let needs = CheckNeeds(.anything, parts: .hashes)

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let entry = text.entry, let master = text.masterIndex, text.annotations.isTranslatable,
      text.view[master].withSource({ TextHash.hasWords(Self.minWords, $0) }),
      !text.view.withKey({ $0.contains(UInt8(ascii: " ")) })
    else { return }
    let start = translations.count
    for index in text.languages.indices where index != master {
      if text.view[index].isInitial || text.view[index].hasEmptyMessage { continue }
      append(text.canonical[index], text.sourceHashes[index]) {
        text.languages[index].spelling
      }
    }
    append(
      TextHash.hash(master: text.sourceHashes[master], text.annotations), entry, from: start)
  }

  /// The minimum number of words in a master. Shorter texts are often a title in one place and a
  /// button in another.
  private static let minWords = 4

  /// Appends a translation.
  ///
  /// - Parameters:
  ///   - language: The canonical index of the language.
  ///   - hash: The hash of the source.
  ///   - spelling: Returns the spelling of the language.
  private mutating func append(_ language: Int, _ hash: Int, _ spelling: () -> String) {
    while spellings.count <= language { spellings.append("") }
    if spellings[language].isEmpty { spellings[language] = spelling() }
    translations.append(
      Translation(languageNumber: Int32(language), hash: UInt32(truncatingIfNeeded: hash)))
  }

  /// Appends a text whose translations have been appended.
  ///
  /// - Parameters:
  ///   - master: The hash of the master and the context.
  ///   - entry: The index of the text.
  ///   - start: The index of its first translation.
  private mutating func append(_ master: Int, _ entry: Int, from start: Int) {
    masters.append(master, entry: texts.count)
    texts.append(
      ComparedText(
        textIndex: Int32(entry), firstTranslationIndex: Int32(start),
        valueCount: Int32(translations.count - start)))
  }

  /// Two texts, by index, that differ in a language.
  private typealias Pair = (first: Int32, second: Int32, language: Int32)

  /// A language of texts with the same master.
  private struct TranslationKey: Hashable {
    /// The index of the first of these texts.
    var firstTextIndex: Int32
    /// The canonical index of the language.
    var languageNumber: Int32
  }

  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    // The first translation for each meaning, which the others are compared with.
    var firsts: [TranslationKey: (entry: Int32, hash: UInt32)] = [:]
    var started = Array(repeating: false, count: texts.count)
    var found: [Pair] = []
    for pair in masters.pairs() {
      if !started[pair.first] {
        started[pair.first] = true
        compare(pair.first, with: pair.first, &firsts, &found)
      }
      compare(pair.second, with: pair.first, &firsts, &found)
    }
    // Findings are reported in catalog order, regardless of the hashes.
    for pair in found.sorted(by: { ($0.second, $0.language) < ($1.second, $1.language) }) {
      report(pair, index, &findings)
    }
  }

  /// Appends the languages in which a text differs from the first text that has the same master and
  /// the language.
  ///
  /// - Parameters:
  ///   - text: The index of the text.
  ///   - first: The index of the first text with the same master.
  ///   - firsts: The first translation of each meaning.
  ///   - found: The pairs that differ.
  private func compare(
    _ text: Int, with first: Int, _ firsts: inout [TranslationKey: (entry: Int32, hash: UInt32)],
    _ found: inout [Pair]
  ) {
    let record = texts[text]
    for number in record.firstTranslationIndex..<record.firstTranslationIndex + record.valueCount {
      let translation = translations[Int(number)]
      let meaning = TranslationKey(
        firstTextIndex: Int32(first), languageNumber: translation.languageNumber)
      if let known = firsts[meaning] {
        if known.hash != translation.hash {
          found.append((known.entry, record.textIndex, translation.languageNumber))
        }
      } else {
        firsts[meaning] = (record.textIndex, translation.hash)
      }
    }
  }

  /// Reports two texts that differ in a language.
  private func report(
    _ pair: Pair, _ index: TextIndex,
    _ findings: inout Findings
  ) {
    let language = spellings[Int(pair.language)]
    findings.report(
      Self.rule, about: Int(pair.second), relatedTo: Int(pair.first), in: index.texts,
      language: language,
      hint: "use the same translation, or explain the difference in the contexts"
    ) {
      "'\($0)' has the same master as '\($1)' but a different translation in '\(language)'"
    }
  }
}
