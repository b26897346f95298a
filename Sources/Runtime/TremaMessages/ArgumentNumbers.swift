/// Which argument each name in braces means, counted from 1.
///
/// Platforms count arguments, translators name them. A text has one numbering for all its languages:
/// names and placeholders without a number take the next free number where they first are, in the
/// master language before the others.
package struct ArgumentNumbers: Hashable, Sendable {
  private var numbers: [String: Int] = [:]
  /// The first that no name has. Each of a thousand languages may look for one that is free.
  private(set) var firstFree = 1
  /// The numbers behind it that names have.
  private var taken: Set<Int> = []

  /// - Parameters:
  ///   - messages: of all languages, the master's first.
  ///   - parameters: names that were given to arguments, by number; a name that a message uses keeps
  ///     its number.
  package init(_ messages: [Message], parameters: [Int: String] = [:]) {
    guard messages.contains(where: \.hasArguments) else { return }
    take(parameters, of: messages)
    for message in messages { number(message) { _ in } }
  }

  /// The numbers, and the messages with them, as ``Message/numbered(by:)`` gives each.
  ///
  /// - Parameter use: is told the places where messages ask for arguments, in the order of the messages
  ///   and in that of their sources, and the index of the message.
  static func numbering(
    _ messages: [Message], parameters: [Int: String], _ use: (ArgumentUse, Int) -> Void
  ) -> (numbers: ArgumentNumbers, numbered: [Message]) {
    var numbers = ArgumentNumbers([])
    var numbered = messages
    func tell(_ index: Int) { numbered[index].forEachUse(numbers) { use($0, index) } }
    guard messages.contains(where: \.hasArguments) else {
      for index in messages.indices { tell(index) }
      return (numbers, messages)
    }
    numbers.take(parameters, of: messages)
    // Else a number may depend on a name of a later message.
    let asTheyCome = messages.allSatisfy { $0.countsItself || !$0.hasArguments }
    for index in messages.indices {
      guard messages[index].countsItself else {
        if asTheyCome { tell(index) } else { numbers.number(messages[index]) { _ in } }
        continue
      }
      var walk = NumberingWalk(numbers, messages[index])
      numbers = ArgumentNumbers([])
      numbered[index] = walk.numbered(messages[index]) { if asTheyCome { use($0, index) } }
      numbers = walk.names
    }
    if asTheyCome { return (numbers, numbered) }
    for index in messages.indices {
      if !messages[index].countsItself { numbered[index] = messages[index].numbered(by: numbers) }
      tell(index)
    }
    return (numbers, numbered)
  }

  /// The numbers, and the places where each message asks for arguments, as ``Message/uses(_:)`` has them.
  ///
  /// - Parameter repeats: whether a use is there that is the same as the one before it.
  package static func withUses(
    _ messages: [Message], parameters: [Int: String], repeats: Bool = true
  ) -> (numbers: ArgumentNumbers, uses: [[ArgumentUse]]) {
    var numbers = ArgumentNumbers([])
    guard messages.contains(where: \.hasArguments) else {
      return (numbers, messages.map { $0.uses(numbers, repeats: repeats) })
    }
    numbers.take(parameters, of: messages)
    let found = messages.map { message -> [ArgumentUse]? in
      guard message.countsItself else {
        numbers.number(message) { _ in }
        return nil
      }
      var uses: [ArgumentUse] = []
      numbers.number(message) { uses.append($0, repeats: repeats) }
      return uses
    }
    return (numbers, zip(messages, found).map { $1 ?? $0.uses(numbers, repeats: repeats) })
  }

  /// Keeps the numbers of names that the messages use.
  private mutating func take(_ parameters: [Int: String], of messages: [Message]) {
    if parameters.isEmpty { return }
    var names: Set<String> = []
    for message in messages { message.collectNames(into: &names) }
    for (number, name) in parameters.sorted(by: { $0.key < $1.key }) where names.contains(name) {
      if self[name] == nil { self[name] = number }
    }
  }

  private mutating func number(_ message: Message, _ use: (ArgumentUse) -> Void) {
    var walk = NumberingWalk(self, message)
    // The walk alone has the names, so that none is copied for one that is new.
    self = ArgumentNumbers([])
    walk.pass(message, use)
    self = walk.names
  }

  package subscript(name: String) -> Int? {
    get { numbers[name] }
    set {
      let old =
        newValue.map { numbers.updateValue($0, forKey: name) } ?? numbers.removeValue(forKey: name)
      if old == newValue { return }
      if old != nil {
        (taken, firstFree) = ([], 1)
        for number in numbers.values { take(number) }
      } else if let newValue {
        take(newValue)
      }
    }
  }

  /// Whether no name has a number.
  package var isEmpty: Bool { numbers.isEmpty }

  /// Tells the names in no order: to put thousands in one takes longer than to find them.
  func forEachName(_ use: (_ name: String, _ number: Int) -> Void) {
    for (name, number) in numbers { use(name, number) }
  }

  /// The names in the order of their numbers.
  package var names: [(number: Int, name: String)] {
    if numbers.isEmpty { return [] }
    return numbers.map { ($0.value, $0.key) }.sorted { $0.number < $1.number }
  }

  /// Whether a name has a number, which is at least ``firstFree``.
  func isTaken(_ number: Int) -> Bool { taken.contains(number) }

  private mutating func take(_ number: Int) {
    if number > firstFree { taken.insert(number) }
    guard number == firstFree else { return }
    firstFree += 1
    while taken.remove(firstFree) != nil { firstFree += 1 }
  }
}

extension Message {
  /// True when something in braces is in the message.
  package var hasArguments: Bool { contents.contains(.arguments) }

  /// The message with a number on every argument and placeholder, as its text counts them.
  ///
  /// In a branch of a plural that has no `#`, the first whole-number conversion without a number
  /// shows the number of the plural, as it does on both platforms. A message without anything in
  /// braces is returned as it is: its placeholders count themselves.
  package func numbered(by numbers: ArgumentNumbers) -> Message {
    guard hasArguments else { return self }
    var walk = NumberingWalk(numbers, self)
    return walk.numbered(self) { _ in }
  }

  /// Whether its arguments have the same numbers beside any names in other messages: no free number
  /// is searched.
  fileprivate var countsItself: Bool {
    hasArguments && !contents.contains(.unnumberedAnywhere)
  }

  /// The message with names in place of numbers in braces, as people write it.
  ///
  /// - Parameter names: by number; arguments without one keep their number.
  package func named(by names: [Int: String]) -> Message {
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
  package func withoutOwnNumbers(named names: [Int: String]) -> Message {
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

  /// The names in braces, those in branches included.
  fileprivate func collectNames(into names: inout Set<String>) {
    guard contents.contains(.names) else { return }
    for case .argument(let argument) in elements {
      if case .named(let name) = argument.name { names.insert(name) }
      argument.forEachBranch { $0.collectNames(into: &names) }
    }
  }

  /// The numbers that are written out, those in branches included.
  func collectNumbers(into numbers: inout Set<Int>) {
    guard contents.contains(.numbers) else { return }
    for element in elements {
      switch element {
      case .text, .pluralNumber: break
      case .placeholder(let placeholder):
        if let position = placeholder.position { numbers.insert(position) }
      case .argument(let argument):
        if case .numbered(let number) = argument.name { numbers.insert(number) }
        argument.forEachBranch { $0.collectNumbers(into: &numbers) }
      }
    }
  }

  /// True when `#` of the plural around it is in the message.
  var showsPluralNumber: Bool { contents.contains(.pluralNumber) }

  /// Whether something in the message asks for a number that it does not say, or for a name's.
  var needsNumbers: Bool { !contents.isDisjoint(with: [.arguments, .unnumbered]) }
}
