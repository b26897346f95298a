import TremaCatalog
import TremaDiagnostics

/// Two texts that say the same in every language, with the same context: they could be one.
struct DuplicateTextCheck: Check {
  static let rule = Rule(
    .note, "duplicate-text", "Two texts say the same in every language.", stage: .review,
    why: "Each is translated, checked and shipped, and one day only one of them is changed. Texts "
      + "of fewer than three words are left alone, as are those whose contexts differ.",
    example: """
      <text key="login.help"><value lang="en">Ask your administrator</value></text>
      <text key="setup.help"><value lang="en">Ask your administrator</value></text>
      """,
    fix: "Use one key in both places, or say in the contexts how they differ.")

  /// By what they say.
  private var texts = HashedTexts()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let entry = text.entry, let master = text.master, text.annotations.isTranslatable,
      !text.annotations.isArray, TextMeaning.hasWords(3, master)
    else { return }
    var hash = TextMeaning.hash(master, text.annotations)
    for (index, value) in text.text.values.enumerated() where index != text.masterIndex {
      var hasher = Hasher()
      hasher.combine(text.languages[index].canonical)
      TextMeaning.combine(value.source, into: &hasher)
      // In whichever order the languages stand.
      hash = hash &+ hasher.finalize()
    }
    texts.append(hash, entry: entry)
  }

  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    for pair in texts.pairs() {
      let (first, second) = (index.entries[pair.first], index.entries[pair.second])
      findings.report(
        Self.rule,
        "'\(index.key(second))' says the same as '\(index.key(first))' in every language",
        about: second, beside: first, in: index,
        hint: "use one of the two, or say in the contexts how they differ")
    }
  }
}
