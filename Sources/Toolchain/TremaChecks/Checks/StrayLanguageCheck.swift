import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for values in a language that the app does not support, because of a misspelled tag or
/// because the language has only been started.
struct StrayLanguageCheck: Check {
  static let rule = Rule(
    .warning, "stray-language", "A value is in a language that the app does not speak.",
    why:
      "It is not written to any output: a slip of the pen, or a language that has only begun. Only "
      + "an app that declares its languages, or the least coverage of one, leaves any out.",
    example: """
      "languages": ["de", "en"]      <value lang="ed">Titel</value>
      """,
    fix: "Correct the tag, or name the language in `languages` of trema.json or in `--languages`.")

  static let needs = CheckNeeds(.newLanguages)

  /// The spelling and the location of the first value of each language, by its canonical number.
  private var firsts: [Int: (spelling: String, location: SourceLocation)] = [:]

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for (index, language) in text.languages.enumerated() where firsts[language.canonical] == nil {
      let value = text.text.values[index]
      firsts[language.canonical] = (
        value.language, text.text.location(value.languagePosition, of: value)
      )
    }
  }

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    if scope.allowsStrays { return }
    let numbers = index.numbersByTag
    for (tag, texts) in index.omittedLanguages(scope) {
      guard let number = numbers[tag], let first = firsts[number] else { continue }
      let reason =
        scope.languages == nil
        ? "only \(texts) of \(index.translatableCount) texts have it"
        : "it is not among the declared languages"
      var diagnostic = Diagnostic(
        Self.rule.severity, Self.rule.code,
        "'\(first.spelling)' is a stray language and is not written: \(reason)",
        at: first.location,
        hint: scope.languages == nil
          ? "name the languages of the app in trema.json, or ask for less coverage"
          : "name it in the languages of trema.json or in --languages",
        subject: first.spelling)
      diagnostic.language = first.spelling
      findings.add(diagnostic)
    }
  }
}
