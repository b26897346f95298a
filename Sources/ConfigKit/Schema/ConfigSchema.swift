import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// A JSON Schema (2020-12) with the keywords of ours, compiled.
package struct ConfigSchema: Sendable {
  /// The contract of each key, as far as it does not depend on values.
  package let contract: ConfigContract

  /// The first is the root.
  let nodes: [SchemaNode]
  /// The dynamic anchors, by the places of the resources.
  let dynamicAnchors: [[(name: String, node: Int)]]
  /// Some schema asks for what no other has looked at.
  let asksForUnseen: Bool

  /// How values are told apart.
  package enum Kinds: Sendable {
    /// The kinds of JSON: `1.0` is an integer.
    case json
    /// The kinds of property lists: a real is never an integer.
    case propertyList
  }

  /// Formats are asserted.
  ///
  /// - Returns: no schema when nothing can be checked with it. The problems are its own mistakes:
  ///   wrong values of keywords, references to nothing, patterns that are none.
  package static func compile(
    _ document: JSONValue
  ) -> (schema: ConfigSchema?, problems: [Diagnostic]) {
    compile(document, others: [:], assertsFormats: true)
  }

  /// - Parameters:
  ///   - others: documents that it may refer to, by their URIs.
  ///   - assertsFormats: whether a string has to be of its `format`, which else is a remark.
  package static func compile(
    _ document: JSONValue, others: [String: JSONValue], assertsFormats: Bool
  ) -> (schema: ConfigSchema?, problems: [Diagnostic]) {
    var compiler = SchemaCompiler(others: others, assertsFormats: assertsFormats)
    compiler.compile(document, uri: "")
    let isSchema = document.object != nil || document.bool != nil
    guard isSchema, !compiler.isEndless else { return (nil, compiler.problems) }
    return (ConfigSchema(compiler), compiler.problems)
  }

  private init(_ compiler: SchemaCompiler) {
    nodes = compiler.nodes
    dynamicAnchors = compiler.dynamicAnchors
    asksForUnseen = nodes.contains { $0.keywords.contains(where: \.rule.asksForUnseen) }
    var table = SchemaContractTable(nodes)
    contract = ConfigContract(table.compile())
  }

  /// All rules that a value breaks, one for each cause.
  package func violations(in value: ConfigValue, as kinds: Kinds) -> [SchemaViolation] {
    violations(in: value, as: kinds, search: NearestSearch(), atMost: nil).made
  }

  /// - Parameters:
  ///   - environments: the names of the environment whose rules apply.
  ///   - search: finds what may have been meant.
  ///   - most: how many violations of one rule in one file are made; `nil` is all.
  /// - Returns: the violations within the limit, and one finding with the count of the others for each rule.
  func violations(
    in value: ConfigValue, as kinds: Kinds, environments: Set<String> = [], search: NearestSearch,
    atMost most: Int?
  ) -> (made: [SchemaViolation], omitted: [Diagnostic]) {
    var evaluator = SchemaEvaluator(self, as: kinds, search: search)
    evaluator.environments = environments
    evaluator.limit = most.map { FindingLimit($0) }
    evaluator.ask(0, value)
    return (
      SchemaViolation.causes(evaluator.violations), evaluator.limit?.takeOmittedSummary() ?? []
    )
  }
}

extension ConfigSchema {
  /// The environments that it has rules for, each with where it names them.
  var environments: [(name: String, location: SourceLocation?)] {
    nodes.flatMap(\.keywords).flatMap { keyword in
      if case .environments(let schemas) = keyword.rule {
        schemas.map { ($0.name, $0.location) }
      } else {
        [(name: String, location: SourceLocation?)]()
      }
    }
  }
}

extension SchemaViolation {
  /// One for each value that is wrong as a whole, and no two that say the same.
  static func causes(_ violations: [SchemaViolation]) -> [SchemaViolation] {
    var settled: Set<ConfigKeyPath> = []
    var told: Set<[String]> = []
    return violations.filter { violation in
      if settled.contains(violation.path) { return false }
      if violation.settles { settled.insert(violation.path) }
      return told.insert([violation.path.description, violation.message]).inserted
    }
  }

  private var settles: Bool {
    switch SchemaKeyword(rawValue: keyword) {
    case .type, .choices, .const, .meaning, .required, .dependentRequired: true
    case .additionalProperties, .unevaluatedProperties: unknownKey != nil
    default: false
    }
  }
}
