import TremaCatalog
import TremaDiagnostics

/// One master text with one context that is translated in two ways.
struct InconsistentTranslationCheck: Check {
  static let rule = Rule(
    .note, "inconsistent-translation", "One master text is translated in two ways.",
    stage: .review,
    why: "Users meet two words for one thing. Where both are right, the contexts should say what "
      + "tells them apart; texts with different contexts are not compared, nor are values that are "
      + "unfinished, nor texts of fewer than four words, which are a title here and a button there. "
      + "Keys of several words are texts: they differ where two translations are wanted.",
    example: """
      <text key="a"><value lang="en">Please try again later</value><value lang="de">Bitte \
      später noch einmal versuchen</value></text>
      <text key="b"><value lang="en">Please try again later</value><value lang="de">Versuche \
      es später erneut</value></text>
      """,
    fix: "Translate both alike, or say in the contexts how they differ.")

  private struct Seen {
    var entry: Int32
    var firstValue: Int32
    var valueCount: Int32
  }

  private struct Translation {
    var language: Int32
    /// The hash of its source: an equal hash by chance hides a finding, and makes none.
    var hash: UInt32
  }

  private var texts: [Seen] = []
  /// The same, by what their masters and contexts say: numbers of them.
  private var masters = HashedTexts()
  private var translations: [Translation] = []
  /// How a language was spelled first, by its canonical number; empty for one that no text has.
  private var spellings: [String] = []

  static let needs = CheckNeeds(.anything, parts: .hashes)

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let entry = text.entry, let master = text.masterIndex, text.annotations.isTranslatable,
      text.view[master].withSource({ TextMeaning.hasWords(Self.leastWords, $0) }),
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
      TextMeaning.hash(master: text.sourceHashes[master], text.annotations), entry, from: start)
  }

  private static let leastWords = 4

  private mutating func append(_ language: Int, _ hash: Int, _ spelling: () -> String) {
    while spellings.count <= language { spellings.append("") }
    if spellings[language].isEmpty { spellings[language] = spelling() }
    translations.append(
      Translation(language: Int32(language), hash: UInt32(truncatingIfNeeded: hash)))
  }

  private mutating func append(_ master: Int, _ entry: Int, from start: Int) {
    masters.append(master, entry: texts.count)
    texts.append(
      Seen(
        entry: Int32(entry), firstValue: Int32(start),
        valueCount: Int32(translations.count - start)))
  }

  private typealias Pair = (first: Int32, second: Int32, language: Int32)

  /// A language in texts that say the same in the master, the first of which is called `text`.
  private struct Meaning: Hashable {
    var text: Int32
    var language: Int32
  }

  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    var firsts: [Meaning: (entry: Int32, hash: UInt32)] = [:]
    var begun = Array(repeating: false, count: texts.count)
    var found: [Pair] = []
    for pair in masters.pairs() {
      if !begun[pair.first] {
        begun[pair.first] = true
        compare(pair.first, with: pair.first, &firsts, &found)
      }
      compare(pair.second, with: pair.first, &firsts, &found)
    }
    for pair in found.sorted(by: { ($0.second, $0.language) < ($1.second, $1.language) }) {
      report(pair, index, &findings)
    }
  }

  /// Finds the languages in which a text differs from the first that has them among those with its master.
  ///
  /// - Parameter first: the first text with that master.
  private func compare(
    _ text: Int, with first: Int, _ firsts: inout [Meaning: (entry: Int32, hash: UInt32)],
    _ found: inout [Pair]
  ) {
    let own = texts[text]
    for number in own.firstValue..<own.firstValue + own.valueCount {
      let translation = translations[Int(number)]
      let meaning = Meaning(text: Int32(first), language: translation.language)
      if let known = firsts[meaning] {
        if known.hash != translation.hash {
          found.append((known.entry, own.entry, translation.language))
        }
      } else {
        firsts[meaning] = (own.entry, translation.hash)
      }
    }
  }

  private func report(
    _ pair: Pair, _ index: TextIndex,
    _ findings: inout Findings
  ) {
    let language = spellings[Int(pair.language)]
    findings.report(
      Self.rule, about: Int(pair.second), beside: Int(pair.first), in: index.places,
      language: language,
      hint: "translate them alike, or say in the contexts how they differ"
    ) {
      "'\($0)' says what '\($1)' says in the master, and something else in '\(language)'"
    }
  }
}
