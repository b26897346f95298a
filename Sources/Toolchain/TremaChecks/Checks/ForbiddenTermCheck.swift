import TremaMessages
import TremaDiagnostics

/// A check for words that must not be used for a term of the app.
struct ForbiddenTermCheck: Check {
  static let rule = Rule(
    .warning, "forbidden-term", "A value uses a word that is forbidden for a term.",
    stage: .review,
    why: "The terms in trema.json list forbidden words. These are searched for in the master, and "
      + "in translations of texts that contain the term. Only whole words match, so each form of a "
      + "word must be listed.",
    example: """
      "terms": [{ "term": "sign in", "forbidden": { "en": ["log in"], "de": ["einloggen"] } }]

      <value lang="en">Please log in</value>
      """,
    fix: "Use the term, or one of the words that trema.json requires.")

  static let needs = CheckNeeds(.anything, parts: .prose) { scope in
    scope.terms.contains { !$0.forbidden.isEmpty }
  }

  /// The prepared terms, created for the first text.
  private var terms: [TermWords]?

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    let terms = self.terms ?? text.scope.terms.map(TermWords.init)
    self.terms = terms
    for term in terms where !term.forbidden.isEmpty {
      let masterContainsTerm = text.foldedMaster?.contains(term.master, term, asWord: true) ?? false
      for prose in text.prose where masterContainsTerm || prose.index == text.masterIndex {
        guard let words = prose.language?.value(in: term.forbidden), !words.isEmpty else {
          continue
        }
        let folded = FoldedProse(prose)
        for word in words {
          guard let match = folded.firstMatch(of: word, term, asWord: true) else { continue }
          findings.report(
            Self.rule,
            "the '\(prose.value.language)' value uses the forbidden word '\(word.text)' for "
              + "'\(term.master.text)'",
            of: prose, reading: match.reading, range: match.range, in: text,
            hint: term.hint(in: prose.language))
          break
        }
      }
    }
  }
}
