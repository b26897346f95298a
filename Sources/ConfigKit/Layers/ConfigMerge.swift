import TremaDiagnostics
import TremaScalars

/// Makes one configuration of layers.
///
/// Dictionaries are merged key by key, at every depth; an array takes the place of the one below
/// unless the schema says otherwise; of other values the later one stays, and must be of the same
/// kind: only an integer over a real number becomes one itself.
public struct ConfigMerge: Sendable {
  public enum Rule: String, CaseIterable, Sendable {
    case deep
    /// As GirdersSwift looks keys up: a key of the upper file hides the whole value of the lower
    /// one, and directives are keys like any other.
    case girders
  }

  public var rule: Rule
  public var contract: ConfigContract?
  public internal(set) var problems: [Diagnostic] = []
  /// Where the walk is.
  private var path = ConfigKeyPath()
  /// Whether the lower layer has nothing below it, so that directives are done with.
  private var isOverBase = true

  public init(_ rule: Rule = .deep, contract: ConfigContract? = nil) {
    self.rule = rule
    self.contract = contract
  }

  /// The whole of the layers, the first one lowest.
  ///
  /// - Returns: values that know which file they stand in, without directives; what could not be
  ///   merged keeps the lower value. ``problems`` has the errors `kind-conflict`,
  ///   `removed-nothing` and `not-overridable`.
  public mutating func callAsFunction(_ layers: [ConfigLayer]) -> ConfigValue {
    let dictionaries = layers.map { permitted($0) }
    guard var result = dictionaries.first else { return ConfigValue(.dictionary([])) }
    isOverBase = true
    for upper in dictionaries.dropFirst() {
      result =
        switch rule {
        case .deep: merge(result, upper, contract)
        case .girders: Self.override(result, upper)
        }
    }
    return rule == .deep ? finish(result) : result
  }

  /// Two layers as one: merged over a third they give what both give one after the other.
  public mutating func callAsFunction(_ lower: ConfigValue, _ upper: ConfigValue) -> ConfigValue {
    isOverBase = false
    return merge(lower, upper, contract)
  }

  private static func override(_ lower: ConfigValue, _ upper: ConfigValue) -> ConfigValue {
    guard let below = lower.dictionary, let above = upper.dictionary else { return upper }
    let kept = below.entries.filter { above.entry($0.key) == nil }
    return ConfigValue(.dictionary(ConfigDictionary(kept + above.entries)), at: upper.place)
  }

  private mutating func merge(
    _ lower: ConfigValue, _ upper: ConfigValue, _ contract: ConfigContract?
  ) -> ConfigValue {
    switch (lower.content, upper.content) {
    case (.dictionary(let below), .dictionary(let above)):
      return ConfigValue(.dictionary(merge(below, above, contract)), at: upper.place)
    case (.array(let below), .array(let above)):
      return ConfigValue(.array(merge(below, above, contract)), at: upper.place)
    case (.real, .integer(let number)):
      return ConfigValue(.real(number.double), at: upper.place)
    default:
      if lower.kind == upper.kind || allows(lower.kind, upper.kind, contract) { return upper }
      problems.append(kindConflict(path, lower, upper))
      return lower
    }
  }

  /// A schema that names several kinds wants them to differ.
  private func allows(_ a: ConfigKind, _ b: ConfigKind, _ contract: ConfigContract?) -> Bool {
    contract?.node.kinds.map { $0.contains(a) && $0.contains(b) } ?? false
  }

  /// Both are sorted, so that one walk meets all keys.
  private mutating func merge(
    _ below: ConfigDictionary, _ above: ConfigDictionary, _ contract: ConfigContract?
  ) -> ConfigDictionary {
    if above.replacesBelow { return above }
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(max(below.entries.count, above.entries.count))
    var (lower, upper) = (below.entries[...], above.entries[...])
    while let a = lower.first {
      let order = upper.first.map { ConfigDictionary.order(a.key, $0.key) } ?? -1
      if order > 0 {
        entries += upper.prefix(1).map { $0.overRemoved(in: below) }
        upper.removeFirst()
        continue
      }
      lower.removeFirst()
      if order == 0, let b = upper.popFirst() {
        path.components.append(.key(a.key))
        let value = merge(a.value, b.value, contract?[a.key])
        path.components.removeLast()
        entries.append(ConfigDictionary.Entry(b.key, at: b.keyPlace, value))
      } else if !above.removes(a.key) {
        entries.append(a)
      }
    }
    entries += upper.map { $0.overRemoved(in: below) }
    return ConfigDictionary(entries, removals: removals(below, above))
      .replacing(below.replacesBelow)
  }

  /// What a layer still takes away from those that come below it.
  private mutating func removals(
    _ below: ConfigDictionary, _ above: ConfigDictionary
  ) -> [ConfigDictionary.Removal] {
    if isOverBase {
      for removal in above.removals where below.entry(removal.key) == nil {
        problems.append(removedNothing(path.appending(removal.key), removal))
      }
      return []
    }
    let earlier = below.removals.filter { old in
      above.entry(old.key) == nil && !above.removals.contains(old)
    }
    return earlier + above.removals
  }

  private mutating func merge(
    _ below: [ConfigValue], _ above: [ConfigValue], _ contract: ConfigContract?
  ) -> [ConfigValue] {
    switch contract?.node.marks.arrays ?? .replace {
    case .replace: return above
    case .append: return below + above
    case .union:
      var known = Set<ConfigValue>()
      return (below + above).filter { known.insert($0).inserted }
    case .mergeBy(let key):
      var result = below
      for value in above {
        let name = value.dictionary?[key]
        let same = name.flatMap { name in
          result.firstIndex { $0.dictionary?[key] == name }
        }
        guard let same else {
          result.append(value)
          continue
        }
        path.components.append(.index(same))
        result[same] = merge(result[same], value, contract?.items)
        path.components.removeLast()
      }
      return result
    }
  }

  /// Takes out what is still said to the merge: nothing lay below it.
  private mutating func finish(_ value: ConfigValue) -> ConfigValue {
    guard case .dictionary(let dictionary) = value.content else { return value }
    for removal in dictionary.removals {
      problems.append(removedNothing(path.appending(removal.key), removal))
    }
    let plain = ConfigDictionary(dictionary.entries).mapValues { entry in
      guard entry.value.kind == .dictionary else { return entry.value }
      path.components.append(.key(entry.key))
      defer { path.components.removeLast() }
      return finish(entry.value)
    }
    return ConfigValue(.dictionary(plain), at: value.place)
  }
}

extension ConfigDictionary.Entry {
  /// A dictionary that is set where a lower layer has removed the key must not be merged with what
  /// comes below both.
  fileprivate func overRemoved(in below: ConfigDictionary) -> Self {
    guard case .dictionary(var dictionary) = value.content, !dictionary.replacesBelow,
      below.removes(key)
    else { return self }
    dictionary.replacesBelow = true
    var entry = self
    entry.value.content = .dictionary(dictionary)
    return entry
  }
}

extension ConfigDictionary {
  fileprivate func removes(_ key: String) -> Bool {
    removals.contains { $0.key.isExactly(key) }
  }

  fileprivate func replacing(_ claim: Bool) -> ConfigDictionary {
    var copy = self
    copy.replacesBelow = claim
    return copy
  }
}

extension ConfigDictionary: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Entry...) { self.init(elements) }
}

extension WholeNumber {
  /// The nearest real number.
  public var double: Double { int64.map(Double.init) ?? Double(uint64 ?? 0) }
}
