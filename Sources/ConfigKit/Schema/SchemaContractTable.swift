import TremaConfigValues
import TremaSupport

/// Makes what a schema says statically of each key: a key for which several schemas are asked, as
/// `allOf` and `$ref` make it, gets one node that says what all of them say.
struct SchemaContractTable {
  /// The most nodes: a schema can mix its parts in more ways than anybody can read.
  static let limit = 100_000

  private let nodes: [SchemaNode]
  private var table: [ConfigContract.Node] = []
  private var known: [[Int]: Int] = [:]
  private var open: [(Int, [Int])] = []

  init(_ nodes: [SchemaNode]) { self.nodes = nodes }

  /// - Returns: the first is the root.
  mutating func compile() -> [ConfigContract.Node] {
    guard !nodes.isEmpty else { return [] }
    _ = place(of: [0])
    while let (index, members) = open.popLast() { table[index] = node(of: members) }
    return table
  }

  /// The place of what several schemas say together; nil for none.
  ///
  /// - Parameter members: one that is asked in some branch of the schema alone is its complement, `~`.
  private mutating func place(of members: [Int]) -> Int? {
    guard !members.isEmpty else { return nil }
    if let index = known[members] { return index }
    guard table.count < Self.limit else { return nil }
    known[members] = table.count
    open.append((table.count, members))
    table.append(ConfigContract.Node())
    return table.count - 1
  }

  private mutating func node(of members: [Int]) -> ConfigContract.Node {
    let parts = SchemaParts(of: members.map { $0 < 0 ? ~$0 : $0 }, in: nodes)
    let always = SchemaParts.always(members, in: nodes)
    var node = ConfigContract.Node()
    let certain = parts.certain.map { nodes[$0] }
    let all = certain + parts.possible.map { nodes[$0] }
    node.location = certain.first?.notes.location
    let summary =
      certain.compactMap(\.notes.description).first ?? certain.compactMap(\.notes.title).first
    // It is shown and generated; an example in it may be a token.
    node.summary = summary.map { SecretTexts().masked($0) }
    node.defaultValue = certain.compactMap(\.notes.defaultValue).first
    let meant = all.filter { $0.notes.meaning != nil }
    node.meaning = meant.first?.notes.meaning
    node.allowsAnyScheme = !meant.isEmpty && meant.allSatisfy(\.notes.allowsAnyScheme)
    node.choices = certain.compactMap(\.choices).first ?? parts.choices
    node.kinds = kinds(parts, certain, node)
    node.extensions = certain.flatMap(\.notes.extensions)
    node.marks = marks(certain, all)
    for index in parts.certain where always.contains(index) {
      let known = Set(node.marks.requiredIn)
      node.marks.requiredIn += nodes[index].notes.marks.requiredIn.filter { !known.contains($0) }
    }
    for case .length(.atLeast(let least)) in certain.flatMap({ $0.keywords.map(\.rule) }) {
      node.leastLength = max(node.leastLength ?? 0, least)
    }
    var required: Set<ExactKey> = []
    for keyword in parts.certain.filter(always.contains).flatMap({ nodes[$0].keywords }) {
      if let rule = ConfigRule(keyword.rule) { node.rules.append(rule) }
      guard case .required(let keys) = keyword.rule else { continue }
      node.required += keys.filter { required.insert(ExactKey($0)).inserted }
    }
    let places = parts.certain + parts.possible
    addMembers(places, always, certain, to: &node)
    node.items = place(
      of: unique(
        places.compactMap { place in
          nodes[place].restOfItems.map { always.contains(place) ? $0 : ~$0 }
        }))
    return node
  }

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

  /// Returns the marks of alternatives: a secret in one of them is a secret.
  private func marks(_ certain: [SchemaNode], _ all: [SchemaNode]) -> ConfigContract.Marks {
    var marks = ConfigContract.Marks()
    for own in certain.map(\.notes.marks) {
      marks.isPerEnvironment = marks.isPerEnvironment || own.isPerEnvironment
      marks.isDistinct = marks.isDistinct || own.isDistinct
      marks.isOverridable = marks.isOverridable || own.isOverridable
      if marks.arrays == .replace { marks.arrays = own.arrays }
      marks.deprecation = marks.deprecation ?? own.deprecation
    }
    marks.isSecret = all.contains { $0.notes.marks.isSecret }
    // What is told of a value does not say under which alternative it was found.
    marks.ignored = all.flatMap(\.notes.marks.ignored)
    return marks
  }

  private mutating func addMembers(
    _ places: [Int], _ always: Set<Int>, _ certain: [SchemaNode],
    to node: inout ConfigContract.Node
  ) {
    var keys: [String] = []
    var schemas: [ExactKey: [Int]] = [:]
    let members = places.flatMap { place in
      nodes[place].members.map { (members: $0, isAlways: always.contains(place)) }
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
      place(of: unique(schemas[ExactKey(key)] ?? [])).map { (key, $0) }
    }
    var additional = places.compactMap { place -> Int? in
      guard let beyond = nodes[place].beyondMembers, nodes[beyond].constant == nil else {
        return nil
      }
      // A key may fall under a pattern instead, or be known to another branch.
      let isAlways =
        always.contains(place) && patterns.isEmpty && !nodes[place].hasUnevaluatedMembers
      return isAlways ? beyond : ~beyond
    }
    // Which of them a key falls under is not known here; all the keys of one pattern are alike.
    if additional.isEmpty, let first = patterns.first.map({ $0.node < 0 ? $0.node : ~$0.node }),
      patterns.allSatisfy({ ($0.node < 0 ? $0.node : ~$0.node) == first })
    {
      additional = [first]
    }
    node.additional = place(of: unique(additional))
    let isClosed = certain.compactMap(\.beyondMembers).contains { nodes[$0].constant == false }
    node.isOpen = !isClosed || !patterns.isEmpty
  }

  /// In the order of their first places; what is asked always is not asked in a branch as well.
  private func unique(_ members: [Int]) -> [Int] {
    let always = Set(members.filter { $0 >= 0 })
    var seen: Set<Int> = []
    return members.map { always.contains(~$0) ? ~$0 : $0 }.filter { seen.insert($0).inserted }
  }
}

/// The schemas that are asked about one value: those that are always, and those that may be.
private struct SchemaParts {
  private(set) var certain: [Int] = []
  private(set) var possible: [Int] = []
  /// The kinds that all alternatives allow; `nil` when any will do.
  private(set) var kinds: SchemaKinds?
  /// The choices of alternatives that are all lists of values.
  private(set) var choices: [ConfigValue]?

  init(of members: [Int], in nodes: [SchemaNode]) {
    var open = Array(members.reversed())
    var seen = Set(members)
    var alternatives: [Int] = []
    while let index = open.popLast() {
      certain.append(index)
      for keyword in nodes[index].keywords {
        switch keyword.rule {
        case .kinds(let own): kinds = kinds.map { $0.intersecting(own) } ?? own
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
        if case .not = keyword.rule { continue }
        open += keyword.rule.samePlace.reversed()
      }
    }
  }

  /// The schemas that apply to every value: only these can demand something of it.
  ///
  /// - Parameter members: as ``SchemaContractTable`` marks them.
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

  private static func shapes(_ nodes: [Int], _ table: [SchemaNode]) -> [SchemaShape] {
    nodes.map { SchemaShape(of: $0, in: table) }
  }

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
  /// Returns the kinds in both; an integer is a number.
  func intersecting(_ other: SchemaKinds) -> SchemaKinds {
    func full(_ kinds: SchemaKinds) -> SchemaKinds {
      kinds.contains(.number) ? kinds.union(.integer) : kinds
    }
    return full(self).intersection(full(other))
  }
}

extension SchemaNode {
  fileprivate var choices: [ConfigValue]? {
    for keyword in keywords {
      if case .choices(let listed, _) = keyword.rule { return listed.values }
    }
    return nil
  }

  fileprivate var members: [SchemaMembers] {
    keywords.compactMap { keyword in
      if case .members(let members) = keyword.rule { members } else { nil }
    }
  }

  /// The schema of keys that have none of their own.
  fileprivate var beyondMembers: Int? {
    for keyword in keywords {
      switch keyword.rule {
      case .members(let members): if let node = members.additional { return node }
      case .unevaluatedMembers(let node): return node
      default: break
      }
    }
    return nil
  }

  fileprivate var hasUnevaluatedMembers: Bool {
    keywords.contains { keyword in
      if case .unevaluatedMembers = keyword.rule { true } else { false }
    }
  }

  fileprivate var restOfItems: Int? {
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
