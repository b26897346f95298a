/// Which argument each name in braces stands for, counted from 1.
///
/// Platforms count arguments, translators name them. A text has one numbering for all its languages:
/// names and placeholders without a number take the next free number where they first stand, in the
/// master language before the others.
public struct ArgumentNumbers: Hashable, Sendable {
  private var numbers: [String: Int] = [:]

  /// - Parameters:
  ///   - messages: of all languages, the master's first.
  ///   - parameters: names that were given to arguments, by number; a name that a message uses keeps
  ///     its number.
  public init(_ messages: [Message], parameters: [Int: String] = [:]) {
    guard messages.contains(where: \.hasArguments) else { return }
    let names = Set(messages.flatMap(\.argumentNames))
    for (number, name) in parameters.sorted(by: { $0.key < $1.key }) where names.contains(name) {
      if numbers[name] == nil { numbers[name] = number }
    }
    for message in messages {
      var walk = NumberingWalk(self, message)
      _ = walk.numbered(message)
      numbers = walk.names.numbers
    }
  }

  public subscript(name: String) -> Int? {
    get { numbers[name] }
    set { numbers[name] = newValue }
  }

  /// The names in the order of their numbers.
  public var names: [(number: Int, name: String)] {
    if numbers.isEmpty { return [] }
    return numbers.map { ($0.value, $0.key) }.sorted { $0.number < $1.number }
  }

  fileprivate var taken: Set<Int> { Set(numbers.values) }
}

extension Message {
  /// True when something in braces stands in the message.
  public var hasArguments: Bool {
    plainText == nil
      && elements.contains { if case .argument = $0 { true } else { false } }
  }

  /// The message with a number on every argument and placeholder, as its text counts them.
  ///
  /// In a branch of a plural that has no `#`, the first whole-number conversion without a number
  /// shows the number of the plural, as it does on both platforms. A message without anything in
  /// braces is returned as it is: its placeholders count themselves.
  public func numbered(by numbers: ArgumentNumbers) -> Message {
    guard hasArguments else { return self }
    var walk = NumberingWalk(numbers, self)
    return walk.numbered(self)
  }

  /// The message with names in place of numbers in braces, as people write it.
  ///
  /// - Parameter names: by number; arguments without one keep their number.
  public func named(by names: [Int: String]) -> Message {
    guard hasArguments else { return self }
    return Message(
      elements.map { element in
        guard case .argument(let argument) = element else { return element }
        var named = argument.mapBranches { $0.named(by: names) }
        if case .numbered(let number) = argument.name, let name = names[number] {
          named.name = .named(name)
        }
        return .argument(named)
      })
  }

  /// The message without the numbers that plurals say anyway: `%1$d` in a branch of argument 1 is
  /// `%d` there. Where other numbers would stay, all of them do.
  ///
  /// - Parameter names: by number, what the arguments in braces are called.
  public func withoutOwnNumbers(named names: [Int: String]) -> Message {
    let numbers = Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
    let bare = withoutOwnNumbers(numbers, own: nil)
    return bare.placeholders.allSatisfy { $0.position == nil } ? bare : self
  }

  private func withoutOwnNumbers(_ numbers: [String: Int], own: Int?) -> Message {
    var own = own
    return Message(
      elements.map { element in
        switch element {
        case .text, .pluralNumber: return element
        case .placeholder(var placeholder):
          guard placeholder.type == .integer, placeholder.position == own else { return element }
          placeholder.position = nil
          own = nil
          return .placeholder(placeholder)
        case .argument(let argument):
          var number: Int?
          if case .plural = argument.kind, case .named(let name) = argument.name {
            number = numbers[name]
          }
          return .argument(
            argument.mapBranches { branch in
              branch.withoutOwnNumbers(numbers, own: branch.showsPluralNumber ? nil : number)
            })
        }
      })
  }

  /// The names in braces, in the order of the source; a name that stands twice is there twice.
  var argumentNames: [String] {
    elements.flatMap { element -> [String] in
      guard case .argument(let argument) = element else { return [] }
      let inner = argument.branches.flatMap(\.argumentNames)
      if case .named(let name) = argument.name { return [name] + inner }
      return inner
    }
  }

  /// The numbers that are written out, those in branches included.
  fileprivate var writtenNumbers: [Int] {
    elements.flatMap { element -> [Int] in
      switch element {
      case .text, .pluralNumber: return []
      case .placeholder(let placeholder): return placeholder.position.map { [$0] } ?? []
      case .argument(let argument):
        let inner = argument.branches.flatMap(\.writtenNumbers)
        if case .numbered(let number) = argument.name { return [number] + inner }
        return inner
      }
    }
  }

  /// True when `#` of the plural around it stands in the message.
  fileprivate var showsPluralNumber: Bool { elements.contains(.pluralNumber) }
}

/// Goes through a message in the order of its source and gives out numbers.
private struct NumberingWalk {
  private(set) var names: ArgumentNumbers
  /// Those that are written out, and those of names.
  private var taken: Set<Int>
  private var next = 1
  /// The number of the plural around, as long as no conversion in the branch has shown it.
  private var own: Int?

  init(_ names: ArgumentNumbers, _ message: Message) {
    self.names = names
    taken = names.taken.union(message.writtenNumbers)
  }

  mutating func numbered(_ message: Message) -> Message {
    Message(message.elements.map { numbered($0) })
  }

  private mutating func numbered(_ element: Message.Element) -> Message.Element {
    switch element {
    case .text, .pluralNumber: return element
    case .placeholder(var placeholder):
      if placeholder.position != nil || placeholder.type == .none { return element }
      if placeholder.width == .argument { _ = take() }
      if placeholder.precision == .argument { _ = take() }
      if let number = own, placeholder.type == .integer {
        placeholder.position = number
        own = nil
      } else {
        placeholder.position = take()
      }
      return .placeholder(placeholder)
    case .argument(let argument):
      return .argument(numbered(argument))
    }
  }

  private mutating func numbered(_ argument: MessageArgument) -> MessageArgument {
    let number = number(of: argument.name)
    // Only one branch is shown, so that each counts from the same number on.
    let (start, outer) = (next, own)
    var furthest = start
    var isPlural = false
    if case .plural = argument.kind { isPlural = true }
    var result = argument.mapBranches { message in
      next = start
      own = isPlural ? (message.showsPluralNumber ? nil : number) : outer
      defer { furthest = max(furthest, next) }
      return numbered(message)
    }
    next = furthest
    own = outer
    result.name = .numbered(number)
    return result
  }

  private mutating func number(of name: MessageArgument.Name) -> Int {
    switch name {
    case .numbered(let number): return number
    case .named(let name):
      if let number = names[name] { return number }
      let number = take()
      names[name] = number
      taken.insert(number)
      return number
    }
  }

  private mutating func take() -> Int {
    while taken.contains(next) { next += 1 }
    defer { next += 1 }
    return next
  }
}
