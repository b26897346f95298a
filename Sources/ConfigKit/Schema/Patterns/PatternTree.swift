/// A regular expression as it is written.
///
/// Source: ECMA-262, 22.2.1, with the `u` flag that JSON Schema recommends.
indirect enum PatternTree {
  case empty
  case set(PatternSet)
  case sequence([PatternTree])
  case alternatives([PatternTree])
  /// - Parameter most: nil for no limit.
  case repeated(PatternTree, least: Int, most: Int?, isLazy: Bool)
  /// Group number from 1.
  case group(Int, PatternTree)
  case backreference(Int)
  case start, end
  case wordBoundary(isNegated: Bool)
  case look(PatternTree, isAhead: Bool, isNegated: Bool)

  /// Whether it may match without taking anything; true where that is not known.
  var canBeEmpty: Bool {
    switch self {
    case .set: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .alternatives(let arms): arms.contains(where: \.canBeEmpty)
    case .repeated(let part, let least, _, _): least == 0 || part.canBeEmpty
    case .group(_, let part): part.canBeEmpty
    case .empty, .backreference, .start, .end, .wordBoundary, .look: true
    }
  }
}

/// Why a pattern is none.
struct PatternProblem: Error, Hashable {
  let message: String
}
