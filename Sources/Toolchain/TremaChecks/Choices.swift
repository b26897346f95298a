import TremaMessages

extension Message {
  /// Goes through the plurals and selects, those in branches included, in the order of the source.
  ///
  /// - Parameter body: is told each, and which of the places of its value it is.
  func forEachChoice(_ body: (MessageArgument, Int) -> Void) {
    guard hasBranches else { return }
    var place = 0
    forEachChoice(&place, body)
  }

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
  var plural: Plural? { if case .plural(let plural) = kind { plural } else { nil } }

  var selectBranches: [SelectBranch]? {
    if case .select(let branches) = kind { branches } else { nil }
  }
}

extension MessageArgument.Plural {
  /// The word that begins it in a message.
  var word: String { kind == .ordinal ? "selectordinal" : "plural" }
}
