import TremaCatalog
import TremaDiagnostics

/// A check for two texts with equal values in every language and the same context, which could be
/// one text.
struct DuplicateTextCheck: Check {
  static let rule = Rule(
    .note, "duplicate-text", "Two texts are the same in every language.", stage: .review,
    isOptIn: true,
    why: "Each of them is translated, checked and shipped, and a later change may be applied to "
      + "only one of them. Texts of fewer than three words and texts with different contexts are "
      + "not compared.",
    example: """
      <text key="login.help"><value lang="en">Ask your administrator</value></text>
      <text key="setup.help"><value lang="en">Ask your administrator</value></text>
      """,
    fix: "Use one key in both places, or explain the difference in the contexts.")

  /// The texts, by the hash of their contents.
  private var texts = HashedTexts()

  static let needs = CheckNeeds(.anything, parts: .hashes)

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let entry = text.entry, let master = text.masterIndex, text.annotations.isTranslatable,
      !text.annotations.isArray, text.view[master].withSource({ TextHash.hasWords(3, $0) })
    else { return }
    let hash = TextHash.hash(master: text.sourceHashes[master], text.annotations)
    append(hash, text.sourceHashes, master: master, entry: entry) { text.canonical[$0] }
  }

  /// Appends a text with the hash of its contents.
  ///
  /// - Parameters:
  ///   - hash: The hash of the master and the context.
  ///   - sourceHashes: The hash of each value's source.
  ///   - master: The index of the master value.
  ///   - entry: The index of the text.
  ///   - language: Returns the canonical language index of a value.
  private mutating func append(
    _ hash: Int, _ sourceHashes: [Int], master: Int, entry: Int, _ language: (Int) -> Int
  ) {
    var hash = hash
    for index in sourceHashes.indices where index != master {
      // Addition makes the hash independent of the language order.
      hash = hash &+ TextHash.hash(language(index), sourceHashes[index])
    }
    texts.append(hash, entry: entry)
  }

  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    for pair in texts.pairs() {
      findings.report(
        Self.rule, about: pair.second, relatedTo: pair.first, in: index.texts,
        hint: "use one key for both, or explain the difference in the contexts"
      ) { "'\($0)' has the same values as '\($1)' in every language" }
    }
  }
}
