import TremaMessages
import TremaDiagnostics

/// A check for translations that do not use the required word for a term of the app.
struct MissingTermCheck: Check {
  static let rule = Rule(
    .warning, "missing-term", "A translation lacks a word that is required for a term.",
    stage: .review,
    why: "The terms in trema.json list required words. The master has to contain the term as a "
      + "whole word. In the translation, the required word may be part of another word, so that a "
      + "stem suffices for compounds and endings.",
    example: """
      "terms": [{ "term": "account", "required": { "de": ["Konto", "Konten"] } }]

      <value lang="en">Your account</value>
      <value lang="de">Dein Profil</value>
      """,
    fix: "Use one of the required words, or add the right word to trema.json.")

  static let needs = CheckNeeds(.anything, parts: .prose) { scope in
    scope.terms.contains { !$0.required.isEmpty }
  }

  /// The prepared terms, created for the first text.
  private var terms: [TermWords]?

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    let terms = self.terms ?? text.scope.terms.map(TermWords.init)
    self.terms = terms
    guard text.annotations.isTranslatable, let folded = text.foldedMaster else { return }
    for term in terms
    where !term.required.isEmpty && folded.contains(term.master, term, asWord: true) {
      for prose in text.prose where prose.index != text.masterIndex {
        guard let words = prose.language?.value(in: term.required), !words.isEmpty else {
          continue
        }
        let foldedProse = FoldedProse(prose)
        if words.contains(where: { foldedProse.contains($0, term, asWord: false) }) { continue }
        let list = words.map { "'\($0.text)'" }.joined(separator: " or ")
        findings.report(
          Self.rule,
          "the '\(prose.value.language)' value must use \(list) for "
            + "'\(term.master.text)'", of: prose,
          in: text, hint: term.note ?? "use the required word")
      }
    }
  }
}
