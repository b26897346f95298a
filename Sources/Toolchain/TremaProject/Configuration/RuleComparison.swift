import ConfigKit
import TremaConfigValues
import TremaSupport

/// A comparison of the values found by GirdersSwift's lookup with a configuration's merged values.
package struct RuleComparison {
  /// The comparison of each environment.
  package private(set) var comparisons: [ConfigRuleComparison] = []
  /// The problems of the files.
  package let problems: [Diagnostic]
  /// The secrets that reports must not contain.
  package let secrets: ConfigSecrets

  /// Reads a configuration with both rules and compares the values.
  ///
  /// - Throws: An `.unreadable` diagnostic.
  package init(_ set: ConfigurationSet) throws(Diagnostic) {
    var (set, other) = (set, set)
    set.rule = .deep
    other.rule = .girders
    let deep = try LoadedConfiguration(set)
    let girders = try LoadedConfiguration(other)
    problems = deep.problems
    var secrets = deep.secrets
    secrets.formUnion(girders.secrets)
    self.secrets = secrets
    for column in deep.matrix.columns {
      guard let girdersColumn = girders.matrix[column.name] else { continue }
      comparisons.append(ConfigRuleComparison(deep: column, girders: girdersColumn))
    }
  }

  /// The differences as text: for each environment, the keys that differ, with both values and
  /// their locations.
  package var text: String {
    let differing = comparisons.filter { !$0.differences.isEmpty }
    if differing.isEmpty { return "no key differs between the two merge rules\n" }
    return differing.map(text(of:)).joined(separator: "\n")
  }

  /// Returns the differences of one environment.
  private func text(of comparison: ConfigRuleComparison) -> String {
    var text = "\(TerminalText.escaped(comparison.environment)): "
    text += "\(counted(comparison.differences.count, "key"))\n"
    for difference in comparison.differences {
      text += "  \(TerminalText.escaped(difference.path.description))\n"
      text += "    deep     \(description(difference.deep, of: difference))\n"
      text += "    girders  \(description(difference.girders, of: difference))\n"
    }
    return text
  }

  /// Returns a value with its location. Secrets are redacted.
  private func description(
    _ value: ConfigValue?, of difference: ConfigRuleComparison.Difference
  ) -> String {
    guard let value else { return "no value" }
    let shown = secrets.redaction.shown(value, at: difference.path)
    return "\(shown)  \(TerminalText.escaped(value.location.description))"
  }
}
