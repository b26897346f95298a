import TremaConfigValues
import TremaSupport

extension ConfigMatrix {
  /// A layer, and the columns that have it.
  struct Shared {
    let layer: ConfigLayer
    /// Where it stands in each of them; 0 is the base.
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
        // What stands below a local layer differs from environment to environment.
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
