import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for values in a language that the app does not support, because of a misspelled tag or
/// because the language has only been started.
struct StrayLanguageCheck: Check {
  static let rule = Rule(
    .warning, "stray-language", "A value is in a language that the app does not support.",
    why: "The value is not written to any output: its tag is misspelled, or translation into the "
      + "language has only begun. Languages are left out only if the app declares its languages or "
      + "a minimum coverage.",
    example: """
      "languages": ["de", "en"]      <value lang="ed">Titel</value>
      """,
    fix: "Correct the tag, or add the language to `languages` in trema.json or to `--languages`.")

  static let needs = CheckNeeds(.newLanguages)

  /// The spelling and location of each language's first value, by canonical index.
  private var firstValues: [Int: (spelling: String, location: SourceLocation)] = [:]

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for (index, language) in text.languages.enumerated()
    where firstValues[language.canonicalNumber] == nil {
      let value = text.text.values[index]
      firstValues[language.canonicalNumber] = (
        value.language, text.text.location(value.languagePosition, of: value)
      )
    }
  }

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    if scope.allowsStrayLanguages { return }
    let numbers = index.numbersByTag
    for (tag, texts) in index.omittedLanguages(scope) {
      guard let number = numbers[tag], let first = firstValues[number] else { continue }
      let reason =
        scope.languages == nil
        ? "it has values for only \(texts) of \(index.translatableCount) texts"
        : "it is not among the declared languages"
      var diagnostic = Diagnostic(
        Self.rule.severity, Self.rule.code,
        "'\(first.spelling)' is a stray language and is not written: \(reason)",
        at: first.location,
        hint: scope.languages == nil
          ? "declare the languages of the app in trema.json, or lower the minimum coverage"
          : "add it to the languages in trema.json or to --languages",
        subject: first.spelling)
      diagnostic.language = first.spelling
      findings.add(diagnostic)
    }
  }
}
