import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// The environments of a configuration, each with its layers and merged values. This is the input
/// of the checks.
package struct ConfigMatrix: Sendable {
  /// One environment.
  package struct Column: Sendable {
    /// The environment with its layers.
    package let environment: ConfigEnvironment
    /// The result of merging all layers. Each value has its location.
    package let value: ConfigValue
    /// The merge problems and reference problems.
    package let problems: [Diagnostic]

    /// The name of the environment.
    package var name: String { environment.name }
  }

  /// The environments in declaration order.
  package let columns: [Column]
  /// The indices of the environments that customers don't use, and of those that they do, in
  /// ascending order.
  let stages, productions: [Int]
  /// The schema, or `nil` if there is none.
  package let schema: ConfigSchema?
  /// The contract of the schema, or the rules that replace it.
  package let contract: ConfigContract?
  /// The rule used to merge the layers.
  package let rule: ConfigMerge.Rule
  /// Whether references (`${a.b}`) in strings are resolved.
  let interpolates: Bool
  /// The property lists of the app for Apple platforms that uses the configuration.
  package var appleFiles = ConfigAppleFiles()

  /// Merges the layers of all environments.
  ///
  /// - Parameters:
  ///   - environments: The environments in declaration order.
  ///   - contract: The contract, or `nil` to use the schema's contract.
  ///   - interpolates: Whether references (`${a.b}`) in strings are resolved.
  package init(
    _ environments: [ConfigEnvironment], rule: ConfigMerge.Rule = .deep,
    schema: ConfigSchema? = nil, contract: ConfigContract? = nil, interpolates: Bool = false
  ) {
    let contract = contract ?? schema?.contract
    // The time for finding suggestions is divided among the environments.
    let search = ClosestMatchSearch(sharedBy: environments.count)
    var merge = ConfigMergeChain(
      ConfigMerge(rule, contract: contract, interpolates: interpolates))
    columns = environments.map { environment in
      let (value, problems) = merge(environment.layers)
      guard interpolates else {
        return Column(environment: environment, value: value, problems: problems)
      }
      let resolved = ConfigInterpolation.resolve(value, search: search)
      return Column(
        environment: environment, value: resolved.value,
        problems: problems + resolved.problems
          + ConfigInterpolation.secretLeaks(resolved.uses, in: resolved.value, contract))
    }
    stages = columns.indices.filter { !environments[$0].isProduction }
    productions = columns.indices.filter { environments[$0].isProduction }
    self.schema = schema
    self.contract = contract
    self.rule = rule
    self.interpolates = interpolates
  }

  /// The column of an environment, or `nil` if there is no environment with this name.
  package subscript(environment: String) -> Column? {
    columns.first { $0.name.equalsExactly(environment) }
  }

  /// The base, the first layer in every environment.
  package var base: ConfigLayer? { columns.first?.environment.layers.first { $0.role == .base } }
}

extension ConfigMatrix {
  /// A layer and the environments that use it.
  struct SharedLayer {
    /// The layer.
    let layer: ConfigLayer
    /// The index of the layer in its environments; 0 is the base.
    let level: Int
    /// The indices of the columns, in ascending order.
    var columns: [Int]
  }

  /// Every environment's layers in column order, lowest first. A layer that multiple environments
  /// share is returned once.
  var sharedLayers: [SharedLayer] {
    var shared: [SharedLayer] = []
    var indicesByName: [ExactKey: Int] = [:]
    for (index, column) in columns.enumerated() {
      for (level, layer) in column.environment.layers.enumerated() {
        // External layers are never combined, because the layers below them differ between
        // environments.
        let isSeparate = layer.role.needsPermission
        let name = ExactKey(layer.name)
        if !isSeparate, let known = indicesByName[name] {
          shared[known].columns.append(index)
        } else {
          if indicesByName[name] == nil { indicesByName[name] = shared.count }
          shared.append(SharedLayer(layer: layer, level: level, columns: [index]))
        }
      }
    }
    return shared
  }

  /// Returns the names of some columns.
  func names(_ columns: some Sequence<Int>) -> [String] { columns.map { self.columns[$0].name } }

  /// Returns a contract's location in the schema, for use as a finding's related location.
  ///
  /// - Parameter words: The message at that location.
  func rule(
    of contract: ConfigContract?, _ words: String
  ) -> [Diagnostic.Related] {
    contract?.node.location.map { [Diagnostic.Related(words, at: $0, role: .rule)] } ?? []
  }
}
