import ConfigKit
import Testing
import TremaAccessors
import TremaConfigValues
import TremaSupport

/// A configuration, its expected Swift and Kotlin files, and the expected values of these.
struct ConfigurationFixture: Sendable, CustomTestStringConvertible {
  /// The golden files' name without their extensions.
  var name: String
  var type: String
  var access = SwiftAccessors.Options.Access.public
  var package: String?
  var contract: ConfigContract?
  /// The values by environment; they are merged over nothing.
  var environments: KeyValuePairs<String, ConfigValue> = [:]
  /// The files of the contract and the environments, unless these are built in code.
  var files: ConfigurationFiles?
  /// The environments whose values are compiled in.
  var compiled: [SwiftConfiguration.Environment]
  /// Swift expressions of any type and their descriptions; Kotlin expressions likewise.
  var calls: [(expression: String, result: String)] = []
  var kotlinCalls: [(expression: String, result: String)] = []

  var testDescription: String { name }

  func matrix() throws -> ConfigMatrix {
    if let files { return try files.matrix() }
    return ConfigMatrix(
      environments.map { name, value in
        ConfigEnvironment(
          name, isProduction: name == "production",
          layers: [ConfigLayer(.base, name: "Configuration.plist", value)])
      }, contract: contract)
  }

  private var sources: [String] {
    if files != nil { return ["Configuration.schema.json", "Configuration.plist"] }
    return contract == nil ? ["Configuration.plist"] : ["Configuration.schema.json"]
  }

  func swift() throws -> (source: String, diagnostics: [Diagnostic]) {
    var options = SwiftConfiguration.Options()
    options.type = type
    options.access = access
    options.sources = sources
    let configuration = SwiftConfiguration(
      try matrix(), environments: compiled, options: options)
    return (String(decoding: configuration.source(), as: UTF8.self), configuration.diagnostics)
  }

  func kotlin() throws -> (source: String, diagnostics: [Diagnostic]) {
    var options = KotlinConfiguration.Options()
    options.type = type
    options.package = package
    options.sources = sources
    let configuration = KotlinConfiguration(
      try matrix(), environments: compiled.map(\.name), options: options)
    return (String(decoding: configuration.source(), as: UTF8.self), configuration.diagnostics)
  }
}

/// A table of contracts, built from the outside to the inside.
struct ContractTable {
  var nodes: [ConfigContract.Node] = []

  typealias Part = (inout ContractTable) -> ConfigContract.Node

  static func contract(_ part: Part) -> ConfigContract {
    var table = ContractTable()
    table.nodes.append(ConfigContract.Node())
    let root = part(&table)
    table.nodes[0] = root
    return ConfigContract(table.nodes)
  }

  mutating func add(_ part: Part) -> Int {
    let index = nodes.count
    nodes.append(ConfigContract.Node())
    let node = part(&self)
    nodes[index] = node
    return index
  }

  static func leaf(
    _ kind: ConfigKind?, _ summary: String? = nil,
    _ change: @escaping (inout ConfigContract.Node) -> Void = { _ in }
  ) -> Part {
    { _ in
      var node = ConfigContract.Node()
      node.kinds = kind.map { [$0] }
      node.summary = summary
      change(&node)
      return node
    }
  }

  static func dictionary(
    _ properties: KeyValuePairs<String, Part>, required: [String] = [], isOpen: Bool = false,
    _ summary: String? = nil
  ) -> Part {
    { table in
      var node = ConfigContract.Node()
      node.kinds = [.dictionary]
      node.summary = summary
      node.required = required
      node.allowsAdditionalKeys = isOpen
      node.properties = properties.map { ($0.key, table.add($0.value)) }
      return node
    }
  }

  static func map(_ value: @escaping Part) -> Part {
    { table in
      var node = ConfigContract.Node()
      node.kinds = [.dictionary]
      node.additional = table.add(value)
      return node
    }
  }

  static func array(_ item: @escaping Part) -> Part {
    { table in
      var node = ConfigContract.Node()
      node.kinds = [.array]
      node.items = table.add(item)
      return node
    }
  }

  static func url(_ summary: String? = nil) -> Part {
    leaf(.string, summary) { $0.meaning = .url }
  }

  static func choice(_ values: [ConfigValue], _ summary: String? = nil) -> Part {
    leaf(.string, summary) { $0.choices = values }
  }

  static func secret() -> Part { leaf(.string, "Whose shop it is") { $0.marks.isSecret = true } }
}
