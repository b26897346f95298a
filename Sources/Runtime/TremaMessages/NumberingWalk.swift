/// Goes through a message in the order of its source and gives out numbers.
struct NumberingWalk {
  private(set) var names: ArgumentNumbers
  private let whole: Message
  /// The numbers that are written out; found when a free one is needed.
  private var written: Set<Int>?
  /// The name that was asked for last, and its number.
  private var last: (name: String, number: Int)?
  private var next = 1
  /// The number of the plural around, as long as no conversion in the branch has shown it.
  private var own: Int?

  init(_ names: ArgumentNumbers, _ message: Message) {
    self.names = names
    whole = message
  }

  /// The message with its numbers; tells each place that asks for one, as ``pass(_:_:)`` does.
  mutating func numbered(_ message: Message, _ use: (ArgumentUse) -> Void) -> Message {
    guard message.needsNumbers else {
      pass(message, use)
      return message
    }
    var result = message
    result.number { numbered($0, use) }
    return result
  }

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

  /// Gives out the same numbers, and tells each place that asks for one, but makes no message.
  mutating func pass(_ message: Message, _ use: (ArgumentUse) -> Void) {
    guard message.asksForArguments else { return }
    message.withElements { elements in
      for index in elements.indices { pass(elements[index], use) }
    }
  }

  @inline(__always)
  private mutating func pass(_ element: Message.Element, _ use: (ArgumentUse) -> Void) {
    switch element {
    case .text, .pluralNumber: break
    case .placeholder(let placeholder):
      let numbered = numbered(placeholder)
      if let number = numbered.position { use(ArgumentUse(number, .placeholder(numbered))) }
    case .argument(let argument):
      if case .plain = argument.kind {
        return use(ArgumentUse(number(of: argument.name), .plain))
      }
      guard argument.containsBranch(where: \.asksForArguments) else {
        return use(ArgumentUse(number(of: argument.name), argument.demand))
      }
      var fork = fork(argument)
      use(ArgumentUse(fork.number, argument.demand))
      argument.forEachBranch { branch in
        enter(branch, of: &fork)
        pass(branch, use)
      }
      leave(fork)
    }
  }

  private mutating func numbered(_ original: Placeholder) -> Placeholder {
    if original.position != nil || original.type == .none { return original }
    var placeholder = original
    if placeholder.width == .argument { _ = take() }
    if placeholder.precision == .argument { _ = take() }
    if let number = own, placeholder.type == .integer {
      placeholder.position = number
      own = nil
    } else {
      placeholder.position = take()
    }
    return placeholder
  }

  private mutating func numbered(
    _ argument: MessageArgument, _ use: (ArgumentUse) -> Void
  ) -> MessageArgument {
    if case .plain = argument.kind {
      let number = number(of: argument.name)
      use(ArgumentUse(number, .plain))
      return MessageArgument(.numbered(number))
    }
    guard argument.containsBranch(where: \.asksForArguments) else {
      let number = number(of: argument.name)
      use(ArgumentUse(number, argument.demand))
      return MessageArgument(.numbered(number), argument.kind)
    }
    var fork = fork(argument)
    use(ArgumentUse(fork.number, argument.demand))
    var result = argument.mapBranches { branch in
      enter(branch, of: &fork)
      return numbered(branch, use)
    }
    leave(fork)
    result.name = .numbered(fork.number)
    return result
  }

  // MARK: Branches

  /// An argument whose branches are gone through. Only one of them is shown, so that each counts from
  /// the same number on.
  private struct Fork {
    let number: Int
    let isPlural: Bool
    let start: Int
    let outer: Int?
    var furthest: Int
  }

  private mutating func fork(_ argument: MessageArgument) -> Fork {
    let number = number(of: argument.name)
    let isPlural = if case .plural = argument.kind { true } else { false }
    return Fork(number: number, isPlural: isPlural, start: next, outer: own, furthest: next)
  }

  private mutating func enter(_ branch: Message, of fork: inout Fork) {
    fork.furthest = max(fork.furthest, next)
    next = fork.start
    own = fork.isPlural ? (branch.showsPluralNumber ? nil : fork.number) : fork.outer
  }

  private mutating func leave(_ fork: Fork) {
    next = max(fork.furthest, next)
    own = fork.outer
  }

  // MARK: Numbers

  private mutating func number(of name: MessageArgument.Name) -> Int {
    switch name {
    case .numbered(let number): return number
    case .named(let name):
      // One name may be in a message again and again.
      if let last, last.name == name { return last.number }
      let number = names[name] ?? newNumber(of: name)
      last = (name, number)
      return number
    }
  }

  private mutating func newNumber(of name: String) -> Int {
    let number = take()
    names[name] = number
    return number
  }

  private mutating func take() -> Int {
    var written = self.written ?? []
    if self.written == nil {
      whole.collectNumbers(into: &written)
      self.written = written
    }
    next = max(next, names.firstFree)
    while written.contains(next) || names.isTaken(next) { next += 1 }
    defer { next += 1 }
    return next
  }
}
