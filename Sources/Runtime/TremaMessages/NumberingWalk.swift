/// A traversal that assigns numbers to the arguments of a message in source order.
struct NumberingWalk {
  /// The numbers assigned to names, including in this traversal.
  private(set) var names: ArgumentNumbers
  /// The whole message. Its explicit numbers are not assigned again.
  private let whole: Message
  /// The message's explicit numbers, collected when a free number is first needed.
  private var explicitNumbers: Set<Int>?
  /// The last name that was looked up, and its number.
  private var last: (name: String, number: Int)?
  /// The lowest number that can be free.
  private var next = 1
  /// The number of the enclosing plural, until a conversion in the branch uses it.
  private var pluralNumber: Int?

  /// Creates a traversal.
  init(_ names: ArgumentNumbers, _ message: Message) {
    self.names = names
    whole = message
  }

  /// Returns the numbered message, and reports each use like `visit(_:_:)`.
  mutating func numbered(_ message: Message, _ use: (ArgumentUse) -> Void) -> Message {
    guard message.needsNumbers else {
      visit(message, use)
      return message
    }
    var result = message
    result.number { numbered($0, use) }
    return result
  }

  /// Returns the numbered element, and reports its uses.
  @inline(__always)
  private mutating func numbered(
    _ element: Message.Element, _ use: (ArgumentUse) -> Void
  ) -> Message.Element {
    switch element {
    case .text, .pluralNumber: return element
    case .placeholder(let placeholder):
      let numbered = numbered(placeholder)
      if let number = numbered.position { use(ArgumentUse(number, .placeholder(numbered))) }
      return .placeholder(numbered)
    case .argument(let argument): return .argument(numbered(argument, use))
    }
  }

  /// Assigns the same numbers and reports each use, without creating a message.
  mutating func visit(_ message: Message, _ use: (ArgumentUse) -> Void) {
    guard message.usesArguments else { return }
    message.withElements { elements in
      for index in elements.indices { visit(elements[index], use) }
    }
  }

  /// Reports the uses of an element.
  @inline(__always)
  private mutating func visit(_ element: Message.Element, _ use: (ArgumentUse) -> Void) {
    switch element {
    case .text, .pluralNumber: break
    case .placeholder(let placeholder):
      let numbered = numbered(placeholder)
      if let number = numbered.position { use(ArgumentUse(number, .placeholder(numbered))) }
    case .argument(let argument):
      if case .plain = argument.kind {
        return use(ArgumentUse(number(of: argument.name), .plain))
      }
      guard argument.containsBranch(where: \.usesArguments) else {
        return use(ArgumentUse(number(of: argument.name), argument.requirement))
      }
      var fork = fork(argument)
      use(ArgumentUse(fork.number, argument.requirement))
      argument.forEachBranch { branch in
        enter(branch, of: &fork)
        visit(branch, use)
      }
      leave(fork)
    }
  }

  /// Returns a placeholder with its number.
  private mutating func numbered(_ original: Placeholder) -> Placeholder {
    if original.position != nil || original.type == .none { return original }
    var placeholder = original
    if placeholder.width == .argument { _ = takeNumber() }
    if placeholder.precision == .argument { _ = takeNumber() }
    if let number = pluralNumber, placeholder.type == .integer {
      placeholder.position = number
      pluralNumber = nil
    } else {
      placeholder.position = takeNumber()
    }
    return placeholder
  }

  /// Returns an argument with its number, and with its branches numbered.
  private mutating func numbered(
    _ argument: MessageArgument, _ use: (ArgumentUse) -> Void
  ) -> MessageArgument {
    if case .plain = argument.kind {
      let number = number(of: argument.name)
      use(ArgumentUse(number, .plain))
      return MessageArgument(.numbered(number))
    }
    guard argument.containsBranch(where: \.usesArguments) else {
      let number = number(of: argument.name)
      use(ArgumentUse(number, argument.requirement))
      return MessageArgument(.numbered(number), argument.kind)
    }
    var fork = fork(argument)
    use(ArgumentUse(fork.number, argument.requirement))
    var result = argument.mapBranches { branch in
      enter(branch, of: &fork)
      return numbered(branch, use)
    }
    leave(fork)
    result.name = .numbered(fork.number)
    return result
  }

  // MARK: Branches

  /// The state while traversing branches. Only one branch is ever displayed, so numbering starts at
  /// the same number in each branch.
  private struct Fork {
    /// The number of the argument.
    let number: Int
    let isPlural: Bool
    /// The lowest number that can be free at the start of each branch.
    let start: Int
    /// The number of the enclosing plural before the branches.
    let outer: Int?
    /// The highest value of `next` after a branch.
    var furthest: Int
  }

  /// Starts traversing the branches of an argument.
  private mutating func fork(_ argument: MessageArgument) -> Fork {
    let number = number(of: argument.name)
    let isPlural = if case .plural = argument.kind { true } else { false }
    return Fork(
      number: number, isPlural: isPlural, start: next, outer: pluralNumber, furthest: next)
  }

  /// Starts traversing a branch.
  private mutating func enter(_ branch: Message, of fork: inout Fork) {
    fork.furthest = max(fork.furthest, next)
    next = fork.start
    pluralNumber = fork.isPlural ? (branch.showsPluralNumber ? nil : fork.number) : fork.outer
  }

  /// Ends the traversal of the branches.
  private mutating func leave(_ fork: Fork) {
    next = max(fork.furthest, next)
    pluralNumber = fork.outer
  }

  // MARK: Numbers

  /// Returns the number of a name. Assigns a number if necessary.
  private mutating func number(of name: MessageArgument.Name) -> Int {
    switch name {
    case .numbered(let number): return number
    case .named(let name):
      // A name is often used repeatedly in a message.
      if let last, last.name == name { return last.number }
      let number = names[name] ?? newNumber(of: name)
      last = (name, number)
      return number
    }
  }

  private mutating func newNumber(of name: String) -> Int {
    let number = takeNumber()
    names[name] = number
    return number
  }

  /// Returns the next free number, and marks it as used.
  private mutating func takeNumber() -> Int {
    var written = self.explicitNumbers ?? []
    if self.explicitNumbers == nil {
      whole.collectNumbers(into: &written)
      self.explicitNumbers = written
    }
    next = max(next, names.firstFree)
    while written.contains(next) || names.isTaken(next) { next += 1 }
    defer { next += 1 }
    return next
  }
}
