import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for verified translations whose master has changed since they were verified.
struct StaleTranslationCheck: Check {
  static let rule = Rule(
    .warning, "stale-translation", "The master changed after its translation was verified.",
    stage: .review,
    why: "The translation corresponds to an earlier version of the master. The history of the file "
      + "in git shows which of the two changed last; without git, or without the history, nothing "
      + "is reported.",
    example: """
      <value lang="en" status="verified">Delete the file now</value>      <!-- changed in May -->
      <value lang="de" status="verified">Datei löschen</value>           <!-- verified in April -->
      """,
    fix: "Translate it again. Until then, set its status to `translated` or `initial`. Verifying "
      + "it again also resolves the finding.")

  static let needs = CheckNeeds(.anything) { $0.staleTranslations != nil }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let stale = text.scope.staleTranslations, !stale.isEmpty, text.annotations.isTranslatable,
      let changes = stale[ExactKey(text.view.key)]
    else { return }
    for value in text.text.values where value.status == .verified {
      guard let change = changes[value.language] else { continue }
      findings.report(
        Self.rule,
        "'\(text.shownKey)' was verified in '\(value.language)' before the master changed"
          + (change.commit.map { " in \($0)" } ?? "") + (change.day.map { " on \($0)" } ?? ""),
        in: text, value: value,
        at: text.text.location(value.statusPosition, of: value),
        hint: "translate it again, or lower its status until then")
    }
  }
}
