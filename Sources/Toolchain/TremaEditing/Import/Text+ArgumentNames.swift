import TremaCatalog
import TremaMessages

extension Value {
  /// Assigns names to the arguments of the value.
  ///
  /// - Parameters:
  ///   - names: The names by number.
  ///   - parameters: The names declared in the context, by number. If it contains all names, the
  ///     number of a plural is still written as a conversion in its branches.
  ///   - backslash: The catalog's rule for backslashes.
  mutating func rename(
    _ names: [Int: String], parameters: [Int: String], backslash: BackslashRule
  ) {
    var named = message.named(by: names)
    if !names.allSatisfy({ parameters[$0.key] == $0.value }) {
      named = named.withoutImpliedNumbers(named: names)
    }
    guard named != message, let text = named.spelled() else { return }
    setSource(named.importedSource(text, backslash: backslash), backslash: backslash)
  }

  /// Returns whether a branch shows the number of its plural with a numbered conversion.
  fileprivate func formatsPluralNumber(_ names: [Int: String]) -> Bool {
    let named = message.named(by: names)
    return named != named.withoutImpliedNumbers(named: names)
  }
}

extension Text {
  /// Declares argument names in the context if a value also refers to the arguments by number, such
  /// as `%1$d` in a branch of `{count, plural, …}`.
  mutating func declare(_ names: [Int: String]) {
    guard values.contains(where: { $0.formatsPluralNumber(names) }) else { return }
    var annotations = Annotations(context)
    for (number, name) in names where annotations.parameters[number] == nil {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    guard annotations != Annotations(context) else { return }
    let before = context
    context = Context(annotations.text)
    context?.attributes = before?.attributes ?? []
    context?.leadingTrivia = before?.leadingTrivia ?? []
  }

  /// Returns the names for brace arguments, by number.
  ///
  /// The names come from `@param`. If a text has a single plural without such a name, the plural is
  /// named as in the values, or `count`. The result is empty if names would change the argument
  /// numbers.
  func argumentNames() -> [Int: String] {
    let parameters = Annotations(context).parameters.mapValues(\.name)
    var names = parameters.filter { $0.value != "_" && Self.isName($0.value) }
    let uses = values.map(\.message).flatMap { $0.uses(ArgumentNumbers([])) }
    let plurals = Set(
      uses.compactMap { use in if case .plural = use.requirement { use.number } else { nil } })
    if plurals.count == 1, let only = plurals.first, parameters[only] == nil {
      let existing = ArgumentNumbers(values.map(\.message), parameters: parameters).names
        .first { $0.number == only && Self.isName($0.name) }
      let name = existing?.name ?? "count"
      if !names.values.contains(name) { names[only] = name }
    }
    for value in values where value.message.hasBranches {
      let named = value.message.named(by: names).withoutImpliedNumbers(named: names)
      let numbers = ArgumentNumbers([named], parameters: parameters)
      if names.contains(where: { numbers[$0.value] ?? $0.key != $0.key }) { return [:] }
    }
    return names
  }

  /// Returns whether a string is a valid name: ASCII letters, digits, underscores and any non-ASCII
  /// characters, not starting with a digit.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
        || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
