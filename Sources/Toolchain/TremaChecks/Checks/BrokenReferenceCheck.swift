import TremaCatalog
import TremaDiagnostics

/// A check for references to texts that are not resources of the outputs. The caller of
/// ``Checker`` determines the references, because it knows the texts of each output.
struct BrokenReferenceCheck: Check {
  static let rule = Rule(
    .error, "broken-reference",
    "A value with @reference refers to a text that its outputs do not contain.",
    why:
      "Android's resource linker rejects a reference to a resource that does not exist, and other "
      + "apps show the reference itself. A variant has no resource of its own, and a text that "
      + "@platforms or the selection of an output leaves out has none there.",
    example: """
      <text key="app"><context>@platforms ios</context>…</text>
      <text key="title"><context>@reference</context> <value lang="en">@string/app</value>
      """,
    fix: "Refer to the base of the variant, include the text in the output, or write the text "
      + "itself. If the finding is suppressed, outputs contain the reference.")

  static let needs = CheckNeeds(.reference)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for reference in text.brokenReferences {
      let value = text.text.values[reference.value]
      let location = text.text.location(value.textPosition, of: value)
      let key = reference.key.shortened
      switch reference.reason {
      case .variant(let base):
        findings.report(
          Self.rule,
          "'\(text.shownKey)' refers to the variant '\(key)', which is not a resource of its own",
          in: text, value: value, at: location,
          hint: base.map { "use '@string/\($0)'" } ?? "use the key of its base")
      case .omitted:
        findings.report(
          Self.rule, "'\(text.shownKey)' refers to '\(key)', which no 'android' output contains",
          in: text, value: value, at: location,
          hint: "include '\(key)' in an output, or replace the reference with the text")
      }
    }
  }
}
