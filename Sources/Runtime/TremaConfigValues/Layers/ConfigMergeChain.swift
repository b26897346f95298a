import TremaSupport

/// Merges the layers of one environment after the other: those that the next one begins with, too, are
/// merged once. Of environments that extend each other each has the layers of all before it.
package struct ConfigMergeChain {
  private let empty: ConfigMerge
  private var steps: [(layer: ConfigLayer, merge: ConfigMerge, value: ConfigValue)] = []

  package init(_ merge: ConfigMerge) { empty = merge }

  /// - Returns: what ``ConfigMerge`` returns for the same layers.
  package mutating func callAsFunction(
    _ layers: some Sequence<ConfigLayer>
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    var count = 0
    var isKnown = true
    for layer in layers {
      isKnown = isKnown && count < steps.count && Self.areSame(steps[count].layer, layer)
      if !isKnown {
        steps.removeSubrange(count...)
        var merge = steps.last?.merge ?? empty
        let value = steps.last.map { merge.add(layer, over: $0.value) } ?? merge.begin(layer)
        steps.append((layer, merge, value))
      }
      count += 1
    }
    guard count > 0 else { return (ConfigValue(.dictionary([])), []) }
    return (steps[count - 1].value, steps[count - 1].merge.problems)
  }

  /// One file, read once. What comes from outside is not asked for.
  private static func areSame(_ a: ConfigLayer, _ b: ConfigLayer) -> Bool {
    !a.role.needsPermission && a.role == b.role && a.name.isExactly(b.name)
      && a.value.place == b.value.place && a.value == b.value
  }
}
