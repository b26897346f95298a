import TremaConfigValues
import TremaSupport

extension ConfigValue {
  /// Returns the value of a key with exactly this name, including dots, or else the value at the
  /// path that the string denotes. Returns `nil` if there is neither.
  func value(named key: String) -> ConfigValue? {
    if let value = dictionary?[key] { return value }
    return ConfigKeyPath(key).flatMap { self[$0] }
  }

  /// Returns a copy with a new value for a key.
  ///
  /// - Parameter key: The exact name of an existing key, or else a path. Missing dictionaries on
  ///   the path are created.
  /// - Returns: The value unchanged if the path leads into a scalar or beyond the end of an array.
  func setting(_ value: ConfigValue, named key: String) -> ConfigValue {
    if dictionary?[key] != nil { return setting(value, at: [.key(key)]) }
    return setting(value, at: ConfigKeyPath(key)?.components[...] ?? [.key(key)])
  }

  /// Returns a copy with new values for the given keys. They are set in key order, so `a` is set
  /// before `a.b`.
  func setting(_ values: [String: ConfigValue]) -> ConfigValue {
    values.sorted { $0.key < $1.key }.reduce(self) { $0.setting($1.value, named: $1.key) }
  }

  /// Sets the value at the rest of a path.
  private func setting(
    _ value: ConfigValue, at path: ArraySlice<ConfigKeyPath.Component>
  ) -> ConfigValue {
    guard let component = path.first else { return value }
    let rest = path.dropFirst()
    switch (component, content) {
    case (.key(let key), .dictionary(let dictionary)):
      // A missing dictionary on the path is created empty.
      let child = dictionary[key] ?? (rest.isEmpty ? value : ConfigValue(.dictionary([])))
      let others = dictionary.entries.filter { !$0.key.equalsExactly(key) }
      let entry = ConfigDictionary.Entry(key, child.setting(value, at: rest))
      return ConfigValue(.dictionary(ConfigDictionary(others + [entry])), at: location)
    case (.index(let index), .array(var values)) where values.indices.contains(index):
      values[index] = values[index].setting(value, at: rest)
      return ConfigValue(.array(values), at: location)
    default: return self
    }
  }
}
