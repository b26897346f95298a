import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// A compiled JSON Schema (2020-12), including Trema's own keywords.
package struct ConfigSchema: Sendable {
  /// The contract of each key, to the extent that it does not depend on other values.
  package let contract: ConfigContract

  /// The compiled schemas. The first one is the root.
  let nodes: [SchemaNode]
  /// The dynamic anchors, by resource index.
  let dynamicAnchors: [[(name: String, node: Int)]]
  /// Whether a schema has an `unevaluated` keyword, which requires recording evaluated keys and
  /// items.
  let hasUnevaluatedKeyword: Bool

  /// The type system that values belong to.
  package enum Kinds: Sendable {
    /// The JSON kinds: `1.0` is an integer.
    case json
    /// The property list kinds: a real number is never an integer.
    case propertyList
  }

  /// Compiles a schema that refers to no other documents. Formats are validated.
  ///
  /// - Returns: The schema, or `nil` if it cannot be used, and its problems: malformed keyword
  ///   values, unresolved references, and malformed patterns.
  package static func compile(
    _ document: JSONValue
  ) -> (schema: ConfigSchema?, problems: [Diagnostic]) {
    compile(document, others: [:], assertsFormats: true)
  }

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - document: The schema document.
  ///   - others: The documents that the schema may refer to, by URI.
  ///   - assertsFormats: Whether `format` is validated instead of being an annotation.
  /// - Returns: The schema, or `nil` if it cannot be used, and its problems.
  package static func compile(
    _ document: JSONValue, others: [String: JSONValue], assertsFormats: Bool
  ) -> (schema: ConfigSchema?, problems: [Diagnostic]) {
    var compiler = SchemaCompiler(others: others, assertsFormats: assertsFormats)
    compiler.compile(document, uri: "")
    let isSchema = document.object != nil || document.bool != nil
    guard isSchema, !compiler.isCyclic else { return (nil, compiler.problems) }
    return (ConfigSchema(compiler), compiler.problems)
  }

  /// Creates a schema from the result of its compilation.
  private init(_ compiler: SchemaCompiler) {
    nodes = compiler.nodes
    dynamicAnchors = compiler.dynamicAnchors
    hasUnevaluatedKeyword = nodes.contains {
      $0.keywords.contains(where: \.rule.isUnevaluatedKeyword)
    }
    var table = SchemaContractTable(nodes)
    contract = ConfigContract(table.compile())
  }

  /// Returns all violations in a value, one per cause.
  package func violations(in value: ConfigValue, as kinds: Kinds) -> [SchemaViolation] {
    violations(in: value, as: kinds, search: ClosestMatchSearch(), atMost: nil).made
  }

  /// Returns the violations in a value, one per cause.
  ///
  /// - Parameters:
  ///   - kinds: The type system that the value belongs to.
  ///   - environments: The names that identify the environment in the schema. Rules for these names
  ///     apply in addition.
  ///   - search: The search for suggestions.
  ///   - limit: The maximum number of violations per rule and file, or `nil` for no limit.
  /// - Returns: The violations within the limit and, for each rule that exceeds it, a finding with
  ///   the number of omitted violations.
  func violations(
    in value: ConfigValue, as kinds: Kinds, environments: Set<String> = [],
    search: ClosestMatchSearch,
    atMost limit: Int?
  ) -> (made: [SchemaViolation], omitted: [Diagnostic]) {
    var evaluator = SchemaEvaluator(self, as: kinds, search: search)
    evaluator.environments = environments
    evaluator.limit = limit.map { FindingLimit($0) }
    evaluator.evaluate(0, value)
    return (
      SchemaViolation.causes(evaluator.violations), evaluator.limit?.takeOmittedSummary() ?? []
    )
  }
}

extension ConfigSchema {
  /// The environments that the schema has rules for, with the locations of their names.
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
  /// Removes duplicates, and violations that are consequences of an earlier one at the same path.
  static func causes(_ violations: [SchemaViolation]) -> [SchemaViolation] {
    var supersededPaths: Set<ConfigKeyPath> = []
    var reported: Set<[String]> = []
    return violations.filter { violation in
      if supersededPaths.contains(violation.path) { return false }
      if violation.supersedesOthers { supersededPaths.insert(violation.path) }
      return reported.insert([violation.path.description, violation.message]).inserted
    }
  }

  /// Whether other violations at the same path are consequences of this violation.
  private var supersedesOthers: Bool {
    switch SchemaKeyword(rawValue: keyword) {
    case .type, .choices, .const, .meaning, .required, .dependentRequired: true
    case .additionalProperties, .unevaluatedProperties: unknownKey != nil
    default: false
    }
  }
}
