import TremaSupport

/// Takes what a file says to the merge out of its keys: `$remove`, `$replace`, JSON's `null`, and
/// `$$` for a key that begins with `$` itself.
///
/// Source: RFC 7386 for the meaning of `null`.
package struct ConfigDirectives {
  /// Whether the layer is over others; in a base there is nothing to remove or to replace.
  private let isOverlay: Bool
  /// Whether it is read in an element of an array that is replaced as a whole.
  private var isInArray = false
  private(set) var problems: [Diagnostic] = []

  private init(isOverlay: Bool) { self.isOverlay = isOverlay }

  /// - Parameters:
  ///   - value: as a file has it.
  ///   - contract: what is said of it; elements of an array that are merged by a key may hold
  ///     directives, others not.
  /// - Returns: the same with its directives as ``ConfigDictionary/removals`` and
  ///   ``ConfigDictionary/replacesBelow``, and what is wrong with them.
  package static func read(
    _ value: ConfigValue, isOverlay: Bool, contract: ConfigContract? = nil
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    var reader = ConfigDirectives(isOverlay: isOverlay)
    let value = reader.read(value, contract)
    return (value, reader.problems)
  }

  /// The same where directives are keys like any other, and a key cannot be removed.
  ///
  /// - Returns: also `null-value` for each `null`, which is left out.
  package static func literal(
    _ value: ConfigValue
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    var reader = ConfigDirectives(isOverlay: true)
    let value = reader.literal(value) ?? value
    return (value, reader.problems)
  }

  private mutating func literal(_ value: ConfigValue) -> ConfigValue? {
    switch value.content {
    case .dictionary(var dictionary):
      dictionary.compactMapValues { literal($0.value) }
      return ConfigValue(.dictionary(dictionary), at: value.place)
    case .array(let values):
      return ConfigValue(.array(values.compactMap { literal($0) }), at: value.place)
    case .null:
      report(
        "null-value", "null says nothing to the merge rule 'girders'", at: value.place,
        "remove the key from the layer that has it")
      return nil
    default: return value
    }
  }

  private mutating func read(_ value: ConfigValue, _ contract: ConfigContract?) -> ConfigValue {
    switch value.content {
    case .dictionary(let dictionary):
      return ConfigValue(.dictionary(read(dictionary, contract)), at: value.place)
    case .array(let values):
      let elements = values.compactMap { readElement($0, in: contract) }
      return ConfigValue(.array(elements), at: value.place)
    default: return value
    }
  }

  /// An element has nothing below it that a directive could speak of, unless it is merged by a key.
  private mutating func readElement(
    _ value: ConfigValue, in array: ConfigContract?
  ) -> ConfigValue? {
    if case .null = value.content {
      report("null-in-array", "an array cannot hold null", at: value.place, "remove the element")
      return nil
    }
    let isMerged = if case .mergeBy = array?.node.marks.arrays { true } else { false }
    var reader = ConfigDirectives(isOverlay: isOverlay && isMerged)
    reader.isInArray = !isMerged || isInArray
    defer { problems += reader.problems }
    return reader.read(value, array?.items)
  }

  private mutating func read(
    _ dictionary: ConfigDictionary, _ contract: ConfigContract?
  ) -> ConfigDictionary {
    // Nearly all have nothing to say, and stay as they are.
    let isPlain = dictionary.entries.allSatisfy {
      !$0.key.utf8.starts(with: "$".utf8) && $0.value.kind != .null
    }
    if isPlain {
      if dictionary.entries.allSatisfy({ !$0.value.hasParts }) { return dictionary }
      return dictionary.mapValues { read($0.value, contract?[$0.key]) }
    }
    var entries: [ConfigDictionary.Entry] = []
    var removals: [ConfigDictionary.Removal] = []
    var replacesBelow = false
    for var entry in dictionary.entries {
      if case .null = entry.value.content {
        removals += removal(of: entry.key, at: entry.keyPlace)
      } else if !entry.key.utf8.starts(with: "$".utf8) || entry.key.utf8.starts(with: "$$".utf8) {
        if entry.key.utf8.starts(with: "$$".utf8) { entry.key.removeFirst() }
        entry.value = read(entry.value, contract?[entry.key])
        entries.append(entry)
      } else if entry.key == "$remove" {
        removals += self.removals(entry)
      } else if entry.key == "$replace" {
        replacesBelow = replaces(entry)
      } else {
        report(
          "unknown-directive", "'\(entry.key)' is no directive", at: entry.keyPlace,
          "the directives are $remove and $replace; a key that begins with '$' is written '$\(entry.key)'"
        )
      }
    }
    for removal in removals where entries.contains(where: { $0.key.isExactly(removal.key) }) {
      report(
        "removed-and-set", "the key '\(removal.key)' is removed and set in one dictionary",
        at: removal.place, "a value that is set takes the place of the one below")
    }
    var result = ConfigDictionary(entries, removals: removals)
    result.replacesBelow = replacesBelow
    return result
  }

  private mutating func removals(_ entry: ConfigDictionary.Entry) -> [ConfigDictionary.Removal] {
    guard let names = entry.value.array, names.allSatisfy({ $0.kind == .string }) else {
      report(
        "invalid-directive", "'$remove' is an array of keys, not \(entry.value.kind.title)",
        at: entry.value.place, "write the names of the keys as strings")
      return []
    }
    return names.flatMap { name in name.string.map { removal(of: $0, at: name.place) } ?? [] }
  }

  private mutating func removal(
    of key: String, at place: ConfigPlace
  ) -> [ConfigDictionary.Removal] {
    if isOverlay { return [ConfigDictionary.Removal(key, at: place)] }
    misplaced("removed", at: place)
    return []
  }

  private mutating func replaces(_ entry: ConfigDictionary.Entry) -> Bool {
    guard let claim = entry.value.boolean else {
      report(
        "invalid-directive", "'$replace' is true or false, not \(entry.value.kind.title)",
        at: entry.value.place, "write true")
      return false
    }
    if isOverlay { return claim }
    misplaced("replaced", at: entry.keyPlace)
    return false
  }

  private mutating func misplaced(_ done: String, at place: ConfigPlace) {
    if isInArray {
      report(
        "directive-in-array",
        "there is nothing below an element of an array that could be \(done)", at: place,
        "write the array as it is to be, or mark it with \"x-merge\": {\"mergeBy\": …} in the schema"
      )
    } else {
      report(
        "directive-in-base", "there is nothing below a base that could be \(done)", at: place,
        "directives belong to the file of an environment")
    }
  }

  private mutating func report(
    _ code: String, _ message: String, at place: ConfigPlace, _ hint: String
  ) {
    problems.append(Diagnostic(.error, code, message, at: place.location, hint: hint))
  }
}
