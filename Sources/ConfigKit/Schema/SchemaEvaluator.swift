import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Asks the schemas of a table about a value and all in it.
///
/// Quietly, the first broken rule ends the asking: that is enough to know whether an alternative fits.
/// Loudly, all are collected, and an alternative is chosen whose violations are told.
struct SchemaEvaluator {
  /// How many schemas may be asked within each other, which must fit on the stack of an unoptimised
  /// build, and how many in all.
  static let depthLimit = 320
  static let stepLimit = 2_000_000

  let schema: ConfigSchema
  let kinds: ConfigSchema.Kinds
  private(set) var violations: [SchemaViolation] = []
  /// How many violations of a rule and a file are made; the others are counted.
  var limit: FindingLimit?
  /// The names that the environment of the value goes by.
  var environments: Set<String> = []
  var isQuiet = false
  var path: [ConfigKeyPath.Component] = []
  /// The search for similar names, shared by all violations.
  var search: NearestSearch
  /// How many of the schemas that are being asked say that what they hold is secret.
  private var secrets = 0
  /// The resources that were entered, without repetitions beside each other.
  private var scope: [Int] = []
  private var depth = 0
  private var steps = 0
  /// The limits were passed: what follows is not looked at.
  private var hasGivenUp = false

  init(
    _ schema: ConfigSchema, as kinds: ConfigSchema.Kinds, search: NearestSearch = NearestSearch()
  ) {
    self.schema = schema
    self.kinds = kinds
    self.search = search
  }

  /// Which keys or items of a value were looked at, by their places in it; empty where no schema asks
  /// for the others.
  typealias Seen = [Bool]

  func unseen(_ value: ConfigValue) -> Seen {
    guard schema.asksForUnseen else { return [] }
    return switch value.content {
    case .dictionary(let dictionary): Seen(repeating: false, count: dictionary.entries.count)
    case .array(let values): Seen(repeating: false, count: values.count)
    default: []
    }
  }

  /// - Returns: whether the value is as the schema says.
  @discardableResult
  mutating func ask(_ node: Int, _ value: ConfigValue) -> Bool {
    var seen = unseen(value)
    return ask(node, value, &seen)
  }

  /// Asks another schema about the same value; what it looked at counts when the value fits.
  mutating func askBeside(_ node: Int, _ value: ConfigValue, _ seen: inout Seen) -> Bool {
    guard schema.asksForUnseen else { return ask(node, value, &seen) }
    var own = unseen(value)
    guard ask(node, value, &own) else { return false }
    for index in own.indices where own[index] { seen[index] = true }
    return true
  }

  /// Whether the value fits, without a word.
  mutating func fits(_ node: Int, _ value: ConfigValue, _ seen: inout Seen) -> Bool {
    let wasQuiet = isQuiet
    isQuiet = true
    defer { isQuiet = wasQuiet }
    return askBeside(node, value, &seen)
  }

  mutating func fits(_ node: Int, _ value: ConfigValue) -> Bool {
    var seen = unseen(value)
    return fits(node, value, &seen)
  }

  private mutating func ask(_ index: Int, _ value: ConfigValue, _ seen: inout Seen) -> Bool {
    if schema.nodes[index].constant == true { return true }
    steps += 1
    guard depth < Self.depthLimit, steps < Self.stepLimit, !hasGivenUp else {
      giveUp(index, value)
      return true
    }
    depth += 1
    let resource = schema.nodes[index].resource
    let isEntered = scope.last != resource
    if isEntered { scope.append(resource) }
    let isSecret = schema.nodes[index].notes.marks.isSecret
    if isSecret { secrets += 1 }
    let holds = askKeywords(of: index, value, &seen)
    if isSecret { secrets -= 1 }
    if isEntered { scope.removeLast() }
    depth -= 1
    return holds
  }

  private mutating func askKeywords(
    of index: Int, _ value: ConfigValue, _ seen: inout Seen
  ) -> Bool {
    var holds = true
    for place in schema.nodes[index].keywords.indices {
      let keyword = schema.nodes[index].keywords[place]
      // What a schema has not looked at because something is wrong there, is no finding of its own.
      if !holds, keyword.rule.asksForUnseen { break }
      guard !ask(keyword, of: index, value, &seen) else { continue }
      if isQuiet { return false }
      holds = false
      // What is of another kind, or none of the choices, need not be anything else.
      if keyword.rule.settles { break }
    }
    return holds
  }

  private mutating func ask(
    _ keyword: SchemaNode.Keyword, of index: Int, _ value: ConfigValue, _ seen: inout Seen
  ) -> Bool {
    switch keyword.rule {
    case .reference(let node): return askBeside(node, value, &seen)
    case .dynamicReference(let node, let anchor):
      return askBeside(anchor.flatMap(target) ?? node, value, &seen)
    case .all(let nodes):
      var holds = true
      for node in nodes where !askBeside(node, value, &seen) {
        holds = false
        if isQuiet { break }
      }
      return holds
    case .any(let nodes): return askAny(nodes, keyword, value, &seen)
    case .one(let nodes): return askOne(nodes, keyword, value, &seen)
    case .not(let node):
      return !fits(node, value) || report(keyword, value, "matches a schema excluded by \"not\"")
    case .condition(let condition, let then, let otherwise):
      let branch = fits(condition, value, &seen) ? then : otherwise
      return branch.map { askBeside($0, value, &seen) } ?? true
    case .environments(let schemas):
      var holds = true
      for schema in schemas where environments.contains(schema.name) {
        holds = askBeside(schema.node, value, &seen) && holds
      }
      return holds
    default:
      return switch value.content {
      case .dictionary(let dictionary): ask(keyword, value, dictionary, &seen)
      case .array(let values): ask(keyword, value, values, &seen)
      default: askScalar(keyword, value, of: index)
      }
    }
  }

  /// The outermost schema on the way here that gives an anchor its meaning.
  private func target(of anchor: String) -> Int? {
    for resource in scope where schema.dynamicAnchors.indices.contains(resource) {
      let found = schema.dynamicAnchors[resource].first { $0.name.isExactly(anchor) }
      if let found { return found.node }
    }
    return nil
  }

  private mutating func giveUp(_ node: Int, _ value: ConfigValue) {
    guard !hasGivenUp else { return }
    hasGivenUp = true
    let message =
      depth < Self.depthLimit
      ? "needs more than \(Self.stepLimit) steps to validate"
      : "is validated by more than \(Self.depthLimit) nested schemas"
    violations.append(
      SchemaViolation(
        "$ref", at: ConfigKeyPath(path), in: value.place, message,
        rule: schema.nodes[node].notes.location))
  }

  // MARK: Telling

  /// Whether nothing of the value may be said.
  var isSecret: Bool {
    if secrets > 0 { return true }
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

  /// Notes a violation, when it is to be told.
  ///
  /// - Returns: false, for the rule that is broken.
  mutating func report(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ message: @autoclosure () -> String,
    suggestion: @autoclosure () -> String? = nil
  ) -> Bool {
    guard !isQuiet else { return false }
    var violation = SchemaViolation(
      keyword.name, at: ConfigKeyPath(path), in: value.place, message(), rule: keyword.location)
    violation.suggestion = suggestion()
    violation.expected = keyword.rule.expectation
    note(violation)
    return false
  }

  /// Adds a violation, unless there are enough of its rule in its file. What the schema excuses is not
  /// counted, but made, for the excuse to be known as used.
  mutating func note(_ violation: SchemaViolation) {
    guard limit != nil else { return violations.append(violation) }
    let code = SchemaCheck.rule(of: violation).code
    let location = violation.place.location
    let isExcused = !ConfigSuppressions.excuses(code, violation.path, schema.contract).isEmpty
    if isExcused
      || limit?.admits(
        .error, code, in: location?.file, at: location?.start ?? .start) ?? true
    {
      violations.append(violation)
    }
  }

  /// The violations that some questions add, each on its own.
  mutating func violations(of questions: [(inout Self) -> Void]) -> [[SchemaViolation]] {
    let (before, limit) = (violations, limit)
    defer { (violations, self.limit) = (before, limit) }
    self.limit = nil
    return questions.map { question in
      violations = []
      question(&self)
      return violations
    }
  }

  /// Notes what is found in a part of the value.
  mutating func within(
    _ component: ConfigKeyPath.Component, _ body: (inout Self) -> Bool
  ) -> Bool {
    path.append(component)
    defer { path.removeLast() }
    return body(&self)
  }
}

extension SchemaRule {
  var asksForUnseen: Bool {
    switch self {
    case .unevaluatedItems, .unevaluatedMembers: true
    default: false
    }
  }

  /// When it is broken, nothing else is to be said of the value.
  fileprivate var settles: Bool {
    switch self {
    case .kinds, .choices, .meaning, .never: true
    default: false
    }
  }
}
