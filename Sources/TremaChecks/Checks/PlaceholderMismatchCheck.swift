import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A translation that takes other arguments than the master, or a text that takes one argument for
/// two things: it shows the wrong one, or crashes.
struct PlaceholderMismatchCheck: Check {
  static let rule = Rule(
    .error, "placeholder-mismatch", "The languages of a text take different arguments.",
    why:
      "The app gives the same arguments in every language. A translation that takes others shows "
      + "the wrong ones, or crashes. `%d` and `%ld` are the same; in plurals and selects all "
      + "branches are looked at.",
    example: """
      <value lang="en">%1$@ sent %2$d files</value>
      <value lang="de">%1$d Dateien von %2$@</value>
      """,
    fix: "Use the placeholders of the master; number them to change their order.")

  static let needs: TextTraits = .placeholders

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let values = text.text.values
    guard values.contains(where: \.message.hasPlaceholders), !text.takesTheSameEverywhere else {
      return
    }
    // A value may have ten thousand arguments, and what is made for the outputs often tells enough.
    if values.contains(where: \.message.hasBranches), text.signature.areAlike { return }
    let order = text.order
    let messages = order.map { values[$0].message }
    let names = text.annotations.parameters.mapValues(\.name)
    // Nothing is found among uses that repeat each other.
    let different = ArgumentNumbers.withUses(messages, parameters: names, repeats: false).uses
    if Self.agree(messages, different) { return }
    let (numbers, found) = ArgumentNumbers.withUses(messages, parameters: names)
    let uses = Dictionary(uniqueKeysWithValues: zip(order, found))
    let reference = order[0]
    let expected = uses[reference] ?? []
    for (index, value) in values.enumerated() {
      // An empty value is a finding of its own: nothing is shown in its place.
      if value.message.isEmpty { continue }
      let own = uses[index] ?? []
      // How mixed numbers count nobody can tell: a finding of its own.
      let isMixed = value.issues.contains { $0.kind == .mixedPlaceholders }
      if !isMixed, let conflict = own.conflict {
        findings.report(
          Self.rule,
          "'\(text.text.key)' in '\(value.language)': argument \(own[conflict.first].number) is both "
            + "\(own[conflict.first].demand) and \(own[conflict.other].demand)",
          in: text, value: value, at: Self.location(value, conflict.other, text),
          hint: "give each thing a number of its own",
          related: [
            Diagnostic.Related(
              "\(own[conflict.first].demand) stands here",
              at: Self.location(value, conflict.first, text))
          ])
        continue
      }
      guard index != reference, value != values[reference],
        let difference = ArgumentDifference(own, from: expected)
      else { continue }
      let words = Self.words(difference, own, expected, values[reference].language)
      findings.report(
        Self.rule, "'\(text.text.key)' in '\(value.language)': \(words)", in: text,
        value: value, at: Self.location(value, difference.own, text),
        hint: Self.hint(value, numbers, values[reference].language),
        related: [
          Diagnostic.Related(
            "the text in '\(values[reference].language)'",
            at: Self.location(values[reference], difference.expected, text))
        ])
    }
  }

  /// Whether nothing can be said of messages: each can be shown, and takes what the first does.
  private static func agree(_ messages: [Message], _ uses: [[ArgumentUse]]) -> Bool {
    zip(messages, uses).enumerated().allSatisfy { index, own in
      let (message, own) = own
      return message.isEmpty
        || own.conflict == nil
          && (index == 0 || ArgumentDifference(own, from: uses[0]) == nil)
    }
  }

  /// Where one of the uses of a value stands; the value as a whole for nil.
  private static func location(
    _ value: Value, _ use: Int?, _ text: ExaminedText
  ) -> SourceLocation {
    if let use {
      let places = value.places.filter { $0.placeholder?.type != ArgumentType.none }
      if places.indices.contains(use) {
        return value.location(ofSource: places[use].range, in: text.text)
      }
    }
    return text.text.location(value.textPosition, of: value)
  }

  private static func words(
    _ difference: ArgumentDifference, _ own: [ArgumentUse], _ expected: [ArgumentUse],
    _ reference: String
  ) -> String {
    switch difference {
    case .missing(let use):
      "argument \(expected[use].number) (\(expected[use].demand)) of '\(reference)' is missing"
    case .extra(let use):
      "argument \(own[use].number) (\(own[use].demand)) is not in '\(reference)'"
    case .other(let mine, let wanted):
      "argument \(own[mine].number) is \(own[mine].demand), but \(expected[wanted].demand) in "
        + "'\(reference)'"
    }
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
