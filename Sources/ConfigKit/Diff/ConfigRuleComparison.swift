import TremaConfigValues
import TremaSupport

/// The keys of an environment whose values depend on the merge rule: key by key at every depth, or
/// as GirdersSwift looks keys up, where a top-level key of the upper file replaces the whole value
/// below it.
package struct ConfigRuleComparison: Sendable {
  /// A key with its values under both rules.
  package struct Difference: Sendable {
    /// The path of the key.
    package var path: ConfigKeyPath
    /// The value of the deep merge; `nil` if the key has none.
    package var deep: ConfigValue?
    /// The value of the rule `girders`; `nil` if the key has none.
    package var girders: ConfigValue?
  }

  /// The name of the environment.
  package let environment: String
  /// The keys with different values, in their order.
  package private(set) var differences: [Difference] = []

  /// Compares the results of both rules.
  ///
  /// - Parameters:
  ///   - deep: the environment, merged at every depth.
  ///   - girders: the same environment, whose files keep their directives as keys.
  package init(deep: ConfigMatrix.Column, girders: ConfigMatrix.Column) {
    environment = deep.name
    compare(deep.value, girders.value, ConfigKeyPath())
  }

  /// Compares two values; a missing one is `nil`.
  private mutating func compare(
    _ deep: ConfigValue?, _ girders: ConfigValue?, _ path: ConfigKeyPath
  ) {
    if deep == girders { return }
    let (below, above) = (deep?.dictionary, girders?.dictionary)
    // A dictionary that one rule lacks is also listed by its keys, so that each is shown with its
    // location.
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
