/// A category and its condition, which are read in place from `PluralRules.words`.
///
/// The words of a rule are
/// - the category: 0 for `zero` to 5 for `other`;
/// - its integers: 0 for none, 1 for more than one, 2 + n if n is the only one;
/// - the number of relations, followed by the relations. A rule without relations applies to all
///   numbers. It is the rule for `other`, the last rule of its language.
///
/// A relation's words, for example for `i % 100 != 12..14`, are
/// - the operand: 0 to 6 for n, i, v, w, f, t, e; plus 8 for `!=`; plus 16 if the relation follows
///   `or` instead of `and`;
/// - the modulus, or 0 if there is none;
/// - the number of ranges, followed by the first and the last number of each.
struct PluralRule {
  /// The position of the rule in the words.
  let start: Int

  /// The rule's category.
  var category: PluralCategory {
    switch PluralRules.words[start] {
    case 0: .zero
    case 1: .one
    case 2: .two
    case 3: .few
    case 4: .many
    default: .other
    }
  }

  /// Whether an integer has the category.
  var hasWholeNumbers: Bool { PluralRules.words[start + 1] != 0 }

  /// The only integer with the category, or `nil` if there is not exactly one.
  var onlyWholeNumber: Int? {
    let word = Int(PluralRules.words[start + 1])
    return word < 2 ? nil : word - 2
  }

  /// The rule's relations.
  var relations: PluralRelations {
    PluralRelations(start: start + 3, count: Int(PluralRules.words[start + 2]))
  }

  /// Returns whether a number satisfies the condition.
  func holds(for number: PluralOperands) -> Bool {
    var holds = true
    for relation in relations {
      if relation.isAlternative {
        if holds { return true }
        holds = true
      }
      holds = holds && relation.holds(for: number)
    }
    return holds
  }

  /// The next rule, or `nil` if this is the last rule of its language.
  var next: PluralRule? {
    guard category != .other else { return nil }
    return PluralRule(start: relations.reduce(start + 3) { $1.end })
  }
}

/// The relations of a rule, in order. `and` has precedence over `or`.
struct PluralRelations: Sequence, IteratorProtocol {
  fileprivate var start: Int
  fileprivate var count: Int

  fileprivate init(start: Int, count: Int) {
    self.start = start
    self.count = count
  }

  mutating func next() -> PluralRelation? {
    guard count > 0 else { return nil }
    let relation = PluralRelation(start: start)
    start = relation.end
    count -= 1
    return relation
  }
}

/// A condition on one operand, such as `i % 100 != 12..14`.
struct PluralRelation {
  /// An operand, named as in UTS #35.
  enum Operand: UInt32 {
    case n, i, v, w, f, t, e
  }

  let operand: Operand
  /// Whether the value must be outside the ranges.
  let isNegated: Bool
  /// Whether the relation starts a new alternative. All relations in an alternative must hold.
  let isAlternative: Bool
  /// The modulus, or `nil` if the operand itself is compared.
  let modulus: UInt64?
  /// The position of the first range in the words.
  private let firstRange: Int
  /// The position of the next relation or rule in the words.
  fileprivate let end: Int

  /// Reads the relation at a position in the words.
  fileprivate init(start: Int) {
    let head = PluralRules.words[start]
    operand = Operand(rawValue: head & 7) ?? .n
    isNegated = head & 8 != 0
    isAlternative = head & 16 != 0
    let number = PluralRules.words[start + 1]
    modulus = number == 0 ? nil : UInt64(number)
    firstRange = start + 3
    end = firstRange + 2 * Int(PluralRules.words[start + 2])
  }

  /// The ranges in ascending order, separated by at least one number.
  var ranges: some Sequence<ClosedRange<UInt64>> {
    stride(from: firstRange, to: end, by: 2).lazy.map {
      UInt64(PluralRules.words[$0])...UInt64(PluralRules.words[$0 + 1])
    }
  }

  /// Returns whether a number satisfies the condition.
  func holds(for number: PluralOperands) -> Bool {
    // Ranges contain only integers: 2.5 is not in 2..4.
    if operand == .n && !number.isWhole { return isNegated }
    let value = value(of: number)
    let compared = modulus.map { value % $0 } ?? value
    return ranges.contains { $0.contains(compared) } != isNegated
  }

  /// Returns the operand's value.
  private func value(of number: PluralOperands) -> UInt64 {
    switch operand {
    case .n, .i: number.i
    case .v: UInt64(number.v)
    case .w: UInt64(number.w)
    case .f: number.f
    case .t: number.t
    case .e: UInt64(number.e)
    }
  }
}
