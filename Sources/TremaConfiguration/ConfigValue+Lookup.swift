import ConfigKit

extension ConfigValue {
  /// The literal key first, then the path.
  func value(named key: String) -> ConfigValue? {
    if let value = dictionary?[key] { return value }
    return ConfigKeyPath(key).flatMap { self[$0] }
  }

  /// - Parameter key: one that is there, else a path of keys. A path into an array changes nothing.
  func setting(_ value: ConfigValue, named key: String) -> ConfigValue {
    if dictionary?[key] != nil { return setting(value, at: [key]) }
    return setting(value, at: ConfigKeyPath(key)?.keys ?? [key])
  }

  func setting(_ values: [String: ConfigValue]) -> ConfigValue {
    values.reduce(self) { $0.setting($1.value, named: $1.key) }
  }

  private func setting(_ value: ConfigValue, at keys: [String]) -> ConfigValue {
    guard let key = keys.first else { return value }
    let inside = dictionary?[key] ?? ConfigValue(.dictionary([]))
    let others = (dictionary?.entries ?? []).filter { $0.key != key }
    let entry = ConfigDictionary.Entry(key, inside.setting(value, at: Array(keys.dropFirst())))
    return ConfigValue(.dictionary(ConfigDictionary(others + [entry])), at: place)
  }
}
