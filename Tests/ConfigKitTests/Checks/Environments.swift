import ConfigKit
import TremaConfigValues
import TremaJSON
import TremaSupport

/// Environments in JSON, and the findings of the checks in them.
struct Environments {
  var production: String?
  var others: [(name: String, json: String)] = []
  var contract: ConfigContract?
  private let base: String

  init(_ base: String, _ others: KeyValuePairs<String, String>, contract: ConfigContract? = nil) {
    self.base = base
    self.others = others.map { ($0.key, $0.value) }
    self.contract = contract
  }

  func matrix() throws -> ConfigMatrix {
    let base = ConfigLayer(.base, name: "base.json", try value(base, "base.json"))
    let own = try production.map { try layer("production", $0) }
    let environments =
      [
        ConfigEnvironment(
          "production", isProduction: true, layers: [base] + [own].compactMap(\.self))
      ]
      + (try others.map { name, json in
        ConfigEnvironment(name, isProduction: false, layers: [base, try layer(name, json)])
      })
    return ConfigMatrix(environments, contract: contract)
  }

  private func layer(_ name: String, _ json: String) throws -> ConfigLayer {
    ConfigLayer(.environment(name), name: "\(name).json", try value(json, "\(name).json"))
  }

  private func value(_ json: String, _ file: String) throws -> ConfigValue {
    ConfigDirectives.read(
      ConfigValue(try JSONValue.decode(Array(json.utf8), file: file)),
      isOverlay: file != "base.json"
    ).value
  }

  /// The findings, like `base.json:1:2 dead-override key [staging]`, in the order of a report.
  func findings() throws -> [String] {
    ConfigChecker.findings(in: try matrix()).sorted(by: Diagnostic.areInReadingOrder).map {
      finding in
      let place = finding.location.map { location in
        location.file + (location.start.map { ":\($0.line):\($0.column)" } ?? "")
      }
      let environments = finding.environments.joined(separator: " ")
      return "\(place ?? "-") \(finding.code) \(finding.key ?? "-") [\(environments)]"
    }
  }
}

extension ConfigContract {
  /// A dictionary of top-level keys.
  init(_ keys: KeyValuePairs<String, Node>, required: [String] = [], isOpen: Bool = true) {
    var root = Node()
    root.kinds = [.dictionary]
    root.required = required
    root.allowsAdditionalKeys = isOpen
    root.properties = keys.enumerated().map { ($1.key, $0 + 1) }
    self.init([root] + keys.map(\.value))
  }
}

extension ConfigContract.Node {
  init(
    _ kinds: ConfigKind..., at line: Int? = nil,
    marks: (inout ConfigContract.Marks) -> Void = { _ in }
  ) {
    self.init()
    if !kinds.isEmpty { self.kinds = Set(kinds) }
    location = line.map {
      .init(file: "schema.json", start: SourcePosition(line: $0, column: 1))
    }
    marks(&self.marks)
  }
}
