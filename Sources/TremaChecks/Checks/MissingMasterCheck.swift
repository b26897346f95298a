import TremaCatalog
import TremaDiagnostics

/// A text without a value in the master language: nobody can say what it means.
struct MissingMasterCheck: Check {
  static let rule = Rule(
    .warning, "missing-master", "A text has no value in the master language.",
    why:
      "Translations are held against the master, and `--fallback master` has nothing to fall back "
      + "to.",
    example: """
      <trema masterLang="en">
        <text key="title">
          <context/>
          <value lang="de">Titel</value>
        </text>
      </trema>
      """,
    fix: "Write the text in the master language.")

  static let needs: TextTraits = .noMaster

  static let readsTextsAlone = true

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    if text.masterIndex == nil { examine(text.text, in: text.scope, into: &findings) }
  }

  func examine(_ text: Text, in scope: CheckScope, into findings: inout Findings) {
    guard let master = scope.master else { return }
    findings.report(
      Self.rule, "'\(text.key.shortened)' has no value in the master language '\(master)'",
      in: text,
      hint: "add <value lang=\"\(master)\" …>")
  }
}
