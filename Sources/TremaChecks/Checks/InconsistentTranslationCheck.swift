import TremaCatalog
import TremaDiagnostics

/// One master text with one context that is translated in two ways.
struct InconsistentTranslationCheck: Check {
  static let rule = Rule(
    .note, "inconsistent-translation", "One master text is translated in two ways.",
    stage: .review,
    why: "Users meet two words for one thing. Where both are right, the contexts should say what "
      + "tells them apart; texts with different contexts are not compared, nor are values that are "
      + "unfinished, nor texts of a single word, which one language often needs several for.",
    example: """
      <text key="a"><value lang="en">Sign in</value><value lang="de">Anmelden</value></text>
      <text key="b"><value lang="en">Sign in</value><value lang="de">Einloggen</value></text>
      """,
    fix: "Translate both alike, or say in the contexts how they differ.")

  private struct Seen {
    var master: Int
    var entry: Int32
    var firstValue: Int32
    var valueCount: Int32
  }

  private struct Translation {
    var language: Int32
    /// Of its source: an equal hash by chance hides a finding, and makes none.
    var hash: UInt32
  }

  private var texts: [Seen] = []
  private var translations: [Translation] = []
  private var spellings: [Int32: String] = [:]

  static let readsHashes = true

  static let readsPlainTexts = true

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let entry = text.entry, let master = text.masterIndex, text.annotations.isTranslatable,
      TextMeaning.hasWords(2, text.text.values[master])
    else { return }
    let start = translations.count
    for index in text.languages.indices where index != master {
      if text.text.values[index].status == .initial || text.text.values[index].message.isEmpty {
        continue
      }
      append(text.languages[index], text.sourceHashes[index])
    }
    append(
      TextMeaning.hash(master: text.sourceHashes[master], text.annotations), entry, from: start)
  }

  mutating func examine(
    _ text: PlainText, of texts: PlainTexts, having facts: PlainTextFacts, in scope: CheckScope,
    into findings: inout Findings
  ) {
    guard let entry = facts.entry, let master = facts.group.master else { return }
    let first = text.values.lowerBound
    let source = texts.values[first + master].source
    guard texts.withBytes(source, { TextMeaning.hasWords(2, $0) }) else { return }
    let start = translations.count
    for index in facts.sourceHashes.indices where index != master {
      if texts.values[first + index].isInitial { continue }
      append(facts.group.languages[index], facts.sourceHashes[index])
    }
    append(
      TextMeaning.hash(master: facts.sourceHashes[master], text, texts), entry, from: start)
  }

  private mutating func append(_ language: LanguageTable.Language, _ hash: Int) {
    let number = Int32(language.canonical)
    if spellings[number] == nil { spellings[number] = language.spelling }
    translations.append(Translation(language: number, hash: UInt32(truncatingIfNeeded: hash)))
  }

  private mutating func append(_ master: Int, _ entry: Int, from start: Int) {
    texts.append(
      Seen(
        master: master, entry: Int32(entry), firstValue: Int32(start),
        valueCount: Int32(translations.count - start)))
  }

  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    texts.sort { ($0.master, $0.entry) < ($1.master, $1.entry) }
    var found: [(first: Int32, second: Int32, language: Int32)] = []
    var start = 0
    while start < texts.count {
      let end = texts[start...].firstIndex { $0.master != texts[start].master } ?? texts.count
      if end - start > 1 { found += differences(in: texts[start..<end]) }
      start = end
    }
    for pair in found.sorted(by: { ($0.second, $0.language) < ($1.second, $1.language) }) {
      report(pair, index, &findings)
    }
  }

  /// Of each text the languages in which it differs from the first text that has them.
  private func differences(
    in texts: ArraySlice<Seen>
  ) -> [(first: Int32, second: Int32, language: Int32)] {
    var firsts: [Int32: (entry: Int32, hash: UInt32)] = [:]
    var found: [(first: Int32, second: Int32, language: Int32)] = []
    for text in texts {
      let range = Int(text.firstValue)..<Int(text.firstValue + text.valueCount)
      for translation in translations[range] {
        if let first = firsts[translation.language] {
          if first.hash != translation.hash {
            found.append((first.entry, text.entry, translation.language))
          }
        } else {
          firsts[translation.language] = (text.entry, translation.hash)
        }
      }
    }
    return found
  }

  private func report(
    _ pair: (first: Int32, second: Int32, language: Int32), _ index: TextIndex,
    _ findings: inout Findings
  ) {
    guard let language = spellings[pair.language] else { return }
    let (first, second) = (index.entries[Int(pair.first)], index.entries[Int(pair.second)])
    findings.report(
      Self.rule,
      "'\(index.key(second))' says what '\(index.key(first))' says in the master, and something "
        + "else in '\(language)'",
      about: second, beside: first, in: index, language: language,
      hint: "translate them alike, or say in the contexts how they differ")
  }
}
