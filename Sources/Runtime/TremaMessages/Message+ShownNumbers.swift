extension Message {
  /// The arguments that the message displays with a placeholder, with `#` or in braces. The
  /// argument of a plural that only selects a form is not included. Requires that all arguments are
  /// numbered.
  var shownNumbers: Set<Int> {
    var numbers: Set<Int> = []
    collectShownNumbers(own: nil, into: &numbers)
    return numbers
  }

  /// Adds the displayed arguments to a set.
  ///
  /// - Parameter own: The enclosing plural's argument, which `#` displays.
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
