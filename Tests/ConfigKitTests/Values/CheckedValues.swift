import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

/// The findings of the checks in a configuration in JSON: production is the base alone.
struct CheckedValues {
  var base: String
  var overlays: [(environment: String, json: String)] = []
  /// The contract's nodes for top-level keys.
  var contract: [(key: String, node: ConfigContract.Node)] = []
  var apple = ConfigAppleFiles()

  static func value(_ json: String, file: String) throws -> ConfigValue {
    ConfigDirectives.read(
      ConfigValue(try JSONValue.decode(Array(json.utf8), file: file)), isOverlay: file != "base"
    ).value
  }

  func matrix() throws -> ConfigMatrix {
    let base = ConfigLayer(.base, name: "base", try Self.value(base, file: "base"))
    var environments = try overlays.map { name, json in
      let layer = ConfigLayer(
        .environment(name), name: name, try Self.value(json, file: name))
      return ConfigEnvironment(name, isProduction: false, layers: [base, layer])
    }
    environments.append(ConfigEnvironment("production", isProduction: true, layers: [base]))
    var root = ConfigContract.Node()
    root.properties = contract.enumerated().map { ($0.element.key, $0.offset + 1) }
    var matrix = ConfigMatrix(
      environments,
      contract: contract.isEmpty ? nil : ConfigContract([root] + contract.map(\.node)))
    matrix.appleFiles = apple
    return matrix
  }

  /// `error [code] message | hint | environments`, of findings with these codes.
  func findings(_ codes: String...) throws -> [String] {
    ConfigChecker.findings(in: try matrix()).filter { codes.contains($0.code) }.map {
      "\($0.severity) [\($0.code)] \($0.message) | \($0.hint ?? "") | "
        + $0.environments.joined(separator: ", ")
    }
  }

  func codes(_ codes: String...) throws -> [String] {
    ConfigChecker.findings(in: try matrix()).filter { codes.contains($0.code) }.map(\.code)
  }

  static func node(_ meaning: ConfigContract.Meaning?, isSecret: Bool = false)
    -> ConfigContract.Node
  {
    var node = ConfigContract.Node()
    node.meaning = meaning
    node.marks.isSecret = isSecret
    return node
  }
}
