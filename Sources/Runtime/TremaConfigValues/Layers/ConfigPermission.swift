import TremaSupport

/// The restriction of external layers: they may set only keys that the schema marks with
/// `x-overridable`, and the keys inside these keys.
extension ConfigMerge {
  /// Returns the value of a layer without the keys that it may not set, which are reported.
  mutating func permitted(_ layer: ConfigLayer) -> ConfigValue {
    guard layer.role.needsPermission else { return layer.value }
    return permitted(layer.value, contract, ConfigKeyPath(), layer)
  }

  /// Returns the permitted part of a value. A marked value is permitted as a whole. In other
  /// dictionaries, each key is checked.
  private mutating func permitted(
    _ value: ConfigValue, _ contract: ConfigContract?, _ path: ConfigKeyPath, _ layer: ConfigLayer
  ) -> ConfigValue {
    guard let dictionary = value.dictionary, contract?.node.marks.isOverridable != true else {
      return value
    }
    var entries: [ConfigDictionary.Entry] = []
    for var entry in dictionary.entries {
      let path = path.appending(entry.key)
      let entryContract = contract?[entry.key]
      if entryContract?.node.marks.isOverridable == true {
        entries.append(entry)
      } else if let inner = entry.value.dictionary, !inner.replacesBelow,
        !inner.entries.isEmpty || !inner.removals.isEmpty
      {
        // A dictionary that replaces the whole dictionary below affects keys that may not be set,
        // so it is reported instead.
        entry.value = permitted(entry.value, entryContract, path, layer)
        // An empty dictionary is omitted, because it would create the key in the lower layers.
        if entry.value.dictionary?.isEmpty != true { entries.append(entry) }
      } else {
        problems.append(forbiddenOverride(path, entry.keyLocation, layer))
      }
    }
    let removals = dictionary.removals.filter { removal in
      if contract?[removal.key]?.node.marks.isOverridable == true { return true }
      problems.append(forbiddenOverride(path.appending(removal.key), removal.location, layer))
      return false
    }
    return ConfigValue(
      .dictionary(ConfigDictionary(entries, removals: removals)), at: value.location)
  }

  /// Returns the error for a key that an external layer may not set.
  private func forbiddenOverride(
    _ path: ConfigKeyPath, _ location: ConfigLocation, _ layer: ConfigLayer
  ) -> Diagnostic {
    // A variable or an option is identified by its location, and a file by the location of the
    // finding.
    let source =
      switch layer.role {
      case .variables, .options: location.description
      default: "the local layer"
      }
    var diagnostic = Diagnostic(
      .error, "not-overridable", "\(source) sets '\(path)', which is not overridable",
      at: location.diagnosticLocation,
      hint: contract == nil
        ? "add a schema that marks the key with \"x-overridable\": true"
        : "mark the key with \"x-overridable\": true in the schema to allow this",
      subject: path.description)
    diagnostic.setKeyPath(path)
    return diagnostic
  }
}

extension ConfigDictionary {
  /// Whether there are neither entries nor removals.
  fileprivate var isEmpty: Bool { entries.isEmpty && removals.isEmpty }
}
