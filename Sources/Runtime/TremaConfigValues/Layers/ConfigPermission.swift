import TremaSupport

/// The keys that layers from outside the repository may set: those that the schema marks with
/// `x-overridable`, and keys in them.
extension ConfigMerge {
  /// The layer without what it may not set; that goes into the problems.
  mutating func permitted(_ layer: ConfigLayer) -> ConfigValue {
    guard layer.role.needsPermission else { return layer.value }
    return permitted(layer.value, contract, ConfigKeyPath(), layer)
  }

  private mutating func permitted(
    _ value: ConfigValue, _ contract: ConfigContract?, _ path: ConfigKeyPath, _ layer: ConfigLayer
  ) -> ConfigValue {
    guard let dictionary = value.dictionary, contract?.node.marks.isOverridable != true else {
      return value
    }
    var entries: [ConfigDictionary.Entry] = []
    for var entry in dictionary.entries {
      let path = path.appending(entry.key)
      let inside = contract?[entry.key]
      if inside?.node.marks.isOverridable == true {
        entries.append(entry)
      } else if let inner = entry.value.dictionary, !inner.replacesBelow,
        !inner.entries.isEmpty || !inner.removals.isEmpty
      {
        entry.value = permitted(entry.value, inside, path, layer)
        // Where nothing in it may be set, it is not there, or it would be made here.
        if entry.value.dictionary?.isEmpty != true { entries.append(entry) }
      } else {
        problems.append(notOverridable(path, entry.keyPlace, layer))
      }
    }
    let removals = dictionary.removals.filter { removal in
      if contract?[removal.key]?.node.marks.isOverridable == true { return true }
      problems.append(notOverridable(path.appending(removal.key), removal.place, layer))
      return false
    }
    return ConfigValue(
      .dictionary(ConfigDictionary(entries, removals: removals)), at: value.place)
  }

  private func notOverridable(
    _ path: ConfigKeyPath, _ place: ConfigPlace, _ layer: ConfigLayer
  ) -> Diagnostic {
    let who =
      switch layer.role {
      case .variables, .options: place.description
      default: "the local layer"
      }
    var diagnostic = Diagnostic(
      .error, "not-overridable", "\(who) sets '\(path)', which may not be set from outside",
      at: place.location,
      hint: contract == nil
        ? "without a schema nothing may; mark the key with \"x-overridable\": true in one"
        : "mark the key with \"x-overridable\": true in the schema, if it may",
      subject: path.description)
    diagnostic.about(path)
    return diagnostic
  }
}

extension ConfigDictionary {
  fileprivate var isEmpty: Bool { entries.isEmpty && removals.isEmpty }
}
