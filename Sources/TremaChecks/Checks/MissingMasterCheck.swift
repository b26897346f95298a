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

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let master = text.scope.master, text.masterIndex == nil else { return }
    findings.report(
      Self.rule, "'\(text.text.key)' has no value in the master language '\(master)'", in: text,
      hint: "add <value lang=\"\(master)\" …>")
  }
}
