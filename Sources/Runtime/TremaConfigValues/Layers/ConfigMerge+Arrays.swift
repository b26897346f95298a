import TremaSupport

/// The merging of arrays, using the rule of the schema (`x-merge`).
extension ConfigMerge {
  /// Merges two arrays. Without a rule in the schema, the upper array replaces the lower one.
  mutating func merge(
    _ below: [ConfigValue], _ above: [ConfigValue], _ contract: ConfigContract?
  ) -> [ConfigValue] {
    switch contract?.node.marks.arrayRule ?? .replace {
    case .replace: return resolvingDirectives(above)
    case .append: return below + resolvingDirectives(above)
    case .union:
      var known = Set<ConfigValue>()
      return (below + resolvingDirectives(above)).filter { known.insert($0).inserted }
    case .mergeBy(let key): return merge(below, above, by: key, contract)
    }
  }

  /// Returns the elements without directives if no further layer follows.
  private mutating func resolvingDirectives(_ values: [ConfigValue]) -> [ConfigValue] {
    values.enumerated().map { index, value in withIndex(index) { $0.resolvingDirectives(value) } }
  }

  /// Merges two arrays of dictionaries that are identified by the value of a key.
  ///
  /// An element whose identity occurs in the lower array is merged into the lower element, at the
  /// lower element's position. The others are appended in order. An element without the key, or
  /// with the identity of an earlier element, is reported as `invalid-merge-key` and appended
  /// unchanged.
  private mutating func merge(
    _ below: [ConfigValue], _ above: [ConfigValue], by key: String, _ contract: ConfigContract?
  ) -> [ConfigValue] {
    // The lower array is indexed once, so the merge takes linear time.
    let lowerIndices = identities(below, key)
    let upperIndices = identities(above, key)
    var result = below
    for (index, value) in above.enumerated() {
      let name = value.dictionary?[key]
      guard let name, upperIndices[name] == index, let target = lowerIndices[name] else {
        result.append(withIndex(result.count) { $0.resolvingDirectives(value) })
        continue
      }
      result[target] = withIndex(target) { $0.merge(result[target], value, contract?.items) }
    }
    return result
  }

  /// Returns the first index of each value of the key. Reports duplicates and elements without the
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
