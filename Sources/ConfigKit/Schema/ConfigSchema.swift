import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// A compiled JSON Schema (2020-12) with Trema's own keywords.
package struct ConfigSchema: Sendable {
  /// The contract of each key, as far as it does not depend on other values.
  package let contract: ConfigContract

  /// The compiled schemas; the first one is the root.
  let nodes: [SchemaNode]
  /// The dynamic anchors by the indices of the resources.
  let dynamicAnchors: [[(name: String, node: Int)]]
  /// Whether a schema has an `unevaluated` keyword, for which evaluated keys and items must be
  /// recorded.
  let hasUnevaluatedKeyword: Bool

  /// The system of kinds to which values belong.
  package enum Kinds: Sendable {
    /// The kinds of JSON: `1.0` is an integer.
    case json
    /// The kinds of property lists: a real is never an integer.
    case propertyList
  }

  /// Compiles a schema without other documents, in which formats are validated.
  ///
  /// - Returns: the schema, or `nil` if it cannot be used, and its problems: malformed values of
  ///   keywords, references that lead nowhere, and malformed patterns.
  package static func compile(
    _ document: JSONValue
  ) -> (schema: ConfigSchema?, problems: [Diagnostic]) {
    compile(document, others: [:], assertsFormats: true)
  }

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - document: the document of the schema.
  ///   - others: the documents to which it may refer, by their URIs.
  ///   - assertsFormats: whether `format` is validated; otherwise it is an annotation.
  /// - Returns: the schema, or `nil` if it cannot be used, and its problems.
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

  /// Returns all violations of a value, one for each cause.
  package func violations(in value: ConfigValue, as kinds: Kinds) -> [SchemaViolation] {
    violations(in: value, as: kinds, search: ClosestMatchSearch(), atMost: nil).made
  }

  /// Returns the violations of a value, one for each cause.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - kinds: the system of kinds to which the value belongs.
  ///   - environments: the names of the environment, whose rules apply in addition.
  ///   - search: the search for suggestions.
  ///   - limit: the maximum number of violations of one rule in one file; `nil` for all.
  /// - Returns: the violations within the limit, and for each rule that exceeds it a finding with
  ///   the number of the others.
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
  /// The environments for which the schema has rules, with the locations of their names.
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
  /// Removes violations that follow from an earlier one at the same path, and duplicates.
  static func causes(_ violations: [SchemaViolation]) -> [SchemaViolation] {
    var supersededPaths: Set<ConfigKeyPath> = []
    var reported: Set<[String]> = []
    return violations.filter { violation in
      if supersededPaths.contains(violation.path) { return false }
      if violation.supersedesOthers { supersededPaths.insert(violation.path) }
      return reported.insert([violation.path.description, violation.message]).inserted
    }
  }

  /// Whether other violations at the same path follow from this one.
  private var supersedesOthers: Bool {
    switch SchemaKeyword(rawValue: keyword) {
    case .type, .choices, .const, .meaning, .required, .dependentRequired: true
    case .additionalProperties, .unevaluatedProperties: unknownKey != nil
    default: false
    }
  }
}
