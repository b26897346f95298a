import TremaMessages
import TremaDiagnostics

/// A check for plurals whose branches are all equal in a language with at least three categories.
struct SamePluralsCheck: Check {
  static let rule = Rule(
    .note, "same-plurals",
    "All branches of a plural have the same text in a language with several forms.",
    stage: .review, isOptIn: true,
    why: "In a language with three or more categories a noun is rarely the same in all of them, "
      + "so one branch was probably copied into the others. Languages with two categories are not "
      + "checked, because many of their nouns do look the same. Branches with abbreviations, or "
      + "without the number, are also skipped.",
    example: """
      <value lang="pl">{n, plural, one {# plik} few {# plik} many {# plik} other {# plik}}</value>
      """,
    fix: "Enter each form, or suppress the finding with @ignore same-plurals.")

  static let needs = CheckNeeds(.branches)

  /// The numbers in each category, by language, computed once.
  private var table = CountedNumbersTable()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for valuePlurals in text.plurals {
      for index in valuePlurals.plurals.indices
      where valuePlurals.plurals[index].plural.branches.count > 1 {
        let found = valuePlurals.plurals[index]
        guard table.numbers(of: valuePlurals.language, found.plural.kind).count > 2,
          found.plural.hasEqualBranches, found.plural.branches[0].message.hasLongWord,
          found.showsNumber
        else { continue }
        let value = text.text.values[valuePlurals.index]
        findings.report(
          Self.rule,
          "all branches of the \(found.plural.word) in '\(value.language)' have the same text",
          in: text, value: value,
          at: text.location(ofOccurrence: found.occurrenceIndex, inValue: valuePlurals.index),
          hint: "enter the form for each category")
      }
    }
  }
}

extension MessageArgument.Plural {
  /// Whether all branches are equal.
  fileprivate var hasEqualBranches: Bool {
    branches.indices.allSatisfy { branches[$0].message == branches[0].message }
  }
}

extension Message {
  /// Whether the message contains a word of more than three letters, which is probably not an
  /// abbreviation.
  fileprivate var hasLongWord: Bool {
    elements.contains { element in
      guard case .text(let text) = element else { return false }
      return text.unicodeScalars.split { !$0.properties.isAlphabetic }.contains { $0.count > 3 }
    }
  }
}
