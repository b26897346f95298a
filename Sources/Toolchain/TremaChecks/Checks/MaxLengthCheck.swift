import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for values that exceed the maximum length set in their context. For plurals and selects,
/// the longest reading counts. Arguments do not count.
struct MaxLengthCheck: ProseCheck {
  static let rule = Rule(
    .warning, "max-length", "A value is longer than its context allows.", stage: .review,
    why: "The context contains @max 40 because the space for the text is limited. A character "
      + "counts as one if readers perceive it as one. In plurals and selects, the longest possible "
      + "text counts. Placeholders do not count, because the length of their arguments is unknown.",
    example: """
      <context>@max 8</context>
      <value lang="en">Settings</value>
      <value lang="de">Einstellungen</value>
      """,
    fix: "Shorten the text, or raise the limit.")

  static let needs = CheckNeeds(.maximumLength, parts: .prose)

  static let relevantFlags: TextFlags = .any

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let maximum = text.annotations.maximumLength else { return }
    // A character takes at least one byte, so the characters are counted only if the bytes exceed
    // the limit.
    guard prose.value.source.utf8.count > maximum else { return }
    let longest = Self.longest(of: prose.value.message).count
    if longest <= maximum { return }
    findings.report(
      Self.rule,
      "'\(text.shownKey)' has \(longest) characters in '\(prose.value.language)', "
        + "\(longest - maximum) more than the \(maximum) allowed",
      of: prose, in: text, hint: "shorten it")
  }

  /// Returns the text with the longest branch of each plural and select, without arguments.
  private static func longest(of message: Message) -> String {
    if let text = message.plainText { return text }
    var longest = ""
    for element in message.elements {
      switch element {
      case .text(let text): longest += text
      case .argument(let argument):
        let branches = argument.branches.map { Self.longest(of: $0) }.map { ($0, $0.count) }
        longest += branches.max { $0.1 < $1.1 }?.0 ?? ""
      case .placeholder, .pluralNumber: break
      }
    }
    return longest
  }
}
