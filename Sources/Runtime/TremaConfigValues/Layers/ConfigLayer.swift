import TremaSupport

/// One source of values. A configuration is several of them, later ones over earlier ones.
package struct ConfigLayer: Sendable {
  /// The role of a layer, which decides what it may contain.
  package enum Role: Hashable, Sendable {
    /// The values that every environment has.
    case base
    /// The values of an environment, or of one that it extends.
    case environment(String)
    /// The values of one machine. They set only keys that the schema marks as overridable, as all that
    /// follow.
    case local
    /// Variables whose names begin with `CONFIG__`.
    case variables
    /// `--set` on the command line.
    case options

    /// Whether it may set only what the schema marks with `x-overridable`.
    package var needsPermission: Bool {
      switch self {
      case .base, .environment: false
      case .local, .variables, .options: true
      }
    }
  }

  package let role: Role
  /// The path of its file, or what it is: `--set`.
  package let name: String
  /// A dictionary, with the directives of the layer taken out of the keys.
  package var value: ConfigValue

  package init(_ role: Role, name: String, _ value: ConfigValue) {
    self.role = role
    self.name = name
    self.value = value
  }
}

/// An environment and its layers, the base first.
package struct ConfigEnvironment: Sendable {
  package let name: String
  /// Whether it is what customers get, which may not be changed from outside and must not name a
  /// host of tests.
  package let isProduction: Bool
  package var layers: [ConfigLayer]

  package init(_ name: String, isProduction: Bool, layers: [ConfigLayer]) {
    self.name = name
    self.isProduction = isProduction
    self.layers = layers
  }
}

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
