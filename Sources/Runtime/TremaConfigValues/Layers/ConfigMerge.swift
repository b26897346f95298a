import TremaSupport

/// Merges layers into one configuration.
///
/// Dictionaries are merged key by key at every depth. An array replaces the lower one unless the
/// schema specifies a different rule. Any other value replaces the lower one and must have the same
/// kind, except that an integer that overrides a real number becomes a real number.
public struct ConfigMerge: Sendable {
  /// The rule for merging the files of environments.
  public enum Rule: String, CaseIterable, Sendable {
    /// Dictionaries are merged key by key, at every depth.
    case deep
    /// The GirdersSwift rule: a top-level key of the upper file replaces the whole lower value, and
    /// directives are ordinary keys.
    case girders
  }

  /// The rule for environment files. Overrides are always merged deeply.
  package var rule: Rule
  /// The root's contract; `nil` without a schema.
  package var contract: ConfigContract?
  /// Whether a string that is a single reference (`${a.b}`) may replace a value of any kind.
  package var interpolates: Bool
  /// The problems of all merges so far.
  package internal(set) var problems: [Diagnostic] = []
  /// The path of the value that is being merged.
  private(set) var path = ConfigKeyPath()
  /// Whether the lower value is the merged result of all lower layers, so its directives have been
  /// applied and can be dropped. It is false while two layers are combined into one.
  private var isLowerMerged = true

  /// Creates a merge without problems.
  package init(
    _ rule: Rule = .deep, contract: ConfigContract? = nil, interpolates: Bool = false
  ) {
    self.rule = rule
    self.contract = contract
    self.interpolates = interpolates
  }

  /// Merges all layers, lowest first.
  ///
  /// The rule applies to environment files; overrides are always merged deeply.
  ///
  /// - Returns: A value without directives, whose parts have their locations in the files. Where
  ///   two values cannot be merged, the lower one is kept. ``problems`` contains the errors
  ///   `kind-conflict`, `removed-nothing`, `not-overridable` and `invalid-merge-key`.
  package mutating func callAsFunction(_ layers: [ConfigLayer]) -> ConfigValue {
    guard let base = layers.first else { return ConfigValue(.dictionary([])) }
    var result = begin(base)
    for layer in layers.dropFirst() { result = add(layer, over: result) }
    return result
  }

  /// Starts a merge with the lowest layer and returns its value without directives.
  mutating func begin(_ base: ConfigLayer) -> ConfigValue {
    isLowerMerged = true
    return resolvingDirectives(permitted(base))
  }

  /// Merges a layer over the result of the layers below it.
  ///
  /// - Parameter lower: The merged value of all lower layers.
  mutating func add(_ layer: ConfigLayer, over lower: ConfigValue) -> ConfigValue {
    let upper = permitted(layer)
    if rule == .girders, !layer.role.needsPermission {
      return Self.override(lower, upper.withoutDirectives)
    }
    return merge(lower, upper, contract)
  }

  /// Combines two layers into one without applying their directives. Merged over a third layer, the
  /// result has the same effect as merging both layers one at a time, provided that they can be
  /// merged.
  package mutating func callAsFunction(_ lower: ConfigValue, _ upper: ConfigValue) -> ConfigValue {
    isLowerMerged = false
    return merge(lower, upper, contract)
  }

  /// Merges two values with the GirdersSwift rule: only the top level is merged.
  private static func override(_ lower: ConfigValue, _ upper: ConfigValue) -> ConfigValue {
    guard let below = lower.dictionary, let above = upper.dictionary else { return upper }
    let inherited = below.entries.filter { above.entry($0.key) == nil }
    return ConfigValue(.dictionary(ConfigDictionary(inherited + above.entries)), at: upper.location)
  }

  /// Merges two values at ``path``. The contract applies to both.
  mutating func merge(
    _ lower: ConfigValue, _ upper: ConfigValue, _ contract: ConfigContract?
  ) -> ConfigValue {
    switch (lower.content, upper.content) {
    case (_, .dictionary(let above)) where above.replacesBelow:
      return resolvingDirectives(upper)
    case (.dictionary(let below), .dictionary(let above)):
      return ConfigValue(.dictionary(merge(below, above, contract)), at: upper.location)
    case (.array(let below), .array(let above)):
      return ConfigValue(.array(merge(below, above, contract)), at: upper.location)
    case (.real, .integer(let number)):
      return ConfigValue(.real(number.double), at: upper.location)
    // Whether the integer becomes a real number depends on the layer below, and we don't know that
    // layer yet.
    case (.integer, .real) where !isLowerMerged:
      return upper
    default:
      if lower.kind == upper.kind || allows(lower, upper, contract) {
        return resolvingDirectives(upper)
      }
      problems.append(kindConflict(path, lower, upper))
      return lower
    }
  }

  /// Returns whether a value may replace one of a different kind, because either is a reference or
  /// the schema allows both kinds.
  private func allows(
    _ lower: ConfigValue, _ upper: ConfigValue, _ contract: ConfigContract?
  ) -> Bool {
    if interpolates, lower.isReference || upper.isReference { return true }
    guard let node = contract?.node,
      let kinds = node.kinds ?? node.choices.map({ Set($0.map(\.kind)) })
    else { return false }
    return kinds.contains(lower.kind) && kinds.contains(upper.kind)
  }

  /// Merges two dictionaries. Both are sorted, so equal keys are found in one traversal.
  private mutating func merge(
    _ below: ConfigDictionary, _ above: ConfigDictionary, _ contract: ConfigContract?
  ) -> ConfigDictionary {
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(max(below.entries.count, above.entries.count))
    // Indices are used because accessing the first entry of a slice would copy it.
    var (lower, upper) = (0, 0)
    while lower < below.entries.count || upper < above.entries.count {
      let order =
        upper == above.entries.count
        ? -1
        : lower == below.entries.count
          ? 1 : ConfigDictionary.order(below.entries[lower].key, above.entries[upper].key)
      if order < 0 {
        // This is the common case: the environment doesn't set the key.
        if !above.removes(below.entries[lower].key) { entries.append(below.entries[lower]) }
        lower += 1
        continue
      }
      var entry = above.entries[upper]
      path.components.append(.key(entry.key))
      if order == 0, !above.removes(entry.key) {
        entry.value = merge(below.entries[lower].value, entry.value, contract?[entry.key])
      } else {
        entry.value = resolvingDirectives(entry.value)
      }
      path.components.removeLast()
      entries.append(entry)
      lower += order == 0 ? 1 : 0
      upper += 1
    }
    // A combined layer keeps its removals, because they apply to layers further below.
    var result = ConfigDictionary(entries, removals: removals(below, above))
    result.replacesBelow = below.replacesBelow && !isLowerMerged
    return result
  }

  /// Returns the keys that the merged dictionary removes from lower layers, or an empty array if
  /// there are no lower layers. A key that is both removed and set, which is possible in a
  /// combination of two layers, is set regardless of the value below.
  private mutating func removals(
    _ below: ConfigDictionary, _ above: ConfigDictionary
  ) -> [ConfigDictionary.Removal] {
    if isLowerMerged {
      for removal in above.removals where !removal.isCertain && below.entry(removal.key) == nil {
        problems.append(missingRemovalTarget(path.appending(removal.key), removal))
      }
      return []
    }
    // A key that both layers remove is listed once, as the upper layer's removal.
    let earlier = below.removals.filter { !above.removes($0.key) }
    return earlier
      + above.removals.map { removal in
        var removal = removal
        if below.entry(removal.key) != nil {
          // The lower of the two layers has the key, so the removal is correct for any layer below.
          removal.isCertain = true
        } else if below.removes(removal.key) {
          problems.append(missingRemovalTarget(path.appending(removal.key), removal))
        }
        return removal
      }
  }

  /// Returns a value without directives if there are no layers below it. Otherwise, returns the
  /// value unchanged, because its directives still apply to them. Removals that had no effect are
  /// reported.
  mutating func resolvingDirectives(_ value: ConfigValue) -> ConfigValue {
    guard isLowerMerged, value.holdsDirectives else { return value }
    switch value.content {
    case .dictionary(let dictionary):
      // There is no lower layer that could have the key.
      for removal in dictionary.removals where !removal.isCertain {
        problems.append(missingRemovalTarget(path.appending(removal.key), removal))
      }
      let plain = ConfigDictionary(dictionary.entries).mapValues { entry in
        path.components.append(.key(entry.key))
        defer { path.components.removeLast() }
        return resolvingDirectives(entry.value)
      }
      return ConfigValue(.dictionary(plain), at: value.location)
    case .array(let values):
      let plain = values.enumerated().map { index, element in
        path.components.append(.index(index))
        defer { path.components.removeLast() }
        return resolvingDirectives(element)
      }
      return ConfigValue(.array(plain), at: value.location)
    default: return value
    }
  }

  /// Calls a closure with an index appended to ``path``.
  mutating func withIndex<Result>(
    _ index: Int, _ body: (inout ConfigMerge) -> Result
  ) -> Result {
    path.components.append(.index(index))
    defer { path.components.removeLast() }
    return body(&self)
  }
}

extension ConfigDictionary {
  /// Returns whether the layer removes a key. This function is called for every key of the layer
  /// below and therefore uses a binary search.
  fileprivate func removes(_ key: String) -> Bool {
    var range = removals.indices
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      switch Self.order(key, removals[middle].key) {
      case 0: return true
      case ..<0: range = range.lowerBound..<middle
      default: range = middle + 1..<range.upperBound
      }
    }
    return false
  }
}

extension ConfigValue {
  /// Whether the value is a string that is a single reference.
  fileprivate var isReference: Bool { string.map(ConfigInterpolation.isReference) ?? false }

  /// Whether the value or a value in it has a directive.
  fileprivate var holdsDirectives: Bool {
    switch content {
    case .dictionary(let dictionary):
      dictionary.replacesBelow || !dictionary.removals.isEmpty
        || dictionary.entries.indices.contains { dictionary.entries[$0].value.holdsDirectives }
    case .array(let values): values.contains(where: \.holdsDirectives)
    default: false
    }
  }

  /// The value with all directives removed. Nothing is reported.
  fileprivate var withoutDirectives: ConfigValue {
    var merge = ConfigMerge()
    return merge.resolvingDirectives(self)
  }
}

extension ConfigDictionary: ExpressibleByArrayLiteral {
  /// Creates the value from an array literal.
  public init(arrayLiteral elements: Entry...) { self.init(elements) }
}

extension WholeNumber {
  /// The number as a real number, rounded to the nearest one.
  package var double: Double { int64.map(Double.init) ?? Double(uint64 ?? 0) }
}
