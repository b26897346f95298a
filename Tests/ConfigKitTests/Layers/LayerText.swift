import TremaConfigValues
import TremaJSON
import TremaSupport

/// Layers and schemas written as JSON.
enum LayerText {
  static func value(_ json: String, isOverlay: Bool = true) throws -> ConfigValue {
    ConfigDirectives.read(try raw(json), isOverlay: isOverlay).value
  }

  /// A layer with its directives in its keys.
  static func raw(_ json: String, file: String = "c.json") throws -> ConfigValue {
    ConfigValue(try JSONValue.decode(Array(json.utf8), file: file))
  }

  static func contract(_ properties: [(String, ConfigContract.Node)]) -> ConfigContract {
    var root = ConfigContract.Node()
    root.properties = properties.enumerated().map { ($1.0, $0 + 1) }
    return ConfigContract([root] + properties.map(\.1))
  }

  static func node(
    _ kinds: Set<ConfigKind>? = nil, _ change: (inout ConfigContract.Node) -> Void = { _ in }
  ) -> ConfigContract.Node {
    var node = ConfigContract.Node()
    node.kinds = kinds
    change(&node)
    return node
  }

  /// The visible properties of each finding.
  static func report(_ problems: [Diagnostic]) -> String {
    problems.map { problem in
      let place = problem.location.flatMap { location in
        location.start.map { "\(location.file):\($0.line):\($0.column): " }
      }
      return "\(place ?? "")[\(problem.code)] \(problem.message)\n  hint: \(problem.hint ?? "")"
    }.joined(separator: "\n")
  }
}
