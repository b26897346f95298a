import TremaCatalog
import TremaMessages

/// A placeholder that a declared output has no spelling for: `%p` on Android.
struct UnsupportedPlaceholderCheck: Check {
  static let rule = Rule(
    .error, "unsupported-placeholder", "An output cannot express a placeholder.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for value in text.values(where: { $0.message.hasPlaceholders }) {
      for placeholder in value.message.placeholders {
        let target = text.scope.targets.first { target in
          target.dialect.map { $0.spell(placeholder, position: placeholder.position) == nil }
            ?? false
        }
        guard let target else { continue }
        findings.report(
          Self.rule,
          "'\(placeholder)' in '\(value.language)' has no counterpart on \(target.description)",
          in: text, value: value, at: text.text.location(value.textPosition, of: value),
          hint: "use %@ or %s and format the argument in the app")
      }
    }
  }
}
