import TremaConfigValues
import TremaSupport

/// The keys of an environment whose values depend on the merge rule. A deep merge combines
/// dictionaries key by key at every depth. GirdersSwift replaces the whole value below a top-level
/// key of the upper file.
package struct ConfigRuleComparison: Sendable {
  /// A key and its values under both rules.
  package struct Difference: Sendable {
    /// The path of the key.
    package var path: ConfigKeyPath
    /// The value after a deep merge, or `nil` if there is none.
    package var deep: ConfigValue?
    /// The value under the `girders` rule, or `nil` if there is none.
    package var girders: ConfigValue?
  }

  /// The name of the environment.
  package let environment: String
  /// The keys with different values, in key order.
  package private(set) var differences: [Difference] = []

  /// Compares the results of the two rules.
  ///
  /// - Parameters:
  ///   - deep: The environment after a deep merge.
  ///   - girders: The same environment with the directives in its files kept as keys.
  package init(deep: ConfigMatrix.Column, girders: ConfigMatrix.Column) {
    environment = deep.name
    compare(deep.value, girders.value, ConfigKeyPath())
  }

  /// Compares two values, where `nil` is a missing value.
  private mutating func compare(
    _ deep: ConfigValue?, _ girders: ConfigValue?, _ path: ConfigKeyPath
  ) {
    if deep == girders { return }
    let (below, above) = (deep?.dictionary, girders?.dictionary)
    // A dictionary that is missing under one rule is also listed key by key so that each key is
    // shown with its location.
    guard below != nil || above != nil, deep == nil || below != nil, girders == nil || above != nil,
      below?.entries.isEmpty == false || above?.entries.isEmpty == false
    else {
      differences.append(Difference(path: path, deep: deep, girders: girders))
      return
    }
    let keys = ConfigDictionary((below?.entries ?? []) + (above?.entries ?? [])).entries
    for entry in keys {
      compare(below?[entry.key], above?[entry.key], path.appending(entry.key))
    }
  }
}
