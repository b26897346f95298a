import TremaMessages

extension Message {
  /// Calls a closure for each plural and select, including those in branches, in source order.
  ///
  /// - Parameter body: Receives the argument and its index among the occurrences (placeholders and
  ///   arguments) of the value.
  func forEachChoice(_ body: (MessageArgument, Int) -> Void) {
    guard hasBranches else { return }
    var occurrenceIndex = 0
    forEachChoice(&occurrenceIndex, body)
  }

  /// Visits the choices of a message.
  ///
  /// - Parameter occurrenceIndex: The index of the next occurrence in the value. The traversal of
  ///   branches advances it.
  private func forEachChoice(_ occurrenceIndex: inout Int, _ body: (MessageArgument, Int) -> Void) {
    withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text, .pluralNumber: continue
        case .placeholder: occurrenceIndex += 1
        case .argument(let argument):
          let isChoice = argument.isChoice
          if isChoice { body(argument, occurrenceIndex) }
          occurrenceIndex += 1
          if isChoice { argument.forEachBranch { $0.forEachChoice(&occurrenceIndex, body) } }
        }
      }
    }
  }
}

extension MessageArgument {
  /// The plural, or `nil` if the argument is not a plural.
  var plural: Plural? { if case .plural(let plural) = kind { plural } else { nil } }

  /// The branches of the select, or `nil` if the argument is not a select.
  var selectBranches: [SelectBranch]? {
    if case .select(let branches) = kind { branches } else { nil }
  }
}

extension MessageArgument.Plural {
  /// The keyword that starts the plural in a message.
  var word: String { kind == .ordinal ? "selectordinal" : "plural" }
}
