import TremaDiagnostics
import TremaSupport

/// A check for two variants of one text for the same platform.
struct DuplicateVariantCheck: Check {
  static let rule = Rule(
    .error, "duplicate-variant", "A text has two variants for the same platform.",
    why: "An output can contain only one of the two.",
    example: """
      <text key="title.android"><context>@variant-of title android</context>…</text>
      <text key="title.other"><context>@variant-of title android, web</context>…</text>
      """,
    fix: "Remove the platform from one of the two, or merge their values. If the finding is "
      + "suppressed, outputs contain the first variant.")

  static let needs = CheckNeeds(.variant)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let earlier = text.variant?.earlier, let declared = text.annotations.variants.first else {
      return
    }
    let platform = earlier.platform.rawValue
    findings.report(
      Self.rule,
      "'\(text.shownKey)' and '\(earlier.key.shortened)' are both variants of "
        + "'\(declared.base.shortened)' for '\(platform)'",
      in: text, at: text.variantLocation,
      hint: "remove '\(platform)' from one of the two, or merge their values",
      related: [Diagnostic.Related("'\(earlier.key.shortened)' is here", at: earlier.location)])
  }
}
