import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for texts with two values in the same language, regardless of how it's spelled. Outputs
/// can contain only one of them.
struct DuplicateLanguageCheck: Check {
  static let rule = Rule(
    .error, "duplicate-language", "A text has two values in the same language.",
    why: "Outputs can contain only one of them. `de_CH` and `de-CH` are the same language.",
    example: """
      <value lang="de-CH">Velo</value>
      <value lang="de_CH">Fahrrad</value>
      """,
    fix: "Remove one of them. If the finding is suppressed, outputs contain only the first value.")

  static let needs = CheckNeeds(.duplicateLanguages)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    // A text with many languages may be malicious, so a dictionary replaces the linear search.
    var firsts: [Int: Int] = [:]
    let isSmall = text.languages.count <= 16
    for (index, language) in text.languages.enumerated() {
      let earlier =
        isSmall
        ? text.languages[..<index].firstIndex { $0.canonicalNumber == language.canonicalNumber }
        : firsts[language.canonicalNumber]
      guard let earlier else {
        if !isSmall { firsts[language.canonicalNumber] = index }
        continue
      }
      let (first, second) = (text.text.values[earlier], text.text.values[index])
      let spelled = first.language == second.language ? "" : ", as '\(first.language)'"
      findings.report(
        Self.rule,
        "'\(text.shownKey)' has two values for '\(second.language)'"
          + " (first on line \(first.position.line)\(spelled))",
        in: text, value: second, hint: "remove one of them",
        related: [
          Diagnostic.Related(
            "the first value is "
              + "here", at: text.text.location(first.position, of: first))
        ])
      // If the finding is suppressed, outputs omit the second value.
      if !findings.isLastError { findings.omittedParts.values.insert(index) }
    }
  }
}
