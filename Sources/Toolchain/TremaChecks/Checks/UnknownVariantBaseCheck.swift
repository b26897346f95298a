import TremaDiagnostics
import TremaSupport

/// A check for variants of a text that does not exist, or that is itself a variant.
struct UnknownVariantBaseCheck: Check {
  static let rule = Rule(
    .error, "unknown-variant-base", "A variant replaces a text that does not exist.",
    why: "A variant is written in place of another text. If no catalogue of the project has a text "
      + "with that key, or if that text is itself a variant, nothing would be replaced.",
    example: """
      <text key="settings.title.android">
        <context>@variant-of setings.title android</context>
        …
      </text>
      """,
    fix: "Correct the key. A variant of a variant names the first text instead.")

  static let needs = CheckNeeds(.variant)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let relation = text.variant, relation.base == nil,
      let declared = text.annotations.variants.first, declared.isValid,
      text.annotations.variants.count == 1
    else { return }
    let base = declared.base.shortened
    guard let chained = relation.chained else {
      return findings.report(
        Self.rule, "'\(text.shownKey)' is a variant of '\(base)', which does not exist", in: text,
        at: text.variantLocation,
        hint: declared.withSeparatedPlatforms.map {
          "separate platforms with commas: '\($0.text.shortened)'"
        } ?? "correct the key, or add the text")
    }
    findings.report(
      Self.rule, "'\(text.shownKey)' is a variant of '\(base)', which is itself a variant",
      in: text, at: text.variantLocation, hint: "use the key of a text that is not a variant",
      related: [Diagnostic.Related("'\(base)' is here", at: chained)])
  }
}
