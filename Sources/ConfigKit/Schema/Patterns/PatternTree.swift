/// The syntax tree of a regular expression.
///
/// See ECMA-262, section 22.2.1, with the `u` flag, which JSON Schema recommends.
indirect enum PatternTree {
  /// The empty pattern.
  case empty
  /// One character of a set.
  case set(PatternSet)
  /// A sequence of patterns.
  case sequence([PatternTree])
  /// Patterns of which the first match is used.
  case alternatives([PatternTree])
  /// A repetition.
  /// - Parameter most: The maximum number, or `nil` for no limit.
  case repeated(PatternTree, least: Int, most: Int?, isLazy: Bool)
  /// A capturing group and its number, starting at 1.
  case group(Int, PatternTree)
  /// The string that the group with this number matched.
  case backreference(Int)
  /// The start (`^`) or end (`$`) of the string.
  case start, end
  /// `\b` or `\B`.
  case wordBoundary(isNegated: Bool)
  /// A lookahead or lookbehind.
  case lookaround(PatternTree, isAhead: Bool, isNegated: Bool)

  /// Whether the tree can match the empty string; `true` if unknown.
  var canBeEmpty: Bool {
    switch self {
    case .set: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .alternatives(let alternatives): alternatives.contains(where: \.canBeEmpty)
    case .repeated(let part, let least, _, _): least == 0 || part.canBeEmpty
    case .group(_, let part): part.canBeEmpty
    case .empty, .backreference, .start, .end, .wordBoundary, .lookaround: true
    }
  }
}

/// The reason that a pattern is malformed.
struct PatternProblem: Error, Hashable {
  /// The problem, as the continuation of "is no regular expression: ".
  let message: String
}
