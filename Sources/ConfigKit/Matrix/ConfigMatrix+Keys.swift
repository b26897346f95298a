import TremaConfigValues
import TremaSupport

extension ConfigMatrix {
  /// Returns the key path for a string. A top-level key with exactly this name takes precedence
  /// over the path that the string denotes.
  ///
  /// - Throws: `unknown-key` if no layer has the key and the schema does not declare it.
  package func key(_ text: String) throws(Diagnostic) -> ConfigKeyPath {
    let literal = ConfigKeyPath(keys: [text])
    if contains(literal) { return literal }
    if let path = ConfigKeyPath(text), contains(path) { return path }
    if let path = ConfigKeyPath(text), let array = path.arrayPath, contains(array) {
      throw Diagnostic(
        .error, "unknown-key", "no environment has the element '\(text)'",
        hint: "use an index from 0; trema config explain '\(array)' lists the elements",
        subject: text)
    }
    let known = keys.map(\.description)
    throw Diagnostic(
      .error, "unknown-key", "unknown key '\(text)'",
      hint: closestMatch(to: text, among: known).map { "did you mean '\($0)'?" }
        ?? Self.list(known), subject: text)
  }

  /// Returns a hint that lists the first keys of the configuration.
  private static func list(_ known: [String]) -> String {
    let maxCount = 12
    if known.isEmpty { return "add keys to the base; the configuration is empty" }
    let rest = known.count > maxCount ? ", and \(known.count - maxCount) more" : ""
    return "use one of \(known.prefix(maxCount).map { "'\($0)'" }.joined(separator: ", "))\(rest)"
  }

  /// Returns whether the path exists in a value or a layer of an environment, or in the schema. A
  /// layer may have a key that a later layer removes.
  private func contains(_ path: ConfigKeyPath) -> Bool {
    for column in columns {
      if column.value[path] != nil { return true }
      if column.environment.layers.contains(where: { $0.value[path] != nil }) { return true }
    }
    return declares(path)
  }

  /// Returns whether the schema declares the last key of the path explicitly, in contrast to
  /// allowing it with `additionalProperties`.
  private func declares(_ path: ConfigKeyPath) -> Bool {
    var outside = path
    guard case .key(let key)? = outside.components.popLast() else { return false }
    return contract?[outside]?.node.properties.contains { $0.key.equalsExactly(key) } ?? false
  }

  /// The paths of all keys that a layer has or the schema declares, sorted by their UTF-8 bytes.
  package var keys: [ConfigKeyPath] {
    var found = Set<ConfigKeyPath>()
    for column in columns {
      for layer in column.environment.layers {
        Self.collect(layer.value, ConfigKeyPath(), into: &found)
      }
    }
    if let contract { Self.collect(contract, ConfigKeyPath(), into: &found) }
    return found.sorted {
      $0.description.utf8.lexicographicallyPrecedes($1.description.utf8)
    }
  }

  /// Collects the paths of a value, except array elements.
  private static func collect(
    _ value: ConfigValue, _ path: ConfigKeyPath, into found: inout Set<ConfigKeyPath>
  ) {
    for entry in value.dictionary?.entries ?? [] {
      let path = path.appending(entry.key)
      found.insert(path)
      collect(entry.value, path, into: &found)
    }
  }

  /// The maximum depth of paths from the schema. A recursive schema has infinitely many.
  private static let maxDepth = 8

  /// Collects the paths that the schema declares.
  private static func collect(
    _ contract: ConfigContract, _ path: ConfigKeyPath, into found: inout Set<ConfigKeyPath>
  ) {
    guard path.components.count < maxDepth else { return }
    for (key, _) in contract.node.properties {
      guard let inside = contract[key] else { continue }
      found.insert(path.appending(key))
      collect(inside, path.appending(key), into: &found)
    }
  }
}

extension ConfigKeyPath {
  /// The path before the first index, or `nil` if there is no index or no key before it.
  fileprivate var arrayPath: ConfigKeyPath? {
    let keys = components.prefix { if case .key = $0 { true } else { false } }
    return keys.isEmpty || keys.count == components.count ? nil : ConfigKeyPath(Array(keys))
  }
}
