import TremaMessages
import TremaDiagnostics

/// A branch that does without the number although it is for several numbers.
struct ImpliedQuantityCheck: Check {
  static let rule = Rule(
    .warning, "implied-quantity", "A branch for several numbers does not show which it is.",
    stage: .review,
    why: "In Russian 'one' is for 1, 21 and 31, in French for 0 and 1: \"one file\" is shown for "
      + "all of them.",
    example: """
      <value lang="ru">{n, plural, one {Один файл} few {# файла} other {# файлов}}</value>
      """,
    fix: "Show the number in the branch, and give the one number its own: =1 {Один файл}.")

  static let needs: TextTraits = .branches

  private var table = CountedNumbersTable()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for found in text.plurals where found.plural.kind == .cardinal {
      let name = found.argument.name
      // Where no branch shows the number, it stands elsewhere or is not told at all.
      guard found.plural.branches.contains(where: { $0.message.showsNumber(of: name) }) else {
        continue
      }
      let counted = table.numbers(of: found.language, .cardinal)
      for branch in found.plural.branches {
        guard case .category(let category) = branch.selector,
          [.zero, .one, .two].contains(category), !branch.message.showsNumber(of: name)
        else { continue }
        let numbers = counted.needed(category, in: found.plural)
        if numbers.count < 2 { continue }
        findings.report(
          Self.rule,
          "the branch '\(category)' in '\(found.value.language)' is for "
            + "\(CountedNumbers.list(numbers)) and does not show the number",
          in: text, value: found.value, at: text.location(found.choice, of: found.value),
          hint: numbers.contains(1) ? "show it, and write '=1 {…}' for 1 alone" : "show it")
      }
    }
  }
}
