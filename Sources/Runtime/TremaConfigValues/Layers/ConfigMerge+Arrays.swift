import TremaSupport

/// Array merging, according to the schema's `x-merge` rule.
extension ConfigMerge {
  /// Merges two arrays. Without a rule in the schema, the upper array replaces the lower one.
  mutating func merge(
    _ lower: [ConfigValue], _ upper: [ConfigValue], _ contract: ConfigContract?
  ) -> [ConfigValue] {
    switch contract?.node.marks.arrayRule ?? .replace {
    case .replace: return resolvingDirectives(upper)
    case .append: return lower + resolvingDirectives(upper)
    case .union:
      var seen = Set<ConfigValue>()
      return (lower + resolvingDirectives(upper)).filter { seen.insert($0).inserted }
    case .mergeBy(let key): return merge(lower, upper, by: key, contract)
    }
  }

  /// Returns the elements without directives if no further layer follows.
  private mutating func resolvingDirectives(_ values: [ConfigValue]) -> [ConfigValue] {
    values.enumerated().map { index, value in withIndex(index) { $0.resolvingDirectives(value) } }
  }

  /// Merges two arrays of dictionaries that are identified by a key's value.
  ///
  /// An element whose identity occurs in the lower array is merged into the lower element, at the
  /// lower element's position. The others are appended in order. An element without the key, or
  /// with the same identity as an earlier element, is reported as `invalid-merge-key` and appended
  /// unchanged.
  private mutating func merge(
    _ lower: [ConfigValue], _ upper: [ConfigValue], by key: String, _ contract: ConfigContract?
  ) -> [ConfigValue] {
    // The lower array is indexed once, so the merge takes linear time.
    let lowerIndices = identities(lower, key)
    let upperIndices = identities(upper, key)
    var result = lower
    for (index, value) in upper.enumerated() {
      let name = value.dictionary?[key]
      guard let name, upperIndices[name] == index, let target = lowerIndices[name] else {
        result.append(withIndex(result.count) { $0.resolvingDirectives(value) })
        continue
      }
      result[target] = withIndex(target) { $0.merge(result[target], value, contract?.items) }
    }
    return result
  }

  /// Returns the first index of each value for the key. Reports duplicates and elements without the
  /// key.
  private mutating func identities(_ values: [ConfigValue], _ key: String) -> [ConfigValue: Int] {
    var indices: [ConfigValue: Int] = [:]
    for (index, value) in values.enumerated() {
      let name = value.dictionary?[key]
      let first = name.flatMap { indices[$0] }
      if let name, first == nil {
        indices[name] = index
        continue
      }
      let problem = invalidMergeKey(
        path.appending(index), key, name ?? value,
        first: first.flatMap { values[$0].dictionary?[key] })
      // The lower array is checked again for each layer, but a problem must not be reported twice.
      if !problems.contains(problem) { problems.append(problem) }
    }
    return indices
  }
}
