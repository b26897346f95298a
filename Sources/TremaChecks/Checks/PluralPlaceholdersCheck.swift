import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// Branches of one plural that show different arguments.
struct PluralPlaceholdersCheck: Check {
  static let rule = Rule(
    .warning, "plural-placeholders", "The branches of a plural show different arguments.",
    stage: .review,
    why: "An argument that one branch shows and another forgets is lost for the numbers of that "
      + "branch. The number itself may be left out, =0 and its like may say less, and so may a "
      + "branch for a single number where what it leaves out may be a number, too.",
    example: """
      <value lang="en">{n, plural, one {A message} other {# messages from {name}}}</value>
      """,
    fix: "Show the argument in each branch, or write =1 where less is meant.")

  static let needs: TextTraits = .branches

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard text.text.values.contains(where: \.message.hasBranches) else { return }
    for own in text.plurals {
      // A value may have thousands of plurals: they are counted once, and only where one of them has
      // branches that may differ.
      var numbers: ArgumentNumbers?
      for number in own.plurals.indices where own.plurals[number].mayDiffer {
        let known = numbers ?? ArgumentNumbers([text.text.values[own.index].message])
        numbers = known
        examine(own.plurals[number], of: own, known, in: text, into: &findings)
      }
    }
  }

  /// - Parameter numbers: those of the arguments of its value.
  private func examine(
    _ found: ExaminedText.FoundPlural, of own: ExaminedText.ValuePlurals,
    _ numbers: ArgumentNumbers, in text: ExaminedText, into findings: inout Findings
  ) {
    let message = Message([.argument(MessageArgument(found.name, .plural(found.plural)))])
      .numbered(by: numbers)
    guard case .argument(let numbered)? = message.elements.first,
      let plural = numbered.plural, let other = plural[.other]
    else { return }
    let all = other.shown(but: numbered.name)
    let showsNumber = other.showsOwn(numbered.name)
    let rules = PluralRules(own.language, plural.kind)
    for branch in plural.branches {
      guard case .category(let category) = branch.selector, category != .other else { continue }
      let shown = branch.message.shown(but: numbered.name)
      let missing = all.filter { argument, type in
        shown[argument] == nil
          && (rules.soleInteger(of: category) == nil || showsNumber && type == .text)
      }
      guard let first = missing.keys.min() else { continue }
      let value = text.text.values[own.index]
      let name = numbers.names.first { $0.number == first }?.name
      findings.report(
        Self.rule,
        "the branch '\(category)' in '\(value.language)' does not show argument "
          + "\(name.map { "'\($0)'" } ?? String(first)), as 'other' does",
        in: text, value: value, at: text.location(ofPlace: found.place, inValue: own.index),
        hint: "show it there, too")
    }
  }
}

extension ExaminedText.FoundPlural {
  /// Whether there is another category beside `other`, and that shows an argument.
  fileprivate var mayDiffer: Bool {
    categories != PluralCategorySet(.other) && plural[.other]?.asksForArguments == true
  }
}

extension Message {
  /// The arguments that are shown with what they are, but for that of the plural itself.
  fileprivate func shown(but own: MessageArgument.Name) -> [Int: ArgumentType] {
    var all: [Int: ArgumentType] = [:]
    for element in elements {
      switch element {
      case .text, .pluralNumber: continue
      case .placeholder(let placeholder):
        if let position = placeholder.position { all[position] = placeholder.type }
      case .argument(let argument):
        if argument.branches.isEmpty, case .numbered(let number) = argument.name {
          all[number] = argument.demand.isNumeric ? .integer : .text
        }
        for branch in argument.branches {
          all.merge(branch.shown(but: argument.name)) { first, _ in first }
        }
      }
    }
    if case .numbered(let number) = own { all[number] = nil }
    return all
  }

  /// Whether the number of the plural is among what is shown.
  fileprivate func showsOwn(_ name: MessageArgument.Name) -> Bool {
    elements.contains { element in
      switch element {
      case .text: false
      case .pluralNumber: true
      case .placeholder(let placeholder):
        placeholder.position.map { .numbered($0) == name } ?? false
      case .argument(let argument): argument.name == name && argument.branches.isEmpty
      }
    }
  }
}
