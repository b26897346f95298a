import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A check for invalid language tags. Tags become part of paths, so `../../evil` must not be
/// accepted.
struct InvalidLanguageCheck: Check {
  static let rule = Rule(
    .error, "invalid-language", "A language is not a BCP 47 tag.",
    why: "Languages become the names of folders and files, and a name such as `../x` must never be "
      + "created.",
    example: """
      <value lang="deutsch!">Titel</value>
      """,
    fix: "Use a language tag such as de, pt-BR or zh-Hans. If the finding is suppressed, no output "
      + "contains the value.")

  static let needs = CheckNeeds(.nonCanonicalLanguages)

  /// The rule for valid tags in an unusual spelling.
  static let spelling = Rule(
    .note, "language-spelling", "A language tag is not in its usual spelling.",
    why: "The tag is recognized, but tools that compare spellings treat the two spellings as two "
      + "languages.",
    example: """
      <value lang="de_CH">Titel</value>
      """,
    fix: "Use the spelling in the hint: de_CH becomes de-CH.")

  /// The spellings that have been reported.
  private var reportedSpellings: Set<String> = []

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for (index, language) in text.languages.enumerated() where !language.hasRecommendedSpelling {
      let value = text.text.values[index]
      let location = text.text.location(value.languagePosition, of: value)
      guard let tag = language.tag else {
        findings.report(
          Self.rule, "'\(value.language)' is not a language tag", in: text, value: value,
          at: location, hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'")
        // If the finding is suppressed, outputs omit the value.
        if !findings.isLastError { findings.omittedParts.values.insert(index) }
        continue
      }
      guard reportedSpellings.insert(value.language).inserted else { continue }
      findings.report(
        Self.spelling, "'\(value.language)' is read as '\(tag)'", in: text,
        value: value, at: location, hint: "replace it with '\(tag)'")
    }
  }
}
