import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for translations of a text whose context declares that it is not translated.
struct NeedlessTranslationCheck: Check {
  static let rule = Rule(
    .warning, "needless-translation", "A text that is not translatable has translations.",
    stage: .review,
    why: "The context contains @translatable false, but a value differs from the master. One of "
      + "them is wrong.",
    example: """
      <context>@translatable false</context>
      <value lang="en">Trema</value>
      <value lang="de">Träma</value>
      """,
    fix: "Remove the translation, or remove the annotation.")

  static let needs = CheckNeeds(.untranslatable)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard !text.annotations.isTranslatable, let master = text.masterIndex else { return }
    let source = text.text.values[master].source
    for (index, value) in text.text.values.enumerated() where index != master {
      if value.source.equalsExactly(source) || value.source.isEmpty { continue }
      findings.report(
        Self.rule,
        "'\(text.shownKey)' is not translatable but differs from the master in '\(value.language)'",
        in: text, value: value,
        hint: "remove the value, or remove '@translatable false' from "
          + "the context")
    }
  }
}
