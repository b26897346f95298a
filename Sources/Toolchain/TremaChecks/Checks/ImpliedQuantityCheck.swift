import TremaMessages
import TremaDiagnostics

/// A check for plural branches that don't show the number, even though they are selected for more
/// than one number.
struct ImpliedQuantityCheck: Check {
  static let rule = Rule(
    .warning, "implied-quantity", "A plural branch for several numbers does not show the number.",
    stage: .review,
    why: "In Russian, 'one' is used for 1, 21 and 31: \"one file\" is shown for all of them. A "
      + "branch for 0 and 1, as in French, is not reported, because few sentences are shown for 0.",
    example: """
      <value lang="ru">{n, plural, one {Один файл} few {# файла} other {# файлов}}</value>
      """,
    fix: "Include the number in the branch, and add a branch for the single number: =1 {Один "
      + "файл}.")

  static let needs = CheckNeeds(.branches)

  /// The numbers in each category, by language, computed once.
  private var table = CountedNumbersTable()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for valuePlurals in text.plurals {
      for index in valuePlurals.plurals.indices
      where !valuePlurals.plurals[index].categories.isDisjoint(with: Self.examinedCategories) {
        examine(valuePlurals.plurals[index], of: valuePlurals, in: text, into: &findings)
      }
    }
  }

  /// The categories that contain a single number in some languages and multiple in others.
  private static let examinedCategories = PluralCategorySet([.zero, .one, .two])

  /// Reports the branches of one plural.
  ///
  /// - Parameters:
  ///   - found: The plural to examine.
  ///   - valuePlurals: The plurals of the value.
  private mutating func examine(
    _ found: ExaminedText.PluralOccurrence, of valuePlurals: ExaminedText.ValuePlurals,
    in text: ExaminedText,
    into findings: inout Findings
  ) {
    // If no branch shows the number, it is shown elsewhere or intentionally omitted.
    guard found.plural.kind == .cardinal, found.showsNumber else { return }
    let counted = table.numbers(of: valuePlurals.language, .cardinal)
    for branch in found.plural.branches {
      guard case .category(let category) = branch.selector,
        Self.examinedCategories.subtracting(found.categoriesWithNumber).contains(
          PluralCategorySet(category))
      else { continue }
      let numbers = counted.needed(category, in: found.plural)
      // Sentences about existing items are rarely shown for 0, so 0 doesn't count.
      if numbers.count(where: { $0 != 0 }) < 2 { continue }
      let value = text.text.values[valuePlurals.index]
      findings.report(
        Self.rule,
        "the '\(category)' branch in '\(value.language)' is used for "
          + "\(CountedNumbers.list(numbers)) but does not show the number",
        in: text, value: value,
        at: text.location(ofOccurrence: found.occurrenceIndex, inValue: valuePlurals.index),
        hint: numbers.contains(1)
          ? "include the number, and add '=1 {…}' for 1 alone" : "include the number")
    }
  }
}
