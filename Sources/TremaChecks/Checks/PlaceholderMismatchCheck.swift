import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A translation that takes other arguments than the master, or a text that takes one argument for
/// two things: it shows the wrong one, or crashes.
struct PlaceholderMismatchCheck: Check {
  static let rule = Rule(
    .error, "placeholder-mismatch", "The languages of a text take different arguments.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let values = text.text.values
    guard values.indices.contains(where: { values[$0].message.hasPlaceholders }),
      let reference = text.master ?? values.first
    else { return }
    let numbers = Self.numbers(text, reference)
    let expected = Self.demands(reference, numbers)
    for value in values {
      // An empty value is a finding of its own: nothing is shown in its place.
      if value.message.isEmpty { continue }
      let actual = Self.demands(value, numbers)
      // How mixed numbers count nobody can tell: a finding of its own.
      let isMixed = value.issues.contains { $0.kind == .mixedPlaceholders }
      if !isMixed, let conflict = Self.conflict(in: actual) {
        findings.report(
          Self.rule, "'\(text.text.key)' in '\(value.language)': \(conflict)", in: text,
          value: value, at: text.text.location(value.textPosition, of: value),
          hint: "give each thing a number of its own")
        continue
      }
      guard value != reference,
        let difference = Self.difference(expected, actual, reference.language)
      else { continue }
      findings.report(
        Self.rule, "'\(text.text.key)' in '\(value.language)': \(difference)", in: text,
        value: value, at: text.text.location(value.textPosition, of: value),
        hint: Self.hint(value, numbers, reference.language),
        related: [
          Diagnostic.Related(
            "the text in '\(reference.language)'",
            at: text.text.location(reference.textPosition, of: reference))
        ])
    }
  }

  private static func numbers(_ text: ExaminedText, _ reference: Value) -> ArgumentNumbers {
    let values = text.text.values
    guard values.contains(where: { $0.message.hasArguments }) else { return ArgumentNumbers([]) }
    return ArgumentNumbers(
      [reference.message] + values.map(\.message),
      parameters: text.annotations.parameters.mapValues(\.name))
  }

  /// What a value wants each argument for.
  private static func demands(
    _ value: Value, _ numbers: ArgumentNumbers
  ) -> [Int: [ArgumentDemand]] {
    value.message.uses(numbers).reduce(into: [:]) { $0[$1.number, default: []].append($1.demand) }
  }

  private static func conflict(in demands: [Int: [ArgumentDemand]]) -> String? {
    for (number, demands) in demands.sorted(by: { $0.key < $1.key }) {
      guard let first = demands.first(where: { $0 != .plain }),
        let other = demands.first(where: { !$0.agrees(with: first) })
      else { continue }
      return "argument \(number) is both \(first) and \(other)"
    }
    return nil
  }

  private static func difference(
    _ expected: [Int: [ArgumentDemand]], _ actual: [Int: [ArgumentDemand]], _ reference: String
  ) -> String? {
    for number in Set(expected.keys).union(actual.keys).sorted() {
      switch (expected[number]?.first, actual[number]?.first) {
      case (let master?, nil):
        // A language may say the same to everybody.
        if expected[number]?.allSatisfy({ $0 == .select }) == true { continue }
        return "argument \(number) (\(master)) of '\(reference)' is missing"
      case (nil, let extra?): return "argument \(number) (\(extra)) is not in '\(reference)'"
      case (let master?, let own?) where !own.agrees(with: master):
        return "argument \(number) is \(own), but \(master) in '\(reference)'"
      default: continue
      }
    }
    return nil
  }

  private static func hint(
    _ value: Value, _ numbers: ArgumentNumbers, _ reference: String
  ) -> String {
    let name = numbers.names.first { value.source.contains("{\($0.name)}") }?.name
    if !value.message.hasBranches, let name {
      return "where no plural or select stands braces are text: "
        + "write {\(name), plural, other {…}}"
    }
    return "use the placeholders of '\(reference)'; number them to change their order"
  }
}
