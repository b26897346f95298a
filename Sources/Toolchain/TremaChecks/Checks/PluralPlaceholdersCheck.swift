import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for plurals whose branches show different arguments.
struct PluralPlaceholdersCheck: Check {
  static let rule = Rule(
    .warning, "plural-placeholders", "The branches of a plural show different arguments.",
    stage: .review,
    why: "An argument that one branch shows and another omits is missing for the numbers of that "
      + "branch. The number itself may be omitted. =0 and other exact numbers may show less, and "
      + "so may a branch for a single number if the argument that it omits may be a number too.",
    example: """
      <value lang="en">{n, plural, one {A message} other {# messages from {name}}}</value>
      """,
    fix: "Add the argument to each branch, or use =1 if a branch is intended to show less.")

  static let needs = CheckNeeds(.branches)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard text.text.values.contains(where: \.message.hasBranches) else { return }
    // A translation may omit the arguments that the master omits.
    var hidden: Set<Int> = []
    let master = text.plurals.first { $0.index == text.masterIndex }
    if let master {
      forEachGap(of: master, in: text) { _, _, missing in hidden.formUnion(missing.keys) }
    }
    for valuePlurals in text.plurals {
      forEachGap(of: valuePlurals, in: text) { found, category, missing in
        var missing = missing
        let rules = PluralRules(valuePlurals.language, found.kind)
        // A branch for a single number may omit an argument that can be that number.
        if rules.soleInteger(of: category) != nil {
          missing = missing.filter { found.showsNumber && $0.value == .text }
        }
        if valuePlurals.index != master?.index {
          missing = missing.filter { !hidden.contains($0.key) }
        }
        guard let first = missing.keys.min() else { return }
        let value = text.text.values[valuePlurals.index]
        let name = text.signature.numbers.names.first { $0.number == first }?.name
        findings.report(
          Self.rule,
          "the '\(category)' branch in '\(value.language)' omits argument "
            + "\(name.map { "'\($0)'" } ?? String(first)), which 'other' shows",
          in: text, value: value,
          at: text.location(ofOccurrence: found.occurrenceIndex, inValue: valuePlurals.index),
          hint: "add it to the branch")
      }
    }
  }

  /// A plural with a branch that shows less than `other`.
  private struct IncompletePlural {
    let kind: PluralKind
    /// The index among the occurrences of the value.
    let occurrenceIndex: Int
    /// Whether the `other` branch shows the number.
    let showsNumber: Bool
  }

  /// Calls a closure for each branch that lacks arguments of the `other` branch.
  ///
  /// - Parameters:
  ///   - valuePlurals: The plurals of a value.
  ///   - use: Receives the plural, the category of the branch, and the missing arguments.
  private func forEachGap(
    of valuePlurals: ExaminedText.ValuePlurals, in text: ExaminedText,
    _ use: (IncompletePlural, PluralCategory, ShownArguments.Arguments) -> Void
  ) {
    guard valuePlurals.plurals.contains(where: \.mayDiffer) else { return }
    // A value may have thousands of plurals, including nested plurals, so all are collected in a
    // single traversal.
    let all = ShownArguments(
      in: text.numbered[valuePlurals.index], plurals: valuePlurals.plurals.count
    ).plurals
    for (plural, shown) in zip(valuePlurals.plurals, all) where plural.mayDiffer {
      guard let others = shown.other, !others.isEmpty else { continue }
      let found = IncompletePlural(
        kind: plural.plural.kind, occurrenceIndex: plural.occurrenceIndex,
        showsNumber: shown.showsNumber)
      let used = PluralRules(valuePlurals.language, found.kind).categories
      for (branch, shownThere) in zip(plural.plural.branches, shown.branches) {
        // A category that the language does not use is never selected.
        guard case .category(let category) = branch.selector, category != .other,
          used.contains(category)
        else { continue }
        let missing = others.filter { shownThere[$0.key] == nil }
        if !missing.isEmpty { use(found, category, missing) }
      }
    }
  }
}

extension ExaminedText.PluralOccurrence {
  /// Whether the plural has a category besides `other`, and `other` shows an argument.
  fileprivate var mayDiffer: Bool {
    categories != PluralCategorySet(.other) && plural[.other]?.showsArguments == true
  }
}

/// The arguments that the branches of plurals show, by number, with their types.
///
/// They are collected from the inside out: an argument that a nested plural shows is also shown by
/// the enclosing plurals.
private struct ShownArguments {
  /// The types of arguments by number.
  typealias Arguments = [Int: ArgumentType]

  /// The arguments of one plural, without its own number.
  struct Plural {
    /// The arguments of each branch, in source order.
    var branches: [Arguments] = []
    /// The arguments of the `other` branch, or `nil` if there is none.
    var other: Arguments?
    /// Whether the `other` branch also shows the plural's number.
    var showsNumber = false
  }

  /// The plurals, including those in branches, in source order.
  private(set) var plurals: [Plural] = []

  /// Collects the arguments of a message.
  ///
  /// - Parameters:
  ///   - message: The message, with all arguments numbered.
  ///   - count: The number of plurals in the message.
  init(in message: Message, plurals count: Int) {
    plurals.reserveCapacity(count)
    _ = arguments(of: message)
  }

  /// Returns the arguments of a message, and appends its plurals.
  private mutating func arguments(of message: Message) -> Arguments {
    var all: Arguments = [:]
    guard message.usesArguments else { return all }
    message.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text, .pluralNumber: continue
        case .placeholder(let placeholder):
          if let position = placeholder.position { all[position] = placeholder.type }
        case .argument(let argument):
          if argument.isChoice {
            all.add(arguments(of: argument))
          } else if case .numbered(let number) = argument.name {
            all[number] = argument.requirement.isNumeric ? .integer : .text
          }
        }
      }
    }
    return all
  }

  /// Returns the arguments that the branches of a plural or select show, and appends the plurals in
  /// them.
  private mutating func arguments(of choice: MessageArgument) -> Arguments {
    let index = plurals.count
    let plural = choice.plural
    if plural != nil { plurals.append(Plural()) }
    var all: Arguments = [:]
    var branches: [Arguments] = []
    choice.forEachBranch { branch in
      var branchArguments = arguments(of: branch)
      if case .numbered(let number) = choice.name, branchArguments[number] != nil {
        branchArguments[number] = nil
      }
      all.add(branchArguments)
      if plural != nil { branches.append(branchArguments) }
    }
    guard let plural else { return all }
    plurals[index].branches = branches
    if let other = plural.branches.firstIndex(where: { $0.selector == .category(.other) }) {
      plurals[index].other = branches[other]
      plurals[index].showsNumber = plural.branches[other].message.shows(choice.name)
    }
    return all
  }
}

extension ShownArguments.Arguments {
  /// Adds arguments, keeping the types of existing arguments.
  fileprivate mutating func add(_ more: Self) {
    if isEmpty { self = more } else { merge(more) { first, _ in first } }
  }
}

extension Message {
  /// Returns whether the message shows the number of the enclosing plural outside any branches.
  ///
  /// - Parameter name: The name of the plural's argument.
  fileprivate func shows(_ name: MessageArgument.Name) -> Bool {
    containsElement { element in
      switch element {
      case .text: false
      case .pluralNumber: true
      case .placeholder(let placeholder):
        placeholder.position.map { .numbered($0) == name } ?? false
      case .argument(let argument): argument.name == name && !argument.isChoice
      }
    }
  }
}
