import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for texts without a value in the master language. Their meaning is unknown.
///
/// If no text has a master value, a single finding is reported, because the catalog declares the
/// wrong language or the master texts are elsewhere.
struct MissingMasterCheck: Check {
  static let rule = Rule(
    .warning, "missing-master", "A text has no value in the master language.",
    why: "Translations are compared with the master, and `--fallback master` requires a value to "
      + "fall back to. If no text has a value in the master language, that is one finding: the "
      + "catalogue specifies the wrong language, or the texts of the master are elsewhere.",
    example: """
      <trema masterLang="en">
        <text key="title">
          <context/>
          <value lang="de">Titel</value>
        </text>
      </trema>
      """,
    fix: "Enter the text in the master language.")

  static let needs = CheckNeeds(.noMaster)

  /// The indices of the texts without a master.
  private var entries: [Int32] = []

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    if text.masterIndex == nil, let entry = text.entry { entries.append(Int32(entry)) }
  }

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    guard let master = scope.master, let first = entries.first else { return }
    if !index.tags.contains(master) {
      let location = index.texts.location(Int(first))
      findings.add(Self.rule.code, Self.rule.severity, key: nil, at: location) {
        Diagnostic(
          Self.rule.severity, Self.rule.code,
          "no text has a value in the master language '\(master)'", at: location,
          hint: "set masterLang to the language that the texts are written in",
          subject: master.description)
      }
      return
    }
    for entry in entries {
      let (key, location) = (index.texts.key(Int(entry)), index.texts.location(Int(entry)))
      findings.add(Self.rule.code, Self.rule.severity, key: key, at: location) {
        var diagnostic = Diagnostic(
          Self.rule.severity, Self.rule.code,
          "'\(key.shortened)' has no value in the master language '\(master)'", at: location,
          hint: "add <value lang=\"\(master)\" …>", subject: key)
        diagnostic.key = key
        return diagnostic
      }
    }
  }
}
