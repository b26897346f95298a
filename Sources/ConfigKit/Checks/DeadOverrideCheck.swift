import TremaConfigValues
import TremaDiagnostics

/// Reports values that equal the merged value of the lower layers.
struct DeadOverrideCheck: ConfigCheck {
  /// The rule of the check.
  static let rule = Rule(
    .warning, "dead-override", "A value is the same as the one in the layer below.",
    why:
      "It has no effect now, and prevents later changes to the base from reaching the environment. "
      + "Equal values are allowed for keys that the schema marks with `x-perEnvironment`.",
    example: """
      <key>timeout</key><integer>30</integer>       Configuration.plist
      <key>timeout</key><integer>30</integer>       Configuration-staging.plist
      """,
    fix: "Remove the key from the environment's file.")
  static var rules: [Rule] { [rule] }

  /// Compares each layer with the layers below it. A layer that multiple environments share is
  /// compared once.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    var merge = ConfigMergeChain(ConfigMerge(matrix.rule, contract: matrix.contract))
    for shared in matrix.sharedLayers where shared.level > 0 {
      let layers = matrix.columns[shared.columns[0]].environment.layers
      guard let upper = shared.layer.value.dictionary,
        let lower = mergedLayersBelow(shared.level, layers, &merge).dictionary
      else { continue }
      var search = Search(
        rule: matrix.rule, environments: matrix.names(shared.columns))
      search.compare(upper, lower, matrix.contract, ConfigKeyPath(), &findings)
    }
  }

  /// Returns the merged layers below a level.
  private static func mergedLayersBelow(
    _ level: Int, _ layers: [ConfigLayer], _ merge: inout ConfigMergeChain
  ) -> ConfigValue {
    level == 1 ? layers[0].value : merge(layers[..<level]).value
  }

  /// A comparison of one layer with the layers below it.
  private struct Search {
    /// The merge rule. Only a deep merge combines dictionaries.
    let rule: ConfigMerge.Rule
    /// The names of the environments that use the layer.
    let environments: [String]

    /// Compares two dictionaries. Both are sorted, so equal keys are found in one traversal.
    mutating func compare(
      _ upper: ConfigDictionary, _ lower: ConfigDictionary, _ contract: ConfigContract?,
      _ path: ConfigKeyPath, _ findings: inout ConfigFindings
    ) {
      var below = 0
      for index in upper.entries.indices {
        let key = upper.entries[index].key
        while below < lower.entries.count, ConfigDictionary.precedes(lower.entries[below].key, key)
        {
          below += 1
        }
        guard below < lower.entries.count, lower.entries[below].key.equalsExactly(key) else {
          continue
        }
        let (entry, old) = (upper.entries[index], lower.entries[below])
        // The contract is looked up only for equal values, because the lookup is slower than the
        // comparison.
        if !entry.value.isContainer, !Self.isRedundant(entry.value, old.value, nil) { continue }
        let inside = contract?[key]
        // A value that must differ isn't redundant. If it equals the production value,
        // ``DistinctCheck`` reports it.
        if let marks = inside?.node.marks, marks.isPerEnvironment || marks.isDistinct { continue }
        if Self.isRedundant(entry.value, old.value, inside) {
          report(entry, old, path.appending(entry.key), &findings)
        } else if rule == .deep, let above = entry.value.dictionary, !above.replacesBelow,
          let lower = old.value.dictionary
        {
          compare(above, lower, inside, path.appending(entry.key), &findings)
        }
      }
    }

    /// Returns whether the upper value changes nothing. An integer that overrides an equal real
    /// number becomes a real number.
    private static func isRedundant(
      _ upper: ConfigValue, _ lower: ConfigValue, _ contract: ConfigContract?
    ) -> Bool {
      switch (upper.content, lower.content) {
      case (.integer(let number), .real(let other)): return number.double == other
      // `$replace` of an equal dictionary changes nothing. A dictionary with a key that each
      // environment sets itself isn't redundant.
      case (.dictionary(let above), .dictionary(let below)):
        var above = above
        above.replacesBelow = below.replacesBelow
        return above == below && contract?.hasPerEnvironmentKey != true
      // Appending doubles an array, even if it equals the lower one.
      case (.array, .array):
        return upper == lower && contract?.node.marks.arrayRule != .append
      default: return upper == lower
      }
    }

    /// Reports a redundant value with the location of the lower value.
    private func report(
      _ entry: ConfigDictionary.Entry, _ old: ConfigDictionary.Entry, _ path: ConfigKeyPath,
      _ findings: inout ConfigFindings
    ) {
      findings.report(
        DeadOverrideCheck.rule, "'\(path)' repeats the value of the layer below",
        about: path, at: entry.keyLocation, in: environments, hint: "remove it from this file",
        related: old.keyLocation.diagnosticLocation.map {
          [.init("the same value", at: $0, role: .definedHere)]
        } ?? [])
    }
  }
}

extension ConfigContract {
  /// Whether a key directly in the dictionary is marked with `x-perEnvironment`.
  fileprivate var hasPerEnvironmentKey: Bool {
    node.properties.contains { self[$0.key]?.node.marks.isPerEnvironment == true }
  }
}
