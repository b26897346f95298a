import TremaConfigValues
import TremaSupport

extension SchemaEvaluator {
  mutating func askAny(
    _ nodes: [Int], _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ seen: inout Seen
  ) -> Bool {
    var holds = false
    for node in nodes where fits(node, value, &seen) {
      holds = true
      // The others only matter for what they have looked at.
      if !schema.asksForUnseen { break }
    }
    return holds || reportClosest(nodes, keyword, value)
  }

  mutating func askOne(
    _ nodes: [Int], _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ seen: inout Seen
  ) -> Bool {
    var first: Int?
    for (index, node) in nodes.enumerated() where fits(node, value, &seen) {
      guard let earlier = first else {
        first = index
        continue
      }
      return report(
        keyword, value,
        "matches both alternative \(earlier + 1) and \(index + 1), but must match only one")
    }
    return first != nil || reportClosest(nodes, keyword, value)
  }

  /// Reports the violations of the alternative that was probably meant, where none fits: the one that the
  /// value names itself, else the only one of its kind, else the one with which most of the value agrees.
  private mutating func reportClosest(
    _ nodes: [Int], _ keyword: SchemaNode.Keyword, _ value: ConfigValue
  ) -> Bool {
    guard !isQuiet else { return false }
    let shapes = nodes.map { SchemaShape(of: $0, in: schema.nodes) }
    let ofKind = zip(nodes, shapes).filter { SchemaShape.allows($1.kinds, value, as: kinds) }
    if ofKind.isEmpty {
      let all = shapes.reduce(into: SchemaKinds()) { $0.formUnion($1.kinds ?? []) }
      return report(keyword, value, "is \(SchemaWords.kind(value)), not \(all.title)")
    }
    let choices = ofKind.map(\.1.choices)
    if !choices.contains(where: { $0 == nil }), ofKind.count > 1 {
      let all = SchemaNode.Keyword(
        name: keyword.name, location: keyword.location,
        rule: .choices(
          SchemaChoices(choices.flatMap { $0 ?? [] }, isAskedOnce: true), isConstant: false))
      return askScalar(all, value)
    }
    switch named(ofKind, value) {
    case .one(let node): return ask(node, value)
    case .wrongName(let key, let tag, let choices):
      let all = SchemaNode.Keyword(
        name: keyword.name, location: keyword.location,
        rule: .choices(SchemaChoices(choices, isAskedOnce: true), isConstant: false))
      return within(.key(key)) { $0.askScalar(all, tag) }
    case .none: break
    }
    return reportFarthest(ofKind.map(\.0), value)
  }

  private enum Naming {
    case one(Int)
    /// All alternatives have the key, and none has this value for it.
    case wrongName(String, ConfigValue, [ConfigValue])
    case none
  }

  /// The alternative that the value names by a key for which each of them has a value of its own.
  private mutating func named(
    _ arms: [(Int, SchemaShape)], _ value: ConfigValue
  ) -> Naming {
    guard case .dictionary(let dictionary) = value.content else { return .none }
    for (key, _) in arms[0].1.tags {
      guard let tag = dictionary[key] else { continue }
      let choices = arms.map { arm in arm.1.tags.first { $0.key.isExactly(key) }?.choices }
      guard !choices.contains(where: { $0 == nil }) else { continue }
      let fitting = zip(arms, choices).filter { _, choices in
        choices?.contains { SchemaEquality.areEqual(tag, $0, as: kinds) } ?? false
      }
      if fitting.count == 1 { return .one(fitting[0].0.0) }
      if fitting.isEmpty, arms.count > 1 {
        return .wrongName(key, tag, choices.flatMap { $0 ?? [] })
      }
    }
    return .none
  }

  /// - Parameter nodes: one or more.
  private mutating func reportFarthest(_ nodes: [Int], _ value: ConfigValue) -> Bool {
    var best: [SchemaViolation]?
    for found in violations(of: nodes.map { node in { $0.ask(node, value) } }) {
      if best.map({ Self.isFarther(found, than: $0) }) ?? true { best = found }
    }
    for violation in best ?? [] { note(violation) }
    return false
  }

  /// The alternative whose first fault is deeper in the value is farther; among equals, the one
  /// with fewer faults.
  private static func isFarther(_ a: [SchemaViolation], than b: [SchemaViolation]) -> Bool {
    let depths = [a, b].map { $0.map(\.path.components.count).min() ?? 0 }
    return depths[0] == depths[1] ? a.count < b.count : depths[0] > depths[1]
  }
}

/// The shape of an alternative, which is visible without evaluating it.
struct SchemaShape {
  /// Nil when any will do.
  var kinds: SchemaKinds?
  /// The only values that there are.
  var choices: [ConfigValue]?
  /// Keys for which there are only some values.
  var tags: [(key: String, choices: [ConfigValue])] = []

  init(of node: Int, in nodes: [SchemaNode]) {
    self.init(of: node, in: nodes, budget: 16)
  }

  /// - Parameter budget: how many references are followed.
  private init(of node: Int, in nodes: [SchemaNode], budget: Int) {
    for keyword in nodes[node].keywords {
      switch keyword.rule {
      case .kinds(let expected): kinds = kinds.map { $0.intersection(expected) } ?? expected
      case .choices(let listed, _): choices = choices ?? listed.values
      case .members(let members):
        for (key, child) in members.inOrder where budget > 0 {
          let shape = SchemaShape(of: child, in: nodes, budget: 0)
          if let choices = shape.choices { tags.append((key, choices)) }
        }
      case .reference(let other) where budget > 0: add(other, nodes, budget)
      case .all(let others) where budget > 0:
        for other in others.prefix(budget) { add(other, nodes, budget / 2) }
      default: break
      }
    }
  }

  private mutating func add(_ node: Int, _ nodes: [SchemaNode], _ budget: Int) {
    let other = SchemaShape(of: node, in: nodes, budget: budget - 1)
    kinds = kinds ?? other.kinds
    choices = choices ?? other.choices
    tags += other.tags
  }

  static func allows(
    _ expected: SchemaKinds?, _ value: ConfigValue, as kinds: ConfigSchema.Kinds
  ) -> Bool {
    guard let expected else { return true }
    return switch value.content {
    case .dictionary: expected.contains(.object)
    case .array: expected.contains(.array)
    case .string, .date, .data: expected.contains(.string)
    case .integer: !expected.isDisjoint(with: [.integer, .number])
    case .real: !expected.isDisjoint(with: kinds == .json ? [.integer, .number] : [.number])
    case .boolean: expected.contains(.boolean)
    case .null: expected.contains(.null)
    }
  }
}
