extension Message {
  /// The arguments that the message shows: by a placeholder, `#`, or in braces. A plural that only
  /// chooses a form by its argument does not show it. Everything in the message has a number.
  var shownNumbers: Set<Int> {
    var numbers: Set<Int> = []
    collectShownNumbers(own: nil, into: &numbers)
    return numbers
  }

  private func collectShownNumbers(own: Int?, into numbers: inout Set<Int>) {
    for element in elements {
      switch element {
      case .text: break
      case .pluralNumber: if let own { numbers.insert(own) }
      case .placeholder(let placeholder):
        if let number = placeholder.position { numbers.insert(number) }
      case .argument(let argument):
        guard case .numbered(let number) = argument.name else { continue }
        if argument.branches.isEmpty { numbers.insert(number) }
        for branch in argument.branches {
          branch.collectShownNumbers(own: number, into: &numbers)
        }
      }
    }
  }
}
