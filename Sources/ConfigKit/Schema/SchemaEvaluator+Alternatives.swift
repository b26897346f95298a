import TremaConfigValues
import TremaSupport

extension SchemaEvaluator {
  /// Evaluates `anyOf`.
  mutating func evaluateAnyOf(
    _ nodes: [Int], _ keyword: SchemaNode.Keyword, _ value: ConfigValue,
    _ seen: inout EvaluationRecord
  ) -> Bool {
    var isValid = false
    for node in nodes where fits(node, value, &seen) {
      isValid = true
      // The remaining alternatives matter only for the parts that they evaluate.
      if !schema.hasUnevaluatedKeyword { break }
    }
    return isValid || reportClosest(nodes, keyword, value)
  }

  /// Evaluates `oneOf`. If two alternatives match, a violation is reported.
  mutating func evaluateOneOf(
    _ nodes: [Int], _ keyword: SchemaNode.Keyword, _ value: ConfigValue,
    _ seen: inout EvaluationRecord
  ) -> Bool {
    var first: Int?
    for (index, node) in nodes.enumerated() where fits(node, value, &seen) {
      guard let earlier = first else {
        first = index
        continue
      }
      return report(
        keyword, value,
        "matches both alternatives \(earlier + 1) and \(index + 1), but must match only one")
    }
    return first != nil || reportClosest(nodes, keyword, value)
  }

  /// Reports the violations of the alternative that was probably intended, if none matches.
  ///
  /// A key in the value identifies the alternative. Failing that, it's the only alternative that
  /// allows the value's kind or, if there are several, the one whose violation is deepest in the
  /// value.
  private mutating func reportClosest(
    _ nodes: [Int], _ keyword: SchemaNode.Keyword, _ value: ConfigValue
  ) -> Bool {
    guard !isQuiet else { return false }
    let shapes = nodes.map { SchemaShape(of: $0, in: schema.nodes) }
    let ofKind = zip(nodes, shapes).filter { SchemaShape.allows($1.kinds, value, as: kinds) }
    if ofKind.isEmpty {
      let all = shapes.reduce(into: SchemaKinds()) { $0.formUnion($1.kinds ?? []) }
      return report(keyword, value, "must be \(all.title), not \(SchemaValueText.kind(value))")
    }
    // If all alternatives are lists of values, they are reported as one list.
    let choices = ofKind.map(\.1.choices)
    if !choices.contains(where: { $0 == nil }), ofKind.count > 1 {
      let all = SchemaNode.Keyword(
        name: keyword.name, location: keyword.location,
        rule: .choices(
          SchemaChoices(choices.flatMap { $0 ?? [] }, isAskedOnce: true), isConstant: false))
      return evaluateScalar(all, value)
    }
    switch discriminate(ofKind, value) {
    case .alternative(let node): return evaluate(node, value)
    case .wrongName(let key, let tag, let choices):
      let all = SchemaNode.Keyword(
        name: keyword.name, location: keyword.location,
        rule: .choices(SchemaChoices(choices, isAskedOnce: true), isConstant: false))
      return within(.key(key)) { $0.evaluateScalar(all, tag) }
    case .none: break
    }
    return reportFarthest(ofKind.map(\.0), value)
  }

  /// The result of identifying the intended alternative by a key.
  private enum Discrimination {
    /// The value identifies this schema.
    case alternative(Int)
    /// The key distinguishes all alternatives, but no alternative allows the key's value.
    case wrongName(String, ConfigValue, [ConfigValue])
    /// No key distinguishes the alternatives.
    case none
  }

  /// Returns the alternative that the value identifies by a key, such as `type`, whose allowed
  /// values are different in each alternative.
  private mutating func discriminate(
    _ alternatives: [(Int, SchemaShape)], _ value: ConfigValue
  ) -> Discrimination {
    guard case .dictionary(let dictionary) = value.content else { return .none }
    for (key, _) in alternatives[0].1.tags {
      guard let tag = dictionary[key] else { continue }
      // The key must distinguish all alternatives, not only the first one.
      let choices = alternatives.map { alternative in
        alternative.1.tags.first { $0.key.equalsExactly(key) }?.choices
      }
      guard !choices.contains(where: { $0 == nil }) else { continue }
      let fitting = zip(alternatives, choices).filter { _, choices in
        choices?.contains { SchemaEquality.areEqual(tag, $0, as: kinds) } ?? false
      }
      if fitting.count == 1 { return .alternative(fitting[0].0.0) }
      if fitting.isEmpty, alternatives.count > 1 {
        return .wrongName(key, tag, choices.flatMap { $0 ?? [] })
      }
    }
    return .none
  }

  /// Reports the violations of the best-matching alternative.
  ///
  /// - Parameter nodes: The indices of the alternatives. There must be at least one.
  private mutating func reportFarthest(_ nodes: [Int], _ value: ConfigValue) -> Bool {
    var best: [SchemaViolation]?
    for found in violations(of: nodes.map { node in { $0.evaluate(node, value) } }) {
      if best.map({ Self.isFarther(found, than: $0) }) ?? true { best = found }
    }
    for violation in best ?? [] { addViolation(violation) }
    return false
  }

  /// Returns whether the first alternative matches better than the second: its first violation is
  /// deeper in the value, or it has fewer violations at the same depth.
  private static func isFarther(_ a: [SchemaViolation], than b: [SchemaViolation]) -> Bool {
    let depths = [a, b].map { $0.map(\.path.components.count).min() ?? 0 }
    return depths[0] == depths[1] ? a.count < b.count : depths[0] > depths[1]
  }
}

/// The properties of an alternative that are known without evaluating it.
struct SchemaShape {
  /// The allowed kinds, or `nil` if any kind is allowed.
  var kinds: SchemaKinds?
  /// The allowed values, or `nil` if there is no such restriction.
  var choices: [ConfigValue]?
  /// The keys that are restricted to certain values.
  var tags: [(key: String, choices: [ConfigValue])] = []

  /// Determines the shape of a schema.
  init(of node: Int, in nodes: [SchemaNode]) {
    self.init(of: node, in: nodes, budget: 16)
  }

  /// Determines the shape of a schema and the schemas it refers to.
  ///
  /// - Parameters:
  ///   - node: The index of the schema.
  ///   - nodes: The table of schemas.
  ///   - budget: The maximum number of references to follow.
  private init(of node: Int, in nodes: [SchemaNode], budget: Int) {
    for keyword in nodes[node].keywords {
      switch keyword.rule {
      case .kinds(let expected): kinds = kinds.map { $0.intersection(expected) } ?? expected
      case .choices(let listed, _): choices = choices ?? listed.values
      case .members(let members):
        // Only the direct values of keys are considered, so the time stays linear.
        for (key, child) in members.inOrder where budget > 0 {
          let shape = SchemaShape(of: child, in: nodes, budget: 0)
          if let choices = shape.choices { tags.append((key, choices)) }
        }
      case .reference(let other) where budget > 0: add(other, nodes, budget)
      case .all(let others) where budget > 0:
        // The budget is halved so that nested lists can't multiply it.
        for other in others.prefix(budget) { add(other, nodes, budget / 2) }
      default: break
      }
    }
  }

  /// Adds the shape of a schema that applies to the same value. The outer schema takes precedence.
  private mutating func add(_ node: Int, _ nodes: [SchemaNode], _ budget: Int) {
    let other = SchemaShape(of: node, in: nodes, budget: budget - 1)
    kinds = kinds ?? other.kinds
    choices = choices ?? other.choices
    tags += other.tags
  }

  /// Returns whether the kind of a value is allowed.
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
