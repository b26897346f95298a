import TremaDiagnostics

/// What layers from outside the repository may set: only keys that the schema marks with
/// `x-overridable`, and what stands in such a key.
extension ConfigMerge {
  /// The layer without what it may not set; that goes into the problems.
  mutating func permitted(_ layer: ConfigLayer) -> ConfigValue {
    guard layer.role.needsPermission, rule == .deep else { return layer.value }
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
      } else if entry.value.kind == .dictionary {
        entry.value = permitted(entry.value, inside, path, layer)
        entries.append(entry)
      } else {
        problems.append(notOverridable(path, entry.keyPlace, layer))
      }
    }
    for removal in dictionary.removals {
      problems.append(notOverridable(path.appending(removal.key), removal.place, layer))
    }
    return ConfigValue(.dictionary(ConfigDictionary(entries)), at: value.place)
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
    diagnostic.key = path.description
    return diagnostic
  }
}
