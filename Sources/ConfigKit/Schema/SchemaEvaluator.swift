import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Evaluates the schemas of a table for a value and everything in it.
///
/// Quiet evaluation ends at the first violation, which is sufficient to determine whether an
/// alternative matches. Otherwise, all violations are collected. For alternatives, only the
/// violations in the probably intended one are collected.
struct SchemaEvaluator {
  /// The maximum nesting of schemas. It must fit the stack in an unoptimized build.
  static let depthLimit = 320
  /// The maximum number of schemas that are evaluated in total.
  static let stepLimit = 2_000_000

  /// The schema.
  let schema: ConfigSchema
  /// The type system that the value belongs to.
  let kinds: ConfigSchema.Kinds
  /// The violations found so far.
  private(set) var violations: [SchemaViolation] = []
  /// The limit for the number of violations per rule and file. Further violations are only counted.
  var limit: FindingLimit?
  /// The names that identify the environment of the value.
  var environments: Set<String> = []
  /// Whether violations are not collected.
  var isQuiet = false
  /// The path of the current value.
  var path: [ConfigKeyPath.Component] = []
  /// The search for suggestions, shared by all violations.
  var search: ClosestMatchSearch
  /// The number of current schemas that mark their value as secret.
  private var secretDepth = 0
  /// The resources of the current schemas, without adjacent duplicates. Dynamic references search
  /// them.
  private var scope: [Int] = []
  /// The current nesting of schemas.
  private var depth = 0
  /// The number of schemas evaluated so far.
  private var stepCount = 0
  /// Whether a limit was exceeded, which ends the evaluation.
  private var hasGivenUp = false

  /// Creates an evaluator at the root of a value.
  init(
    _ schema: ConfigSchema, as kinds: ConfigSchema.Kinds,
    search: ClosestMatchSearch = ClosestMatchSearch()
  ) {
    self.schema = schema
    self.kinds = kinds
    self.search = search
  }

  /// The entries or elements of a value that have been evaluated, by index, or empty if no schema
  /// has an `unevaluated` keyword.
  typealias EvaluationRecord = [Bool]

  /// Returns a record for a value that has not been evaluated.
  func emptyRecord(_ value: ConfigValue) -> EvaluationRecord {
    guard schema.hasUnevaluatedKeyword else { return [] }
    return switch value.content {
    case .dictionary(let dictionary):
      EvaluationRecord(repeating: false, count: dictionary.entries.count)
    case .array(let values): EvaluationRecord(repeating: false, count: values.count)
    default: []
    }
  }

  /// Evaluates a schema for a value and returns whether the value is valid.
  @discardableResult
  mutating func evaluate(_ node: Int, _ value: ConfigValue) -> Bool {
    var seen = emptyRecord(value)
    return evaluate(node, value, &seen)
  }

  /// Evaluates another schema for the same value. The parts it evaluates are recorded only if the
  /// value is valid.
  mutating func evaluateInPlace(_ node: Int, _ value: ConfigValue, _ seen: inout EvaluationRecord)
    -> Bool
  {
    guard schema.hasUnevaluatedKeyword else { return evaluate(node, value, &seen) }
    var record = emptyRecord(value)
    guard evaluate(node, value, &record) else { return false }
    for index in record.indices where record[index] { seen[index] = true }
    return true
  }

  /// Returns whether a value is valid, without collecting violations. The evaluated parts are
  /// recorded.
  mutating func fits(_ node: Int, _ value: ConfigValue, _ seen: inout EvaluationRecord) -> Bool {
    let wasQuiet = isQuiet
    isQuiet = true
    defer { isQuiet = wasQuiet }
    return evaluateInPlace(node, value, &seen)
  }

  /// Returns whether a value is valid, without collecting violations.
  mutating func fits(_ node: Int, _ value: ConfigValue) -> Bool {
    var seen = emptyRecord(value)
    return fits(node, value, &seen)
  }

  /// Evaluates a schema and keeps track of limits, resources and secrets. After a limit has been
  /// exceeded, all values count as valid.
  private mutating func evaluate(_ index: Int, _ value: ConfigValue, _ seen: inout EvaluationRecord)
    -> Bool
  {
    if schema.nodes[index].constant == true { return true }
    stepCount += 1
    guard depth < Self.depthLimit, stepCount < Self.stepLimit, !hasGivenUp else {
      giveUp(index, value)
      return true
    }
    depth += 1
    // Only entering a different resource extends the dynamic scope.
    let resource = schema.nodes[index].resourceIndex
    let isEntered = scope.last != resource
    if isEntered { scope.append(resource) }
    let isSecret = schema.nodes[index].annotations.marks.isSecret
    if isSecret { secretDepth += 1 }
    let isValid = evaluateKeywords(of: index, value, &seen)
    if isSecret { secretDepth -= 1 }
    if isEntered { scope.removeLast() }
    depth -= 1
    return isValid
  }

  /// Evaluates the keywords of a schema in order.
  private mutating func evaluateKeywords(
    of index: Int, _ value: ConfigValue, _ seen: inout EvaluationRecord
  ) -> Bool {
    var isValid = true
    for position in schema.nodes[index].keywords.indices {
      let keyword = schema.nodes[index].keywords[position]
      // If another keyword is violated, unevaluated parts are a consequence of the violation.
      if !isValid, keyword.rule.isUnevaluatedKeyword { break }
      guard !evaluate(keyword, of: index, value, &seen) else { continue }
      if isQuiet { return false }
      isValid = false
      // If a value has the wrong kind or isn't one of the choices, other violations are
      // consequences.
      if keyword.rule.supersedesOthers { break }
    }
    return isValid
  }

  /// Evaluates one keyword and returns whether the value satisfies it.
  ///
  /// - Parameters:
  ///   - index: The index of the keyword's schema.
  ///   - seen: The parts of the value that have been evaluated.
  private mutating func evaluate(
    _ keyword: SchemaNode.Keyword, of index: Int, _ value: ConfigValue,
    _ seen: inout EvaluationRecord
  ) -> Bool {
    switch keyword.rule {
    case .reference(let node): return evaluateInPlace(node, value, &seen)
    case .dynamicReference(let node, let anchor):
      // Without an anchor in the dynamic scope, the reference is an ordinary reference.
      return evaluateInPlace(anchor.flatMap(target) ?? node, value, &seen)
    case .all(let nodes):
      var isValid = true
      for node in nodes where !evaluateInPlace(node, value, &seen) {
        isValid = false
        if isQuiet { break }
      }
      return isValid
    case .any(let nodes): return evaluateAnyOf(nodes, keyword, value, &seen)
    case .one(let nodes): return evaluateOneOf(nodes, keyword, value, &seen)
    case .not(let node):
      // Parts evaluated by a schema in `not` aren't recorded.
      return !fits(node, value) || report(keyword, value, "matches a schema excluded by \"not\"")
    case .condition(let condition, let then, let otherwise):
      // The condition is not a requirement, but the parts it evaluates are recorded.
      let branch = fits(condition, value, &seen) ? then : otherwise
      return branch.map { evaluateInPlace($0, value, &seen) } ?? true
    case .environments(let schemas):
      var isValid = true
      // An environment may have two names. The rules for both apply.
      for schema in schemas where environments.contains(schema.name) {
        isValid = evaluateInPlace(schema.node, value, &seen) && isValid
      }
      return isValid
    default:
      return switch value.content {
      case .dictionary(let dictionary): evaluate(keyword, value, dictionary, &seen)
      case .array(let values): evaluate(keyword, value, values, &seen)
      default: evaluateScalar(keyword, value, of: index)
      }
    }
  }

  /// Returns the schema for a dynamic anchor, taken from the outermost resource in the dynamic
  /// scope that has the anchor.
  private func target(of anchor: String) -> Int? {
    for resource in scope where schema.dynamicAnchors.indices.contains(resource) {
      let found = schema.dynamicAnchors[resource].first { $0.name.equalsExactly(anchor) }
      if let found { return found.node }
    }
    return nil
  }

  /// Abandons the evaluation with a violation that describes the exceeded limit.
  private mutating func giveUp(_ node: Int, _ value: ConfigValue) {
    guard !hasGivenUp else { return }
    hasGivenUp = true
    let message =
      depth < Self.depthLimit
      ? "requires more than \(Self.stepLimit) steps to validate"
      : "is validated by more than \(Self.depthLimit) nested schemas"
    violations.append(
      SchemaViolation(
        "$ref", at: ConfigKeyPath(path), in: value.location, message,
        rule: schema.nodes[node].annotations.location))
  }

  // MARK: Violations

  /// Whether the value must not appear in messages, because its schema, its contract or the
  /// contract of a container marks it as secret.
  var isSecret: Bool {
    if secretDepth > 0 { return true }
    var contract: ConfigContract? = schema.contract
    if contract?.node.marks.isSecret == true { return true }
    for component in path {
      switch component {
      case .key(let key): contract = contract?[key]
      case .index: contract = contract?.items
      }
      if contract?.node.marks.isSecret == true { return true }
    }
    return false
  }

  /// Adds a violation, unless the evaluation is quiet.
  ///
  /// - Parameters:
  ///   - keyword: The violated keyword.
  ///   - message: The predicate of the message, evaluated only if needed.
  ///   - suggestion: The string that was probably intended, evaluated only if needed.
  /// - Returns: `false`, for use as the result of the keyword.
  mutating func report(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ message: @autoclosure () -> String,
    suggestion: @autoclosure () -> String? = nil
  ) -> Bool {
    guard !isQuiet else { return false }
    var violation = SchemaViolation(
      keyword.name, at: ConfigKeyPath(path), in: value.location, message(), rule: keyword.location)
    violation.suggestion = suggestion()
    violation.expected = keyword.rule.expectation
    addViolation(violation)
    return false
  }

  /// Adds a violation, unless its rule has reached the limit for the file. A suppressed violation
  /// is always added and not counted, so that its suppression counts as used.
  mutating func addViolation(_ violation: SchemaViolation) {
    guard limit != nil else { return violations.append(violation) }
    let code = SchemaCheck.rule(of: violation).code
    let location = violation.location.diagnosticLocation
    let isSuppressed = !ConfigSuppressions.suppressions(code, violation.path, schema.contract)
      .isEmpty
    if isSuppressed
      || limit?.admits(
        .error, code, in: location?.file, at: location?.start ?? .start) ?? true
    {
      violations.append(violation)
    }
  }

  /// Returns the violations that each evaluation adds, without adding them to the evaluator.
  mutating func violations(of evaluations: [(inout Self) -> Void]) -> [[SchemaViolation]] {
    let (before, limit) = (violations, limit)
    defer { (violations, self.limit) = (before, limit) }
    self.limit = nil
    return evaluations.map { evaluation in
      violations = []
      evaluation(&self)
      return violations
    }
  }

  /// Evaluates a part of the value with its component appended to the path.
  mutating func within(
    _ component: ConfigKeyPath.Component, _ body: (inout Self) -> Bool
  ) -> Bool {
    path.append(component)
    defer { path.removeLast() }
    return body(&self)
  }
}

extension SchemaRule {
  /// Whether the rule is an `unevaluated` keyword.
  var isUnevaluatedKeyword: Bool {
    switch self {
    case .unevaluatedItems, .unevaluatedMembers: true
    default: false
    }
  }

  /// Whether a violation of the rule makes all others irrelevant.
  fileprivate var supersedesOthers: Bool {
    switch self {
    case .kinds, .choices, .meaning, .never: true
    default: false
    }
  }
}
