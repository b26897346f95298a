import TremaSupport

/// A source of values. A configuration consists of multiple layers. Later layers override earlier
/// ones.
package struct ConfigLayer: Sendable {
  /// The role of a layer, which determines the keys that it may set.
  package enum Role: Hashable, Sendable {
    /// The values that all environments share.
    case base
    /// The values of an environment, or of one that it extends.
    case environment(String)
    /// The values of one machine. This layer and the following ones may set only keys that the
    /// schema marks as overridable.
    case local
    /// Environment variables whose names start with `CONFIG__`.
    case variables
    /// Settings from `--set` options on the command line.
    case options

    /// Whether the layer may set only keys that the schema marks with `x-overridable`.
    package var needsPermission: Bool {
      switch self {
      case .base, .environment: false
      case .local, .variables, .options: true
      }
    }
  }

  /// The layer's role.
  package let role: Role
  /// The file's path, or the name of a source that is not a file, such as `--set`.
  package let name: String
  /// A dictionary. Its directives have been read and removed from its keys.
  package var value: ConfigValue

  /// Creates a layer.
  package init(_ role: Role, name: String, _ value: ConfigValue) {
    self.role = role
    self.name = name
    self.value = value
  }
}

/// An environment and its layers.
package struct ConfigEnvironment: Sendable {
  /// The environment's name.
  package let name: String
  /// Whether this is the production environment. It cannot be changed externally and must not use
  /// test hosts.
  package let isProduction: Bool
  /// The layers in merge order, starting with the base.
  package var layers: [ConfigLayer]

  /// Creates an environment.
  package init(_ name: String, isProduction: Bool, layers: [ConfigLayer]) {
    self.name = name
    self.isProduction = isProduction
    self.layers = layers
  }
}

/// A merge of multiple environments, one at a time. It reuses the result of the layers that an
/// environment shares with its predecessor.
///
/// An environment that extends another one has all layers of that environment, followed by its own
/// layers.
package struct ConfigMergeChain {
  /// The merge before the first layer, with its rule and contract.
  private let empty: ConfigMerge
  /// The last environment's layers, each with the merge state and the value after it.
  private var steps: [(layer: ConfigLayer, merge: ConfigMerge, value: ConfigValue)] = []

  /// Creates a chain that merges all environments with the same rule and contract.
  package init(_ merge: ConfigMerge) { empty = merge }

  /// Merges the layers of the next environment.
  ///
  /// - Returns: The same value and problems as ``ConfigMerge`` for these layers.
  package mutating func callAsFunction(
    _ layers: some Sequence<ConfigLayer>
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    var count = 0
    var isKnown = true
    for layer in layers {
      // The first layer that differs invalidates all results after it.
      isKnown = isKnown && count < steps.count && Self.areIdentical(steps[count].layer, layer)
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

  /// Returns whether the two layers are the same file, read once. External layers are never
  /// considered the same.
  private static func areIdentical(_ a: ConfigLayer, _ b: ConfigLayer) -> Bool {
    !a.role.needsPermission && a.role == b.role && a.name.equalsExactly(b.name)
      && a.value.location == b.value.location && a.value == b.value
  }
}
