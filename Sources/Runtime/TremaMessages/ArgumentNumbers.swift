/// The numbers assigned to named arguments, counted from 1.
///
/// Platforms use numbers for arguments, and translators use names. All languages of a text share
/// one numbering: a name, or a placeholder without a number, gets the next free number at its first
/// occurrence, starting with the master language.
package struct ArgumentNumbers: Hashable, Sendable {
  private var numbers: [String: Int] = [:]
  /// The lowest number that no name has. It is cached because each of a thousand languages may need
  /// a free number.
  private(set) var firstFree = 1
  /// The numbers above `firstFree` that are assigned to names.
  private var taken: Set<Int> = []

  /// Numbers the argument names in messages.
  ///
  /// - Parameters:
  ///   - messages: The messages of all languages, starting with the master language.
  ///   - parameters: The predefined argument names by number. A name that a message uses keeps its
  ///     number.
  package init(_ messages: [Message], parameters: [Int: String] = [:]) {
    guard messages.contains(where: \.hasArguments) else { return }
    assign(parameters, of: messages)
    for message in messages { number(message) { _ in } }
  }

  /// Returns the numbering of messages, and the messages as numbered by `Message.numbered(by:)`.
  ///
  /// - Parameters:
  ///   - messages: The messages of all languages, starting with the master language.
  ///   - parameters: The predefined argument names by number.
  ///   - use: Called with each argument use and its message's index, in message order and, within a
  ///     message, in source order.
  static func numbering(
    _ messages: [Message], parameters: [Int: String], _ use: (ArgumentUse, Int) -> Void
  ) -> (numbers: ArgumentNumbers, numbered: [Message]) {
    var numbers = ArgumentNumbers([])
    var numbered = messages
    func report(_ index: Int) { numbered[index].forEachUse(numbers) { use($0, index) } }
    guard messages.contains(where: \.hasArguments) else {
      for index in messages.indices { report(index) }
      return (numbers, messages)
    }
    numbers.assign(parameters, of: messages)
    // If numbers may depend on names in later messages, uses can only be reported after all names
    // are numbered.
    let isSinglePass = messages.allSatisfy { $0.canBeNumberedAlone || !$0.hasArguments }
    for index in messages.indices {
      guard messages[index].canBeNumberedAlone else {
        if isSinglePass { report(index) } else { numbers.number(messages[index]) { _ in } }
        continue
      }
      var walk = NumberingWalk(numbers, messages[index])
      numbers = ArgumentNumbers([])
      numbered[index] = walk.numbered(messages[index]) { if isSinglePass { use($0, index) } }
      numbers = walk.names
    }
    if isSinglePass { return (numbers, numbered) }
    for index in messages.indices {
      if !messages[index].canBeNumberedAlone {
        numbered[index] = messages[index].numbered(by: numbers)
      }
      report(index)
    }
    return (numbers, numbered)
  }

  /// Returns the numbering of messages, and each message's argument uses, as returned by
  /// `Message.uses(_:)`.
  ///
  /// - Parameters:
  ///   - messages: The messages of all languages, starting with the master language.
  ///   - parameters: The predefined argument names by number.
  ///   - repeats: Whether to include uses that equal the preceding use.
  package static func withUses(
    _ messages: [Message], parameters: [Int: String], repeats: Bool = true
  ) -> (numbers: ArgumentNumbers, uses: [[ArgumentUse]]) {
    var numbers = ArgumentNumbers([])
    guard messages.contains(where: \.hasArguments) else {
      return (numbers, messages.map { $0.uses(numbers, repeats: repeats) })
    }
    numbers.assign(parameters, of: messages)
    let found = messages.map { message -> [ArgumentUse]? in
      guard message.canBeNumberedAlone else {
        numbers.number(message) { _ in }
        return nil
      }
      var uses: [ArgumentUse] = []
      numbers.number(message) { uses.append($0, repeats: repeats) }
      return uses
    }
    return (numbers, zip(messages, found).map { $1 ?? $0.uses(numbers, repeats: repeats) })
  }

  /// Assigns the predefined numbers to the names that the messages use.
  private mutating func assign(_ parameters: [Int: String], of messages: [Message]) {
    if parameters.isEmpty { return }
    var names: Set<String> = []
    for message in messages { message.collectNames(into: &names) }
    for (number, name) in parameters.sorted(by: { $0.key < $1.key }) where names.contains(name) {
      if self[name] == nil { self[name] = number }
    }
  }

  /// Numbers the new names of a message, and reports its uses.
  private mutating func number(_ message: Message, _ use: (ArgumentUse) -> Void) {
    var walk = NumberingWalk(self, message)
    // Moving the names into the traversal avoids a copy when a name is added.
    self = ArgumentNumbers([])
    walk.visit(message, use)
    self = walk.names
  }

  /// The number of a name, or `nil` if it has none.
  package subscript(name: String) -> Int? {
    get { numbers[name] }
    set {
      let old =
        newValue.map { numbers.updateValue($0, forKey: name) } ?? numbers.removeValue(forKey: name)
      if old == newValue { return }
      if old != nil {
        (taken, firstFree) = ([], 1)
        for number in numbers.values { markAsTaken(number) }
      } else if let newValue {
        markAsTaken(newValue)
      }
    }
  }

  /// Whether no name has a number.
  package var isEmpty: Bool { numbers.isEmpty }

  /// Calls a closure with each name, in no particular order. Sorting thousands of names takes
  /// longer than finding them.
  func forEachName(_ use: (_ name: String, _ number: Int) -> Void) {
    for (name, number) in numbers { use(name, number) }
  }

  /// The names, sorted by their numbers.
  package var names: [(number: Int, name: String)] {
    if numbers.isEmpty { return [] }
    return numbers.map { ($0.value, $0.key) }.sorted { $0.number < $1.number }
  }

  /// Returns whether a name has the number, which must be at least `firstFree`.
  func isTaken(_ number: Int) -> Bool { taken.contains(number) }

  /// Marks a number as assigned to a name.
  private mutating func markAsTaken(_ number: Int) {
    if number > firstFree { taken.insert(number) }
    guard number == firstFree else { return }
    firstFree += 1
    while taken.remove(firstFree) != nil { firstFree += 1 }
  }
}

extension Message {
  /// Whether the message contains an argument in braces.
  package var hasArguments: Bool { contents.contains(.arguments) }

  /// Returns the message with all arguments and placeholders numbered.
  ///
  /// In a plural branch without `#`, the first integer conversion without a number gets the number
  /// of the plural, as on both platforms. A message without arguments in braces is returned
  /// unchanged, as its placeholders are numbered implicitly.
  package func numbered(by numbers: ArgumentNumbers) -> Message {
    guard hasArguments else { return self }
    var walk = NumberingWalk(numbers, self)
    return walk.numbered(self) { _ in }
  }

  /// Whether the message can be numbered independently of the names in later messages, because it
  /// has arguments in braces and all its conversions have numbers.
  fileprivate var canBeNumberedAlone: Bool {
    hasArguments && !contents.contains(.unnumberedAnywhere)
  }

  /// Returns the message with named arguments in braces instead of numbered ones, as translators
  /// write it.
  ///
  /// - Parameter names: The names by number. Arguments without a name keep their numbers.
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

  /// Returns the message without numbers that plurals imply: `%1$d` in a branch of the plural for
  /// argument 1 becomes `%d`. If other numbers remain, all numbers are kept.
  ///
  /// - Parameter names: The names of the arguments in braces, by number.
  package func withoutImpliedNumbers(named names: [Int: String]) -> Message {
    let numbers = Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
    let bare = withoutImpliedNumbers(numbers, pluralNumber: nil)
    return bare.placeholders.allSatisfy { $0.position == nil } ? bare : self
  }

  /// Returns the message without implied numbers.
  ///
  /// - Parameters:
  ///   - numbers: The numbers assigned to named arguments.
  ///   - pluralNumber: The number of the enclosing plural, as long as it is implied.
  private func withoutImpliedNumbers(_ numbers: [String: Int], pluralNumber: Int?) -> Message {
    var pluralNumber = pluralNumber
    return Message(
      elements.map { element in
        switch element {
        case .text, .pluralNumber: return element
        case .placeholder(var placeholder):
          guard placeholder.type == .integer, placeholder.position == pluralNumber else {
            return element
          }
          placeholder.position = nil
          pluralNumber = nil
          return .placeholder(placeholder)
        case .argument(let argument):
          var number: Int?
          if case .plural = argument.kind, case .named(let name) = argument.name {
            number = numbers[name]
          }
          return .argument(
            argument.mapBranches { branch in
              branch.withoutImpliedNumbers(
                numbers, pluralNumber: branch.showsPluralNumber ? nil : number)
            })
        }
      })
  }

  /// Adds the names in braces, including names in branches, to a set.
  fileprivate func collectNames(into names: inout Set<String>) {
    guard contents.contains(.names) else { return }
    for case .argument(let argument) in elements {
      if case .named(let name) = argument.name { names.insert(name) }
      argument.forEachBranch { $0.collectNames(into: &names) }
    }
  }

  /// Adds the explicit numbers, including numbers in branches, to a set.
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

  /// Whether the message contains the `#` of its enclosing plural.
  var showsPluralNumber: Bool { contents.contains(.pluralNumber) }

  /// Whether the message contains a placeholder without a number or a named argument.
  var needsNumbers: Bool { !contents.isDisjoint(with: [.arguments, .unnumbered]) }
}
