import TremaConfigValues
import TremaSupport

/// A matrix to be shown: every value of every environment, where it comes from, and no secret.
package struct ConfigMatrixListing: Sendable {
  package struct Cell: Sendable {
    /// Nil for a secret.
    package let value: ConfigValue?
    /// The value on one line.
    package let shown: String
    package let kind: ConfigKind
    /// The name of the layer: `base`, the name of an environment, `local`, `variables`, `options`.
    package let layer: String
    package let place: ConfigPlace

    /// `staging:14`.
    var origin: String { place.start.map { "\(layer):\($0.line)" } ?? layer }
  }

  package struct Row: Sendable {
    package let path: ConfigKeyPath
    /// In the order of the environments; nil where one has no such key.
    package let cells: [Cell?]
  }

  package let environments: [String]
  /// The files and other sources by the names of their layers, in the order they are first met.
  package let sources: [(layer: String, name: String)]
  package let rows: [Row]

  package init(_ matrix: ConfigMatrix) {
    environments = matrix.columns.map(\.name)
    var sources: [(layer: String, name: String)] = []
    var layers: [String: String] = [:]
    for layer in matrix.columns.lazy.flatMap(\.environment.layers) where layers[layer.name] == nil {
      layers[layer.name] = layer.role.title
      sources.append((layer.role.title, layer.name))
    }
    self.sources = sources
    let redaction = ConfigSecrets(in: matrix).redaction
    var rows: [Row] = []
    matrix.forEachRow(apart: []) { row in
      let hasParts = row.cells.contains { !($0?.value.dictionary?.entries.isEmpty ?? true) }
      if row.isDictionary, hasParts { return }
      let cells = row.cells.map { entry in
        entry.map { entry in
          Cell(
            value: redaction.isSecret(entry.value, at: row.path) ? nil : entry.value,
            shown: redaction.shown(entry.value, at: row.path),
            kind: entry.value.kind, layer: Self.layer(of: entry.value.place, layers),
            place: entry.value.place)
        }
      }
      rows.append(Row(path: row.path, cells: cells))
    }
    self.rows = rows
  }

  private static func layer(of place: ConfigPlace, _ layers: [String: String]) -> String {
    switch place.source {
    case .variable: "variables"
    case .option: "options"
    case .file, .code: layers[place.name] ?? place.name
    }
  }
}

extension ConfigLayer.Role {
  /// For people.
  package var title: String {
    switch self {
    case .base: "base"
    case .environment(let name): name
    case .local: "local"
    case .variables: "variables"
    case .options: "options"
    }
  }
}
