import TremaMessages

/// An argument with branches: a plural or a select.
struct Choice {
  let argument: MessageArgument
  /// Which of the places of its value it is.
  let place: Int
}

extension Message {
  /// The plurals and selects, those in branches included, in the order of the source.
  var choices: [Choice] {
    guard hasBranches else { return [] }
    var found: [Choice] = []
    var place = 0
    collectChoices(&found, &place)
    return found
  }

  private func collectChoices(_ found: inout [Choice], _ place: inout Int) {
    for element in elements {
      switch element {
      case .text, .pluralNumber: continue
      case .placeholder: place += 1
      case .argument(let argument):
        if !argument.branches.isEmpty { found.append(Choice(argument: argument, place: place)) }
        place += 1
        for branch in argument.branches { branch.collectChoices(&found, &place) }
      }
    }
  }
}

extension MessageArgument {
  var plural: Plural? { if case .plural(let plural) = kind { plural } else { nil } }

  var selectBranches: [SelectBranch]? {
    if case .select(let branches) = kind { branches } else { nil }
  }
}

extension MessageArgument.Plural {
  /// The word that begins it in a message.
  var word: String { kind == .ordinal ? "selectordinal" : "plural" }

  var categories: [PluralCategory] {
    branches.compactMap { if case .category(let category) = $0.selector { category } else { nil } }
  }
}

extension Message {
  /// Whether the number of a plural is shown in one of its branches.
  func showsNumber(of name: MessageArgument.Name) -> Bool {
    elements.contains { element in
      switch element {
      case .text: return false
      case .pluralNumber: return true
      // Which argument it is depends on the text as a whole: it may be this.
      case .placeholder(let placeholder): return placeholder.type != .none
      case .argument(let argument):
        return argument.name == name && argument.branches.isEmpty
          || argument.branches.contains { $0.showsNumber(of: name) }
      }
    }
  }
}
