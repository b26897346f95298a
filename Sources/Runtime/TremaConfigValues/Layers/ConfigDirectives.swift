import TremaSupport

/// A reader of the directives in a layer: `$remove`, `$replace`, JSON's `null`, and `$$` for a key
/// that starts with `$`.
///
/// Directives are keys in a file that control the merge. The reader moves them from the keys to
/// properties of ``ConfigDictionary``.
///
/// See RFC 7386 (JSON Merge Patch) for the meaning of `null`.
package struct ConfigDirectives {
  /// Whether the layer is merged over other layers. Below a base, there is nothing to remove or
  /// replace.
  private let isOverlay: Bool
  /// Whether the current value is in an element of an array that is replaced as a whole.
  private var isInArray = false
  /// The problems found so far, in file order.
  private(set) var problems: [Diagnostic] = []

  /// Creates a reader of a layer or an element.
  private init(isOverlay: Bool) { self.isOverlay = isOverlay }

  /// Reads the directives of a layer.
  ///
  /// - Parameters:
  ///   - value: The value as read from the file.
  ///   - isOverlay: Whether the layer is merged over other layers.
  ///   - contract: The value's contract. It determines where directives are allowed in arrays: only
  ///     elements that are merged by a key may have them.
  /// - Returns: The value with its directives in ``ConfigDictionary/removals`` and
  ///   ``ConfigDictionary/replacesBelow``, and the problems of invalid and misplaced directives.
  package static func read(
    _ value: ConfigValue, isOverlay: Bool, contract: ConfigContract? = nil
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    var reader = ConfigDirectives(isOverlay: isOverlay)
    let value = reader.read(value, contract)
    return (value, reader.problems)
  }

  /// Returns a value with directives as ordinary keys, for the `girders` merge rule. Keys cannot be
  /// removed.
  ///
  /// - Returns: The value without `null`, and a `null-value` problem for each `null` that was
  ///   removed.
  package static func literal(
    _ value: ConfigValue
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    var reader = ConfigDirectives(isOverlay: true)
    let value = reader.literal(value) ?? value
    return (value, reader.problems)
  }

  /// Removes `null` from a value. Returns `nil` if the value itself is `null`.
  private mutating func literal(_ value: ConfigValue) -> ConfigValue? {
    switch value.content {
    case .dictionary(var dictionary):
      dictionary.compactMapValues { literal($0.value) }
      return ConfigValue(.dictionary(dictionary), at: value.location)
    case .array(let values):
      return ConfigValue(.array(values.compactMap { literal($0) }), at: value.location)
    case .null:
      report(
        "null-value", "null is not allowed with the merge rule 'girders'", at: value.location,
        "remove the key from the layer that has it")
      return nil
    default: return value
    }
  }

  /// Reads the directives of a value and everything in it.
  private mutating func read(_ value: ConfigValue, _ contract: ConfigContract?) -> ConfigValue {
    switch value.content {
    case .dictionary(let dictionary):
      return ConfigValue(.dictionary(read(dictionary, contract)), at: value.location)
    case .array(let values):
      let elements = values.compactMap { readElement($0, in: contract) }
      return ConfigValue(.array(elements), at: value.location)
    default: return value
    }
  }

  /// Reads an element of an array. Directives in it are allowed only if the array is merged by a
  /// key, because otherwise there is no lower value they could refer to.
  ///
  /// - Returns: `nil` for `null`, which is reported.
  private mutating func readElement(
    _ value: ConfigValue, in array: ConfigContract?
  ) -> ConfigValue? {
    if case .null = value.content {
      report(
        "null-in-array", "an array cannot contain null", at: value.location, "remove the element")
      return nil
    }
    let isMerged = if case .mergeBy = array?.node.marks.arrayRule { true } else { false }
    var reader = ConfigDirectives(isOverlay: isOverlay && isMerged)
    reader.isInArray = !isMerged || isInArray
    defer { problems += reader.problems }
    return reader.read(value, array?.items)
  }

  /// Reads the directives of a dictionary and its values.
  private mutating func read(
    _ dictionary: ConfigDictionary, _ contract: ConfigContract?
  ) -> ConfigDictionary {
    // Most dictionaries have no directives and are returned without a copy.
    let isPlain = dictionary.entries.allSatisfy {
      !$0.key.utf8.starts(with: "$".utf8) && $0.value.kind != .null
    }
    if isPlain {
      if dictionary.entries.allSatisfy({ !$0.value.isContainer }) { return dictionary }
      return dictionary.mapValues { read($0.value, contract?[$0.key]) }
    }
    // Separate the directives, which are removed from the entries, from the ordinary keys.
    var entries: [ConfigDictionary.Entry] = []
    var removals: [ConfigDictionary.Removal] = []
    var replacesBelow = false
    for var entry in dictionary.entries {
      if case .null = entry.value.content {
        removals += removal(of: entry.key, at: entry.keyLocation)
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
          "unknown-directive", "unknown directive '\(entry.key)'", at: entry.keyLocation,
          "use $remove or $replace, or escape a key that begins with '$' as '$\(entry.key)'"
        )
      }
    }
    // Removing a key that is set in the same dictionary would have no effect.
    for removal in removals where entries.contains(where: { $0.key.equalsExactly(removal.key) }) {
      report(
        "removed-and-set", "key '\(removal.key)' is both removed and set in the same dictionary",
        at: removal.location, "remove one of them; a new value replaces the one below anyway")
    }
    var result = ConfigDictionary(entries, removals: removals)
    result.replacesBelow = replacesBelow
    return result
  }

  /// Reads `$remove`, which must be an array of strings.
  private mutating func removals(_ entry: ConfigDictionary.Entry) -> [ConfigDictionary.Removal] {
    guard let names = entry.value.array, names.allSatisfy({ $0.kind == .string }) else {
      report(
        "invalid-directive", "'$remove' must be an array of keys, not \(entry.value.kind.title)",
        at: entry.value.location, "use an array of strings, such as [\"debugMenu\"]")
      return []
    }
    return names.flatMap { name in name.string.map { removal(of: $0, at: name.location) } ?? [] }
  }

  /// Returns the removal of a key, or an empty array if it is misplaced.
  private mutating func removal(
    of key: String, at location: ConfigLocation
  ) -> [ConfigDictionary.Removal] {
    if isOverlay { return [ConfigDictionary.Removal(key, at: location)] }
    reportMisplaced("removed", at: location)
    return []
  }

  /// Reads `$replace`, which must be a Boolean.
  private mutating func replaces(_ entry: ConfigDictionary.Entry) -> Bool {
    guard let isSet = entry.value.boolean else {
      report(
        "invalid-directive", "'$replace' must be true or false, not \(entry.value.kind.title)",
        at: entry.value.location, "use true, or remove the directive")
      return false
    }
    if isOverlay { return isSet }
    reportMisplaced("replaced", at: entry.keyLocation)
    return false
  }

  /// Reports a directive in a base or in an array element.
  ///
  /// - Parameter action: The effect of the directive for the message, such as `removed`.
  private mutating func reportMisplaced(_ action: String, at location: ConfigLocation) {
    if isInArray {
      report(
        "directive-in-array",
        "an array element has no value in a lower layer that can be \(action)", at: location,
        "specify the whole array, or mark it with \"x-merge\": {\"mergeBy\": …} in the schema"
      )
    } else {
      report(
        "directive-in-base", "the base layer has no lower layer, so nothing can be \(action)",
        at: location, "move the directive to an environment's file")
    }
  }

  /// Adds an error to the problems.
  private mutating func report(
    _ code: String, _ message: String, at location: ConfigLocation, _ hint: String
  ) {
    problems.append(Diagnostic(.error, code, message, at: location.diagnosticLocation, hint: hint))
  }
}
