/// One category and when a number has it, read in place from ``PluralRules/words``.
///
/// The words of a rule are
/// - the category: 0 for `zero` to 5 for `other`;
/// - its whole numbers: 0 when it has none, 1 when several, 2 + n when it has only n;
/// - the count of relations, then the relations. A rule without any holds for every number: it is
///   that of `other`, the last of its language.
///
/// The words of a relation, for instance of `i % 100 != 12..14`, are
/// - the operand: 0 to 6 for n, i, v, w, f, t, e; plus 8 for `!=`; plus 16 where it comes behind an
///   `or`, not an `and`;
/// - the modulus, or 0;
/// - the count of ranges, then the first and the last number of each.
struct PluralRule {
  /// The start of the rule in the words.
  let start: Int

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

  var hasWholeNumbers: Bool { PluralRules.words[start + 1] != 0 }

  var onlyWholeNumber: Int? {
    let word = Int(PluralRules.words[start + 1])
    return word < 2 ? nil : word - 2
  }

  var relations: PluralRelations {
    PluralRelations(start: start + 3, count: Int(PluralRules.words[start + 2]))
  }

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

  /// The rule behind this one; nil when this is the last of its language.
  var next: PluralRule? {
    guard category != .other else { return nil }
    return PluralRule(start: relations.reduce(start + 3) { $1.end })
  }
}

/// The relations of a rule, in order: "or" binds weaker than "and".
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

/// A condition on one operand: `i % 100 != 12..14`.
struct PluralRelation {
  enum Operand: UInt32 {
    case n, i, v, w, f, t, e
  }

  let operand: Operand
  let isNegated: Bool
  /// Whether another list of relations begins here, one of which must hold as a whole.
  let isAlternative: Bool
  /// nil when the operand itself is compared.
  let modulus: UInt64?
  private let firstRange: Int
  /// The start of the next relation or rule in the words.
  fileprivate let end: Int

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

  /// Sorted, apart by at least one number.
  var ranges: some Sequence<ClosedRange<UInt64>> {
    stride(from: firstRange, to: end, by: 2).lazy.map {
      UInt64(PluralRules.words[$0])...UInt64(PluralRules.words[$0 + 1])
    }
  }

  func holds(for number: PluralOperands) -> Bool {
    // Ranges hold whole numbers alone: 2.5 is not in 2..4.
    if operand == .n && !number.isWhole { return isNegated }
    let value = value(of: number)
    let compared = modulus.map { value % $0 } ?? value
    return ranges.contains { $0.contains(compared) } != isNegated
  }

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
