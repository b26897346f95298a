import TremaMessages

extension Message {
  /// Calls a closure for each plural and select, including those in branches, in the order of the
  /// source.
  ///
  /// - Parameter body: Receives the argument and its index among the places (placeholders and
  ///   arguments) of the value.
  func forEachChoice(_ body: (MessageArgument, Int) -> Void) {
    guard hasBranches else { return }
    var place = 0
    forEachChoice(&place, body)
  }

  /// Visits the choices of a message.
  ///
  /// - Parameter place: The index of the next place of the value, which the traversal of branches
  ///   advances.
  private func forEachChoice(_ place: inout Int, _ body: (MessageArgument, Int) -> Void) {
    withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text, .pluralNumber: continue
        case .placeholder: place += 1
        case .argument(let argument):
          let isChoice = argument.isChoice
          if isChoice { body(argument, place) }
          place += 1
          if isChoice { argument.forEachBranch { $0.forEachChoice(&place, body) } }
        }
      }
    }
  }
}

extension MessageArgument {
  /// The plural, or `nil` if the argument is not one.
  var plural: Plural? { if case .plural(let plural) = kind { plural } else { nil } }

  /// The branches of the select, or `nil` if the argument is not one.
  var selectBranches: [SelectBranch]? {
    if case .select(let branches) = kind { branches } else { nil }
  }
}

extension MessageArgument.Plural {
  /// The keyword of the plural in a message.
  var word: String { kind == .ordinal ? "selectordinal" : "plural" }
}
