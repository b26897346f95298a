import TremaConfigValues
import TremaSupport

/// Keys whose value depends on how files are merged: key by key at every depth, or as GirdersSwift
/// looks keys up, where a key of the upper file hides the whole value below it.
package struct ConfigRuleComparison: Sendable {
  /// One key in one environment.
  package struct Difference: Sendable {
    package var path: ConfigKeyPath
    /// Nil where that rule leaves the key without a value.
    package var deep: ConfigValue?
    package var girders: ConfigValue?
  }

  package let environment: String
  package private(set) var differences: [Difference] = []

  /// - Parameters:
  ///   - deep: the environment, merged at every depth.
  ///   - girders: the same environment of the same files, which keep their directives as keys.
  package init(deep: ConfigMatrix.Column, girders: ConfigMatrix.Column) {
    environment = deep.name
    compare(deep.value, girders.value, ConfigKeyPath())
  }

  private mutating func compare(
    _ deep: ConfigValue?, _ girders: ConfigValue?, _ path: ConfigKeyPath
  ) {
    if deep == girders { return }
    let (below, above) = (deep?.dictionary, girders?.dictionary)
    // Whole parts that one rule lacks are told key by key as well, so that both places are.
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
