import TremaConfigValues
import TremaSupport

/// The values of all environments and their origins, prepared for output with secrets redacted.
package struct ConfigMatrixListing: Sendable {
  /// The value of one environment.
  package struct Cell: Sendable {
    /// The value, or `nil` for a secret.
    package let value: ConfigValue?
    /// The value on one line, redacted if it is secret.
    package let displayText: String
    /// The kind of the value, even if it is secret.
    package let kind: ConfigKind
    /// The name of the layer: `base`, the name of an environment, `local`, `variables` or
    /// `options`.
    package let layer: String
    /// The location of the value.
    package let location: ConfigLocation

    /// The layer and the line number, such as `staging:14`.
    var origin: String { location.start.map { "\(layer):\($0.line)" } ?? layer }
  }

  /// The values of one key.
  package struct Row: Sendable {
    /// The path of the key.
    package let path: ConfigKeyPath
    /// The values in environment order, or `nil` for an environment without the key.
    package let cells: [Cell?]
  }

  /// The names of the environments.
  package let environments: [String]
  /// The files and other sources with their layer names, in order of first use.
  package let sources: [(layer: String, name: String)]
  /// The rows, sorted by key. Non-empty dictionaries are listed key by key.
  package let rows: [Row]

  /// Creates the listing of all environments.
  package init(_ matrix: ConfigMatrix) {
    environments = matrix.columns.map(\.name)
    var sources: [(layer: String, name: String)] = []
    var layers: [String: String] = [:]
    // A layer that multiple environments share is listed once.
    for layer in matrix.columns.lazy.flatMap(\.environment.layers) where layers[layer.name] == nil {
      layers[layer.name] = layer.role.title
      sources.append((layer.role.title, layer.name))
    }
    self.sources = sources
    let redaction = ConfigSecrets(in: matrix).redaction
    var rows: [Row] = []
    matrix.forEachRow(excluding: []) { row in
      // A dictionary is represented by its keys; an empty dictionary has its own row.
      let hasParts = row.cells.contains { !($0?.value.dictionary?.entries.isEmpty ?? true) }
      if row.isDictionary, hasParts { return }
      let cells = row.cells.map { entry in
        entry.map { entry in
          Cell(
            value: redaction.isSecret(entry.value, at: row.path) ? nil : entry.value,
            displayText: redaction.shown(entry.value, at: row.path),
            kind: entry.value.kind, layer: Self.layer(of: entry.value.location, layers),
            location: entry.value.location)
        }
      }
      rows.append(Row(path: row.path, cells: cells))
    }
    self.rows = rows
  }

  /// Returns the name of the layer that contains a location.
  private static func layer(of location: ConfigLocation, _ layers: [String: String]) -> String {
    switch location.source {
    case .variable: "variables"
    case .option: "options"
    case .file, .code: layers[location.name] ?? location.name
    }
  }
}

extension ConfigLayer.Role {
  /// The name of the role for output.
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
