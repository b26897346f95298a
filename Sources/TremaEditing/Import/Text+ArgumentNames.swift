import TremaCatalog
import TremaMessages

extension Value {
  mutating func rename(_ names: [Int: String], backslash: BackslashRule) {
    let named = message.named(by: names).withoutOwnNumbers(named: names)
    if named != message { setSource(named.source(backslash: backslash), backslash: backslash) }
  }
}

extension Text {
  /// What the arguments are to be called in braces, by number: as `@param` says, and the only plural
  /// as the values do, or else `count`. Empty when names would count otherwise than the numbers do.
  func argumentNames() -> [Int: String] {
    let parameters = Annotations(context).parameters.mapValues(\.name)
    var names = parameters.filter { $0.value != "_" && Self.isName($0.value) }
    let uses = values.map(\.message).flatMap { $0.uses(ArgumentNumbers([])) }
    let plurals = Set(
      uses.compactMap { use in if case .plural = use.demand { use.number } else { nil } })
    if plurals.count == 1, let only = plurals.first, parameters[only] == nil {
      let said = ArgumentNumbers(values.map(\.message), parameters: parameters).names
        .first { $0.number == only && Self.isName($0.name) }
      let name = said?.name ?? "count"
      if !names.values.contains(name) { names[only] = name }
    }
    for value in values where value.message.hasBranches {
      let named = value.message.named(by: names).withoutOwnNumbers(named: names)
      let numbers = ArgumentNumbers([named], parameters: parameters)
      if names.contains(where: { numbers[$0.value] ?? $0.key != $0.key }) { return [:] }
    }
    return names
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
        || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
