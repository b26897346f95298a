import TremaConfigValues
import TremaSupport

extension ConfigValue {
  /// The literal key first, then the path.
  func value(named key: String) -> ConfigValue? {
    if let value = dictionary?[key] { return value }
    return ConfigKeyPath(key).flatMap { self[$0] }
  }

  /// - Parameter key: one that is there, else a path.
  /// - Returns: the value as it is when the path leads nowhere.
  func setting(_ value: ConfigValue, named key: String) -> ConfigValue {
    if dictionary?[key] != nil { return setting(value, at: [.key(key)]) }
    return setting(value, at: ConfigKeyPath(key)?.components[...] ?? [.key(key)])
  }

  /// In the order of the keys, so that `a` comes before `a.b`.
  func setting(_ values: [String: ConfigValue]) -> ConfigValue {
    values.sorted { $0.key < $1.key }.reduce(self) { $0.setting($1.value, named: $1.key) }
  }

  private func setting(
    _ value: ConfigValue, at path: ArraySlice<ConfigKeyPath.Component>
  ) -> ConfigValue {
    guard let component = path.first else { return value }
    let rest = path.dropFirst()
    switch (component, content) {
    case (.key(let key), .dictionary(let dictionary)):
      let inside = dictionary[key] ?? (rest.isEmpty ? value : ConfigValue(.dictionary([])))
      let others = dictionary.entries.filter { !$0.key.isExactly(key) }
      let entry = ConfigDictionary.Entry(key, inside.setting(value, at: rest))
      return ConfigValue(.dictionary(ConfigDictionary(others + [entry])), at: place)
    case (.index(let index), .array(var values)) where values.indices.contains(index):
      values[index] = values[index].setting(value, at: rest)
      return ConfigValue(.array(values), at: place)
    default: return self
    }
  }
}
