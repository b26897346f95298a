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

  /// The hash of what a text says, and its entry.
  private var texts: [(hash: Int, entry: Int32)] = []

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
    texts.append((hash, Int32(entry)))
  }

  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    texts.sort { ($0.hash, $0.entry) < ($1.hash, $1.entry) }
    var pairs: [(first: Int32, second: Int32)] = []
    var start = 0
    for position in texts.indices.dropFirst() {
      if texts[position].hash == texts[start].hash {
        pairs.append((texts[start].entry, texts[position].entry))
      } else {
        start = position
      }
    }
    for pair in pairs.sorted(by: { $0.second < $1.second }) {
      let (first, second) = (index.entries[Int(pair.first)], index.entries[Int(pair.second)])
      let (firstKey, key) = (index.key(first), index.key(second))
      var diagnostic = Diagnostic(
        Self.rule.severity, Self.rule.code,
        "'\(key)' says the same as '\(firstKey)' in every language", at: index.location(second),
        hint: "use one of the two, or say in the contexts how they differ", subject: key)
      diagnostic.related = [
        Diagnostic.Related("'\(firstKey)' stands here", at: index.location(first))
      ]
      diagnostic.key = key
      findings.add(diagnostic)
    }
  }
}
