import TremaConfigValues
import TremaSupport

/// Derives each key's contract from a schema, as far as it doesn't depend on values. If multiple
/// schemas apply to a key, as with `allOf` and `$ref`, their rules are combined in one node.
struct SchemaContractTable {
  /// The maximum number of nodes. A schema can combine its parts in exponentially many ways.
  static let limit = 100_000

  /// The compiled schemas.
  private let nodes: [SchemaNode]
  /// The nodes so far. Nodes in the work list are empty.
  private var table: [ConfigContract.Node] = []
  /// The indices of the nodes, by the schemas that they combine.
  private var nodeIndices: [[Int]: Int] = [:]
  /// The nodes that have not been compiled yet.
  private var pending: [(Int, [Int])] = []

  /// Creates an empty table.
  init(_ nodes: [SchemaNode]) { self.nodes = nodes }

  /// Returns the nodes of the contract. The first one is the root.
  mutating func compile() -> [ConfigContract.Node] {
    guard !nodes.isEmpty else { return [] }
    _ = nodeIndex(of: [0])
    while let (index, members) = pending.popLast() { table[index] = node(of: members) }
    return table
  }

  /// Returns the index of the node that combines the schemas, or `nil` if there are no schemas or a
  /// new node would exceed the limit.
  ///
  /// - Parameter members: The indices of the schemas. A schema that applies only in a branch is
  ///   represented by its bitwise complement, `~index`.
  private mutating func nodeIndex(of members: [Int]) -> Int? {
    guard !members.isEmpty else { return nil }
    if let index = nodeIndices[members] { return index }
    guard table.count < Self.limit else { return nil }
    nodeIndices[members] = table.count
    pending.append((table.count, members))
    table.append(ConfigContract.Node())
    return table.count - 1
  }

  /// Combines multiple schemas in one node. Only schemas that apply to every value can impose
  /// requirements; the others contribute to what is allowed or displayed.
  private mutating func node(of members: [Int]) -> ConfigContract.Node {
    let parts = SchemaParts(of: members.map { $0 < 0 ? ~$0 : $0 }, in: nodes)
    let always = SchemaParts.always(members, in: nodes)
    var node = ConfigContract.Node()
    let certain = parts.certain.map { nodes[$0] }
    let all = certain + parts.possible.map { nodes[$0] }
    node.location = certain.first?.annotations.location
    let summary =
      certain.compactMap(\.annotations.description).first
      ?? certain.compactMap(\.annotations.title).first
    // The summary is displayed and generated, and an example in it may be a token.
    node.summary = summary.map { SecretTexts().masked($0) }
    node.defaultValue = certain.compactMap(\.annotations.defaultValue).first
    let annotated = all.filter { $0.annotations.meaning != nil }
    node.meaning = annotated.first?.annotations.meaning
    node.allowsAnyScheme = !annotated.isEmpty && annotated.allSatisfy(\.annotations.allowsAnyScheme)
    node.choices = certain.compactMap(\.choices).first ?? parts.choices
    node.kinds = kinds(parts, certain, node)
    node.extensions = certain.flatMap(\.annotations.extensions)
    node.marks = marks(certain, all)
    for index in parts.certain where always.contains(index) {
      let known = Set(node.marks.requiredIn)
      node.marks.requiredIn += nodes[index].annotations.marks.requiredIn.filter {
        !known.contains($0)
      }
    }
    for case .length(.atLeast(let least)) in certain.flatMap({ $0.keywords.map(\.rule) }) {
      node.minLength = max(node.minLength ?? 0, least)
    }
    var required: Set<ExactKey> = []
    // A rule in a branch applies only to some values.
    for keyword in parts.certain.filter(always.contains).flatMap({ nodes[$0].keywords }) {
      if let rule = ConfigRule(keyword.rule) { node.rules.append(rule) }
      guard case .required(let keys) = keyword.rule else { continue }
      node.required += keys.filter { required.insert(ExactKey($0)).inserted }
    }
    let indices = parts.certain + parts.possible
    addMembers(indices, always, certain, to: &node)
    node.items = nodeIndex(
      of: unique(
        indices.compactMap { index in
          nodes[index].remainingItemsSchema.map { always.contains(index) ? $0 : ~$0 }
        }))
    return node
  }

  /// Returns the allowed kinds, which are determined by the type, the choices or the meaning.
  private func kinds(
    _ parts: SchemaParts, _ certain: [SchemaNode], _ node: ConfigContract.Node
  ) -> Set<ConfigKind>? {
    var kinds = parts.kinds.map(\.kinds)
    if kinds == nil, let choices = node.choices { kinds = Set(choices.map(\.kind)) }
    switch node.meaning {
    case .date: return (kinds ?? [.string]).union([.date])
    case .data: return (kinds ?? [.string]).union([.data])
    case .url, .duration: return kinds ?? [.string]
    case .size: return kinds ?? [.string, .integer]
    case nil: return kinds
    }
  }

  /// Returns the combined marks. A value that is secret in one alternative is secret.
  private func marks(_ certain: [SchemaNode], _ all: [SchemaNode]) -> ConfigContract.Marks {
    var marks = ConfigContract.Marks()
    for additional in certain.map(\.annotations.marks) {
      marks.isPerEnvironment = marks.isPerEnvironment || additional.isPerEnvironment
      marks.isDistinct = marks.isDistinct || additional.isDistinct
      marks.isOverridable = marks.isOverridable || additional.isOverridable
      if marks.arrayRule == .replace { marks.arrayRule = additional.arrayRule }
      marks.deprecation = marks.deprecation ?? additional.deprecation
    }
    marks.isSecret = all.contains { $0.annotations.marks.isSecret }
    // A violation doesn't specify the alternative in which it was found.
    marks.suppressions = all.flatMap(\.annotations.marks.suppressions)
    return marks
  }

  /// Adds the keys of dictionaries to a node.
  ///
  /// - Parameters:
  ///   - indices: The indices of the schemas.
  ///   - always: The schemas in `indices` that apply to every value.
  ///   - certain: The schemas that apply regardless of alternatives.
  private mutating func addMembers(
    _ indices: [Int], _ always: Set<Int>, _ certain: [SchemaNode],
    to node: inout ConfigContract.Node
  ) {
    var keys: [String] = []
    var schemas: [ExactKey: [Int]] = [:]
    let members = indices.flatMap { index in
      nodes[index].members.map { (members: $0, isAlways: always.contains(index)) }
    }
    for (members, isAlways) in members {
      for (key, child) in members.inOrder {
        if schemas[ExactKey(key)] == nil { keys.append(key) }
        schemas[ExactKey(key), default: []].append(isAlways ? child : ~child)
      }
    }
    let patterns = members.flatMap { members, isAlways in
      members.patterns.map { (pattern: $0.pattern, node: isAlways ? $0.node : ~$0.node) }
    }
    for key in keys {
      for (pattern, child) in patterns where pattern.search(key) == .found {
        schemas[ExactKey(key), default: []].append(child)
      }
    }
    node.properties = keys.compactMap { key in
      nodeIndex(of: unique(schemas[ExactKey(key)] ?? [])).map { (key, $0) }
    }
    var additional = indices.compactMap { index -> Int? in
      guard let schema = nodes[index].additionalSchema, nodes[schema].constant == nil else {
        return nil
      }
      // Alternatively, a key may match a pattern or be declared in another branch.
      let isAlways =
        always.contains(index) && patterns.isEmpty && !nodes[index].hasUnevaluatedMembers
      return isAlways ? schema : ~schema
    }
    // The pattern that a key will match is unknown, which is irrelevant if all patterns have the
    // same schema.
    if additional.isEmpty, let first = patterns.first.map({ $0.node < 0 ? $0.node : ~$0.node }),
      patterns.allSatisfy({ ($0.node < 0 ? $0.node : ~$0.node) == first })
    {
      additional = [first]
    }
    node.additional = nodeIndex(of: unique(additional))
    let isClosed = certain.compactMap(\.additionalSchema).contains { nodes[$0].constant == false }
    node.allowsAdditionalKeys = !isClosed || !patterns.isEmpty
  }

  /// Removes duplicates. A schema that always applies is not also listed as the schema of a branch.
  private func unique(_ members: [Int]) -> [Int] {
    let always = Set(members.filter { $0 >= 0 })
    var seen: Set<Int> = []
    return members.map { always.contains(~$0) ? ~$0 : $0 }.filter { seen.insert($0).inserted }
  }
}

/// The schemas that apply to one value, either always or in some cases.
private struct SchemaParts {
  /// The indices of the schemas that always apply.
  private(set) var certain: [Int] = []
  /// The schema indices of the alternatives and branches.
  private(set) var possible: [Int] = []
  /// The kinds that all alternatives allow, or `nil` if any kind is allowed.
  private(set) var kinds: SchemaKinds?
  /// The choices, if all alternatives are lists of values.
  private(set) var choices: [ConfigValue]?

  /// Collects the schemas that apply to a value, starting with the given ones.
  init(of members: [Int], in nodes: [SchemaNode]) {
    var open = Array(members.reversed())
    var seen = Set(members)
    var alternatives: [Int] = []
    while let index = open.popLast() {
      certain.append(index)
      for keyword in nodes[index].keywords {
        switch keyword.rule {
        case .kinds(let allowed): kinds = kinds.map { $0.intersecting(allowed) } ?? allowed
        case .reference(let other), .dynamicReference(let other, _):
          if seen.insert(other).inserted { open.append(other) }
        case .all(let others):
          for other in others.reversed() where seen.insert(other).inserted { open.append(other) }
        case .any(let others), .one(let others):
          alternatives += others
          narrow(SchemaParts.shapes(others, nodes))
        case .condition(_, let then, let otherwise):
          alternatives += [then, otherwise].compactMap { $0 }
        case .dependentSchemas(let schemas): alternatives += schemas.map(\.node)
        case .environments(let schemas): alternatives += schemas.map(\.node)
        default: break
        }
      }
    }
    open = alternatives.reversed()
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      possible.append(index)
      for keyword in nodes[index].keywords {
        // A schema in `not` describes disallowed values.
        if case .not = keyword.rule { continue }
        open += keyword.rule.inPlaceSchemas.reversed()
      }
    }
  }

  /// Returns the schemas that apply to every value. Only these can impose requirements on it.
  ///
  /// - Parameter members: The indices in the form used by ``SchemaContractTable``, where a
  ///   complement is a schema of a branch.
  static func always(_ members: [Int], in nodes: [SchemaNode]) -> Set<Int> {
    var open = members.filter { $0 >= 0 }
    var seen = Set(open)
    while let index = open.popLast() {
      for keyword in nodes[index].keywords {
        switch keyword.rule {
        case .reference(let other): if seen.insert(other).inserted { open.append(other) }
        case .all(let others):
          for other in others where seen.insert(other).inserted { open.append(other) }
        default: break
        }
      }
    }
    return seen
  }

  /// Returns the shapes of the schemas.
  private static func shapes(_ nodes: [Int], _ table: [SchemaNode]) -> [SchemaShape] {
    nodes.map { SchemaShape(of: $0, in: table) }
  }

  /// Restricts the kinds and choices to the values allowed by some alternatives.
  private mutating func narrow(_ shapes: [SchemaShape]) {
    let all = shapes.compactMap(\.kinds)
    if all.count == shapes.count {
      let union = all.reduce(into: SchemaKinds()) { $0.formUnion($1) }
      kinds = kinds.map { $0.intersecting(union) } ?? union
    }
    let values = shapes.compactMap(\.choices)
    if values.count == shapes.count { choices = choices ?? values.flatMap { $0 } }
  }
}

extension SchemaKinds {
  /// Returns the kinds that are in both sets. Integers are numbers.
  func intersecting(_ other: SchemaKinds) -> SchemaKinds {
    /// Returns the kinds, including integers if numbers are among them.
    func full(_ kinds: SchemaKinds) -> SchemaKinds {
      kinds.contains(.number) ? kinds.union(.integer) : kinds
    }
    return full(self).intersection(full(other))
  }
}

extension SchemaNode {
  /// The values of `enum` or `const`.
  fileprivate var choices: [ConfigValue]? {
    for keyword in keywords {
      if case .choices(let listed, _) = keyword.rule { return listed.values }
    }
    return nil
  }

  /// The keywords for dictionary keys.
  fileprivate var members: [SchemaMembers] {
    keywords.compactMap { keyword in
      if case .members(let members) = keyword.rule { members } else { nil }
    }
  }

  /// The schema of undeclared keys from `additionalProperties` or `unevaluatedProperties`.
  fileprivate var additionalSchema: Int? {
    for keyword in keywords {
      switch keyword.rule {
      case .members(let members): if let node = members.additional { return node }
      case .unevaluatedMembers(let node): return node
      default: break
      }
    }
    return nil
  }

  /// Whether the schema has `unevaluatedProperties`.
  fileprivate var hasUnevaluatedMembers: Bool {
    keywords.contains { keyword in
      if case .unevaluatedMembers = keyword.rule { true } else { false }
    }
  }

  /// The schema for the elements without their own schema.
  fileprivate var remainingItemsSchema: Int? {
    for keyword in keywords {
      switch keyword.rule {
      case .items(_, let rest): if let rest { return rest }
      case .unevaluatedItems(let node): return node
      default: break
      }
    }
    return nil
  }
}
