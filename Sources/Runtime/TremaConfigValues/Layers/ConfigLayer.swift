/// One source of values. A configuration is several of them, later ones over earlier ones.
package struct ConfigLayer: Sendable {
  /// What a layer is for, which decides what it may say.
  package enum Role: Hashable, Sendable {
    /// The values that every environment has.
    case base
    /// Those of an environment, or of one that it extends.
    case environment(String)
    /// Those of one machine. They set only what the schema marks as overridable, as all that follow.
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
