import TremaSupport

/// Makes one configuration of layers.
///
/// Dictionaries are merged key by key, at every depth; an array takes the place of the one below
/// unless the schema says otherwise; of other values the later one stays, and must be of the same
/// kind: only an integer over a real number becomes one itself.
public struct ConfigMerge: Sendable {
  /// The rule by which an array is merged with the one below.
  public enum Rule: String, CaseIterable, Sendable {
    case deep
    /// The rules of GirdersSwift: a key of the upper file hides the whole value of the lower one, and
    /// directives are keys like any other.
    case girders
  }

  package var rule: Rule
  package var contract: ConfigContract?
  /// Whether a string that is one reference, `${a.b}`, means a value of any kind.
  package var interpolates: Bool
  package internal(set) var problems: [Diagnostic] = []
  /// The position of the walk.
  private(set) var path = ConfigKeyPath()
  /// Whether the lower layer has nothing below it, so that directives are done with.
  private var isOverBase = true

  package init(
    _ rule: Rule = .deep, contract: ConfigContract? = nil, interpolates: Bool = false
  ) {
    self.rule = rule
    self.contract = contract
    self.interpolates = interpolates
  }

  /// The whole of the layers, the first one lowest. The rule is about files of environments; what
  /// comes from outside is always merged key by key.
  ///
  /// - Returns: values that know which file they are in, without directives; what could not be
  ///   merged keeps the lower value. ``problems`` has the errors `kind-conflict`,
  ///   `removed-nothing`, `not-overridable` and `invalid-merge-key`.
  package mutating func callAsFunction(_ layers: [ConfigLayer]) -> ConfigValue {
    guard let base = layers.first else { return ConfigValue(.dictionary([])) }
    var result = begin(base)
    for layer in layers.dropFirst() { result = add(layer, over: result) }
    return result
  }

  mutating func begin(_ base: ConfigLayer) -> ConfigValue {
    isOverBase = true
    return settled(permitted(base))
  }

  /// - Parameter lower: all layers below, merged.
  mutating func add(_ layer: ConfigLayer, over lower: ConfigValue) -> ConfigValue {
    let upper = permitted(layer)
    if rule == .girders, !layer.role.needsPermission {
      return Self.override(lower, upper.withoutDirectives)
    }
    return merge(lower, upper, contract)
  }

  /// Two layers as one: merged over a third they give what both give one after the other, if those
  /// can be merged at all.
  package mutating func callAsFunction(_ lower: ConfigValue, _ upper: ConfigValue) -> ConfigValue {
    isOverBase = false
    return merge(lower, upper, contract)
  }

  private static func override(_ lower: ConfigValue, _ upper: ConfigValue) -> ConfigValue {
    guard let below = lower.dictionary, let above = upper.dictionary else { return upper }
    let kept = below.entries.filter { above.entry($0.key) == nil }
    return ConfigValue(.dictionary(ConfigDictionary(kept + above.entries)), at: upper.place)
  }

  mutating func merge(
    _ lower: ConfigValue, _ upper: ConfigValue, _ contract: ConfigContract?
  ) -> ConfigValue {
    switch (lower.content, upper.content) {
    case (_, .dictionary(let above)) where above.replacesBelow:
      return settled(upper)
    case (.dictionary(let below), .dictionary(let above)):
      return ConfigValue(.dictionary(merge(below, above, contract)), at: upper.place)
    case (.array(let below), .array(let above)):
      return ConfigValue(.array(merge(below, above, contract)), at: upper.place)
    case (.real, .integer(let number)):
      return ConfigValue(.real(number.double), at: upper.place)
    // Whether the integer widens a real number is known when it comes over one.
    case (.integer, .real) where !isOverBase:
      return upper
    default:
      if lower.kind == upper.kind || allows(lower, upper, contract) { return settled(upper) }
      problems.append(kindConflict(path, lower, upper))
      return lower
    }
  }

  /// A schema that names several kinds wants them to differ.
  private func allows(
    _ lower: ConfigValue, _ upper: ConfigValue, _ contract: ConfigContract?
  ) -> Bool {
    if interpolates, lower.isReference || upper.isReference { return true }
    guard let node = contract?.node,
      let kinds = node.kinds ?? node.choices.map({ Set($0.map(\.kind)) })
    else { return false }
    return kinds.contains(lower.kind) && kinds.contains(upper.kind)
  }

  /// Both are sorted, so that one walk meets all keys.
  private mutating func merge(
    _ below: ConfigDictionary, _ above: ConfigDictionary, _ contract: ConfigContract?
  ) -> ConfigDictionary {
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(max(below.entries.count, above.entries.count))
    // Numbers, because to look at the first entry of a slice is to copy it.
    var (lower, upper) = (0, 0)
    while lower < below.entries.count || upper < above.entries.count {
      let order =
        upper == above.entries.count
        ? -1
        : lower == below.entries.count
          ? 1 : ConfigDictionary.order(below.entries[lower].key, above.entries[upper].key)
      if order < 0 {
        // Most of what an environment does not set takes this way.
        if !above.removes(below.entries[lower].key) { entries.append(below.entries[lower]) }
        lower += 1
        continue
      }
      var entry = above.entries[upper]
      path.components.append(.key(entry.key))
      if order == 0, !above.removes(entry.key) {
        entry.value = merge(below.entries[lower].value, entry.value, contract?[entry.key])
      } else {
        entry.value = settled(entry.value)
      }
      path.components.removeLast()
      entries.append(entry)
      lower += order == 0 ? 1 : 0
      upper += 1
    }
    var result = ConfigDictionary(entries, removals: removals(below, above))
    result.replacesBelow = below.replacesBelow && !isOverBase
    return result
  }

  /// Returns the keys that a layer removes from those below it. A key that is removed and set, as
  /// two layers in one may have it, is set over any value below.
  private mutating func removals(
    _ below: ConfigDictionary, _ above: ConfigDictionary
  ) -> [ConfigDictionary.Removal] {
    if isOverBase {
      for removal in above.removals where !removal.isCertain && below.entry(removal.key) == nil {
        problems.append(removedNothing(path.appending(removal.key), removal))
      }
      return []
    }
    let earlier = below.removals.filter { !above.removes($0.key) }
    return earlier
      + above.removals.map { removal in
        var removal = removal
        if below.entry(removal.key) != nil {
          removal.isCertain = true
        } else if below.removes(removal.key) {
          problems.append(removedNothing(path.appending(removal.key), removal))
        }
        return removal
      }
  }

  /// A value that nothing lies below: where layers are not to be merged on, what it says to the merge
  /// is taken out.
  mutating func settled(_ value: ConfigValue) -> ConfigValue {
    guard isOverBase, value.holdsDirectives else { return value }
    switch value.content {
    case .dictionary(let dictionary):
      for removal in dictionary.removals where !removal.isCertain {
        problems.append(removedNothing(path.appending(removal.key), removal))
      }
      let plain = ConfigDictionary(dictionary.entries).mapValues { entry in
        path.components.append(.key(entry.key))
        defer { path.components.removeLast() }
        return settled(entry.value)
      }
      return ConfigValue(.dictionary(plain), at: value.place)
    case .array(let values):
      let plain = values.enumerated().map { index, element in
        path.components.append(.index(index))
        defer { path.components.removeLast() }
        return settled(element)
      }
      return ConfigValue(.array(plain), at: value.place)
    default: return value
    }
  }

  /// Runs something one step further down.
  mutating func at<Result>(
    _ index: Int, _ body: (inout ConfigMerge) -> Result
  ) -> Result {
    path.components.append(.index(index))
    defer { path.components.removeLast() }
    return body(&self)
  }
}

extension ConfigDictionary {
  /// A search in what is sorted: it is asked for every key of the layer below.
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
  fileprivate var isReference: Bool { string.map(ConfigInterpolation.isReference) ?? false }

  /// Whether it, or something in it, speaks of what is below.
  fileprivate var holdsDirectives: Bool {
    switch content {
    case .dictionary(let dictionary):
      dictionary.replacesBelow || !dictionary.removals.isEmpty
        || dictionary.entries.indices.contains { dictionary.entries[$0].value.holdsDirectives }
    case .array(let values): values.contains(where: \.holdsDirectives)
    default: false
    }
  }

  fileprivate var withoutDirectives: ConfigValue {
    var merge = ConfigMerge()
    return merge.settled(self)
  }
}

extension ConfigDictionary: ExpressibleByArrayLiteral {
  /// Creates the value from an array literal.
  public init(arrayLiteral elements: Entry...) { self.init(elements) }
}

extension WholeNumber {
  /// The nearest real number.
  package var double: Double { int64.map(Double.init) ?? Double(uint64 ?? 0) }
}
