import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A translation that takes other arguments than the master: it shows the wrong one, or crashes.
struct PlaceholderMismatchCheck: Check {
  static let rule = Rule(
    .error, "placeholder-mismatch", "The languages of a text take different arguments.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let values = text.text.values
    guard values.indices.contains(where: { values[$0].message.hasPlaceholders }),
      let reference = text.master ?? values.first
    else { return }
    let expected = Self.arguments(reference.message)
    for value in text.text.values where value != reference {
      // An empty value is a finding of its own: nothing is shown in its place.
      if value.message.isEmpty { continue }
      let actual = Self.arguments(value.message)
      guard let difference = Self.difference(expected, actual, reference.language) else { continue }
      findings.report(
        Self.rule, "'\(text.text.key)' in '\(value.language)': \(difference)", in: text,
        value: value, at: text.text.location(value.textPosition, of: value),
        hint: "use the placeholders of '\(reference.language)'; number them to change their order",
        related: [
          Diagnostic.Related(
            "the text in '\(reference.language)'",
            at: text.text.location(reference.textPosition, of: reference))
        ])
    }
  }

  /// The placeholder that shows each argument; the first when several do.
  private static func arguments(_ message: Message) -> [Int: Placeholder] {
    Dictionary(
      message.numberedPlaceholders.map { ($0.argument, $0.placeholder) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func difference(
    _ expected: [Int: Placeholder], _ actual: [Int: Placeholder], _ reference: String
  ) -> String? {
    for number in Set(expected.keys).union(actual.keys).sorted() {
      switch (expected[number], actual[number]) {
      case (let master?, nil):
        return "argument \(number) (\(master)) of '\(reference)' is missing"
      case (nil, let extra?): return "argument \(number) (\(extra)) is not in '\(reference)'"
      case (let master?, let own?) where master.type != own.type:
        return "argument \(number) is \(own), but \(master) in '\(reference)'"
      default: continue
      }
    }
    return nil
  }
}
