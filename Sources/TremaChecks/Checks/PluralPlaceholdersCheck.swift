import TremaCatalog
import TremaMessages

/// Branches of one plural that show different arguments.
struct PluralPlaceholdersCheck: Check {
  static let rule = Rule(
    .warning, "plural-placeholders", "The branches of a plural show different arguments.",
    stage: .review,
    why: "An argument that one branch shows and another forgets is lost for the numbers of that "
      + "branch. The number itself may be left out, and a branch for one number, like =0, may say "
      + "less.",
    example: """
      <value lang="en">{n, plural, one {A message} other {# messages from {name}}}</value>
      """,
    fix: "Show the argument in each branch, or write =1 where less is meant.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard text.text.values.contains(where: \.message.hasBranches) else { return }
    for found in text.plurals {
      let numbers = ArgumentNumbers([found.value.message])
      let message = Message([
        .argument(MessageArgument(found.argument.name, .plural(found.plural)))
      ]).numbered(by: numbers)
      guard case .argument(let numbered)? = message.elements.first,
        let plural = numbered.plural, let all = plural[.other]?.shown(but: numbered.name)
      else { continue }
      for category in plural.categories where category != .other {
        guard let missing = plural[category].map({ all.subtracting($0.shown(but: numbered.name)) }),
          let first = missing.min()
        else { continue }
        let name = numbers.names.first { $0.number == first }?.name
        findings.report(
          Self.rule,
          "the branch '\(category)' in '\(found.value.language)' does not show argument "
            + "\(name.map { "'\($0)'" } ?? String(first)), as 'other' does",
          in: text, value: found.value, at: text.location(found.choice, of: found.value),
          hint: "show it there, too")
      }
    }
  }
}

extension Message {
  /// The numbers of the arguments that are shown, but for that of the plural itself.
  fileprivate func shown(but own: MessageArgument.Name) -> Set<Int> {
    var all: Set<Int> = []
    for element in elements {
      switch element {
      case .text, .pluralNumber: continue
      case .placeholder(let placeholder):
        if let position = placeholder.position { all.insert(position) }
      case .argument(let argument):
        if argument.branches.isEmpty, case .numbered(let number) = argument.name {
          all.insert(number)
        }
        for branch in argument.branches { all.formUnion(branch.shown(but: argument.name)) }
      }
    }
    if case .numbered(let number) = own { all.remove(number) }
    return all
  }
}
