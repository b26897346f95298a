import TremaSupport

/// How arrays meet, as the schema says it.
extension ConfigMerge {
  mutating func merge(
    _ below: [ConfigValue], _ above: [ConfigValue], _ contract: ConfigContract?
  ) -> [ConfigValue] {
    switch contract?.node.marks.arrays ?? .replace {
    case .replace: return settled(above)
    case .append: return below + settled(above)
    case .union:
      var known = Set<ConfigValue>()
      return (below + settled(above)).filter { known.insert($0).inserted }
    case .mergeBy(let key): return merge(below, above, by: key, contract)
    }
  }

  private mutating func settled(_ values: [ConfigValue]) -> [ConfigValue] {
    values.enumerated().map { index, value in at(index) { $0.settled(value) } }
  }

  /// Dictionaries with the same value of a key are merged, where the lower one is; the others
  /// follow in their order. One without the key, or with a value that one before it has, is an error
  /// and stays as it is.
  private mutating func merge(
    _ below: [ConfigValue], _ above: [ConfigValue], by key: String, _ contract: ConfigContract?
  ) -> [ConfigValue] {
    let places = identities(below, key)
    let own = identities(above, key)
    var result = below
    for (index, value) in above.enumerated() {
      let name = value.dictionary?[key]
      guard let name, own[name] == index, let same = places[name] else {
        result.append(at(result.count) { $0.settled(value) })
        continue
      }
      result[same] = at(same) { $0.merge(result[same], value, contract?.items) }
    }
    return result
  }

  /// The first index of each value of the key.
  private mutating func identities(_ values: [ConfigValue], _ key: String) -> [ConfigValue: Int] {
    var places: [ConfigValue: Int] = [:]
    for (index, value) in values.enumerated() {
      let name = value.dictionary?[key]
      let first = name.flatMap { places[$0] }
      if let name, first == nil {
        places[name] = index
        continue
      }
      let problem = invalidMergeKey(
        path.appending(index), key, name ?? value,
        first: first.flatMap { values[$0].dictionary?[key] })
      // The lower array is looked at again with every layer.
      if !problems.contains(problem) { problems.append(problem) }
    }
    return places
  }
}
