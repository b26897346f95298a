import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A value with more characters than its context allows.
struct MaxLengthCheck: ProseCheck {
  static let rule = Rule(
    .warning, "max-length", "A value is longer than its context allows.", stage: .review,
    why: "The context says @max 40 because the place for the text is small. What readers take for "
      + "one character counts as one; of plurals and selects the longest reading counts; what "
      + "stands for an argument counts as nothing, as nobody knows how long it will be.",
    example: """
      <context>@max 8</context>
      <value lang="en">Settings</value>
      <value lang="de">Einstellungen</value>
      """,
    fix: "Say it shorter, or allow more.")

  static let needs = CheckNeeds(.maximumLength, parts: .prose)

  static let signs: Signs = .any

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let most = text.annotations.maximumLength else { return }
    var longest = 0
    // A character has at least one byte.
    for reading in prose.readings where reading.count > most {
      let shown = String(decoding: reading, as: UTF8.self).split(separator: "\u{FFFC}").joined()
      longest = max(longest, shown.count)
    }
    if longest <= most { return }
    findings.report(
      Self.rule,
      "'\(text.shownKey)' has \(longest) characters in '\(prose.value.language)', "
        + "\(longest - most) more than the \(most) allowed",
      of: prose, in: text, hint: "say it shorter")
  }
}
