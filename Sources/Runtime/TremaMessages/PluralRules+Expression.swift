extension PluralRules {
  /// Returns the rules for integers as a C expression in `n`, as in the `Plural-Forms` field of a
  /// PO file: `n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2`. The value of the expression is an index into
  /// `integerCategories`, whose count is `nplurals`.
  ///
  /// See the GNU gettext manual, "Additional functions for plural forms".
  package func integerExpression() -> String {
    let rules = integerRules
    if rules.count == 2, let relation = rules[0].soleIntegerRelation {
      // gettext uses this form: "n != 1".
      return relation.expression(opposite: true)
    }
    return rules.dropLast().enumerated().map { "\($1.integerCondition) ? \($0) : " }.joined()
      + "\(rules.count - 1)"
  }
}

extension PluralRule {
  /// The condition for integers, in C.
  fileprivate var integerCondition: String {
    integerAlternatives.map { relations in
      relations.map { $0.expression() }.joined(separator: " && ")
    }.joined(separator: " || ")
  }

  /// The only relation in the condition for integers, or `nil` if there is more than one.
  fileprivate var soleIntegerRelation: PluralRelation? {
    let alternatives = integerAlternatives
    return alternatives.count == 1 && alternatives[0].count == 1 ? alternatives[0][0] : nil
  }

  /// The relations that remain for integers, as a list of alternatives. Integers have neither
  /// decimals nor an exponent, so all operands except n and i are 0.
  private var integerAlternatives: [[PluralRelation]] {
    let zero = PluralOperands(0 as UInt64)
    var lists: [[PluralRelation]?] = [[]]
    for relation in relations {
      if relation.isAlternative { lists.append([]) }
      if relation.operand == .n || relation.operand == .i {
        lists[lists.count - 1]?.append(relation)
      } else if !relation.holds(for: zero) {
        lists[lists.count - 1] = nil
      }
    }
    return lists.compactMap(\.self)
  }
}

extension PluralRelation {
  /// Returns the relation or its opposite in C, in parentheses if it contains `||`.
  fileprivate func expression(opposite: Bool = false) -> String {
    let value = modulus.map { "n % \($0)" } ?? "n"
    if isNegated != opposite {
      return ranges.map { outOfRangeExpression($0, value) }.joined(separator: " && ")
    }
    let parts = ranges.map { inRangeExpression($0, value) }
    return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " || ")))"
  }

  /// Returns the C expression for a value within a range.
  private func inRangeExpression(_ range: ClosedRange<UInt64>, _ value: String) -> String {
    if range.count == 1 { return "\(value) == \(range.lowerBound)" }
    if range.lowerBound == 0 { return "\(value) <= \(range.upperBound)" }
    if range.upperBound + 1 == modulus { return "\(value) >= \(range.lowerBound)" }
    return "\(value) >= \(range.lowerBound) && \(value) <= \(range.upperBound)"
  }

  /// Returns the C expression for a value outside a range.
  private func outOfRangeExpression(_ range: ClosedRange<UInt64>, _ value: String) -> String {
    if range.count == 1 { return "\(value) != \(range.lowerBound)" }
    if range.lowerBound == 0 { return "\(value) > \(range.upperBound)" }
    if range.upperBound + 1 == modulus { return "\(value) < \(range.lowerBound)" }
    return "(\(value) < \(range.lowerBound) || \(value) > \(range.upperBound))"
  }
}
