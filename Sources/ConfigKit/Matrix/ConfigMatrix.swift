import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// All environments of a configuration beside each other, each with its merged values: what the
/// checks look at.
package struct ConfigMatrix: Sendable {
  package struct Column: Sendable {
    package let environment: ConfigEnvironment
    /// All layers merged; every value knows the file it came from.
    package let value: ConfigValue
    /// The problems between the layers.
    package let problems: [Diagnostic]

    package var name: String { environment.name }
  }

  package let columns: [Column]
  /// The numbers of the columns that customers do not get, and of those that they do.
  let stages, productions: [Int]
  package let schema: ConfigSchema?
  /// The contract of the schema.
  package let contract: ConfigContract?
  package let rule: ConfigMerge.Rule
  /// Whether `${a.b}` in a string meant another value.
  let interpolates: Bool
  /// The other files of the app for Apple's platforms.
  package var apple = ConfigAppleFiles()

  /// - Parameters:
  ///   - contract: the schema's own when it is nil.
  ///   - interpolates: whether `${a.b}` in a string means another value.
  package init(
    _ environments: [ConfigEnvironment], rule: ConfigMerge.Rule = .deep,
    schema: ConfigSchema? = nil, contract: ConfigContract? = nil, interpolates: Bool = false
  ) {
    let contract = contract ?? schema?.contract
    let search = NearestSearch(sharedBy: environments.count)
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
          + ConfigInterpolation.leaks(resolved.uses, in: resolved.value, contract))
    }
    stages = columns.indices.filter { !environments[$0].isProduction }
    productions = columns.indices.filter { environments[$0].isProduction }
    self.schema = schema
    self.contract = contract
    self.rule = rule
    self.interpolates = interpolates
  }

  package subscript(environment: String) -> Column? {
    columns.first { $0.name.isExactly(environment) }
  }

  /// The base of all, which each environment begins with.
  package var base: ConfigLayer? { columns.first?.environment.layers.first { $0.role == .base } }
}

extension ConfigMatrix {
  /// A layer, and the columns that have it.
  struct Shared {
    let layer: ConfigLayer
    /// The index in each of them; 0 is the base.
    let level: Int
    /// The numbers of the columns, in their order.
    var columns: [Int]
  }

  /// Every layer once, though several environments have it: in the order of the columns, the lowest
  /// first.
  var sharedLayers: [Shared] {
    var shared: [Shared] = []
    var places: [ExactKey: Int] = [:]
    for (number, column) in columns.enumerated() {
      for (level, layer) in column.environment.layers.enumerated() {
        // What is below a local layer differs from environment to environment.
        let isAlone = layer.role.needsPermission
        let name = ExactKey(layer.name)
        if !isAlone, let known = places[name] {
          shared[known].columns.append(number)
        } else {
          if places[name] == nil { places[name] = shared.count }
          shared.append(Shared(layer: layer, level: level, columns: [number]))
        }
      }
    }
    return shared
  }

  /// The names of columns.
  func names(_ columns: some Sequence<Int>) -> [String] { columns.map { self.columns[$0].name } }

  /// The rule of the schema that a finding rests on.
  func rule(
    of contract: ConfigContract?, _ words: String
  ) -> [Diagnostic.Related] {
    contract?.node.location.map { [Diagnostic.Related(words, at: $0, role: .rule)] } ?? []
  }
}
