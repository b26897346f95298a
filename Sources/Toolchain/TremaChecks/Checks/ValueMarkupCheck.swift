import TremaCatalog
import TremaDiagnostics

/// A check for child elements in values. All outputs omit their tags.
struct ValueMarkupCheck: Check {
  static let rule = Rule(
    .warning, "value-markup", "A value contains elements; only their text is written.",
    why: "Most outputs cannot represent elements. Tags that are part of a text must be escaped.",
    example: """
      <value lang="en">Read <b>this</b></value>
      """,
    fix: "Escape the tags (&lt;b&gt;), or enclose the text in CDATA.")

  static let needs = CheckNeeds(.markup)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for value in text.values(where: { $0.hasMarkup }) {
      findings.report(
        Self.rule,
        "the '\(value.language)' value of '\(text.shownKey)' contains elements, whose tags are "
          + "dropped",
        in: text, value: value, at: text.text.location(value.textPosition, of: value),
        hint: "escape the tags (&lt;b&gt;) to keep them as text, or use CDATA")
    }
  }
}
