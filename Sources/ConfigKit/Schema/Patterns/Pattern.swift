/// A compiled ECMA-262 regular expression. Swift's regular expressions are a different dialect, and
/// their library would delay each launch of the command.
struct Pattern: Sendable {
  /// An instruction.
  enum Step: Sendable {
    /// Consumes a character of the set with this index.
    case set(Int)
    /// Continues at the first instruction and, if that fails, at the second one.
    case split(Int, Int)
    /// Continues at an instruction.
    case jump(Int)
    /// Fails unless the position is at the start or end of the string.
    case start, end
    /// Fails unless the position is at a word boundary or, if negated, not at one.
    case wordBoundary(isNegated: Bool)
    /// Evaluates the instructions from `from` up to `to`, which end with `match`, and continues at
    /// `to`.
    case lookaround(from: Int, to: Int, isAhead: Bool, isNegated: Bool)
    /// Consumes the string that the group with this number matched.
    case backreference(Int)
    /// Stores the position in a slot.
    case saveOffset(Int)
    /// Fails if nothing has been consumed since the slot was stored. Otherwise, `(a*)*` would not
    /// terminate.
    case requireProgress(Int)
    /// Ends the match.
    case match
  }

  /// The source of the pattern.
  let source: String
  /// The instructions.
  let steps: [Step]
  /// The sets of characters that the instructions refer to.
  let sets: [PatternSet]
  /// The number of slots: two for each group, and one for each loop whose body can match the empty
  /// string.
  let slotCount: Int
  /// Whether the instructions contain a backreference.
  let hasBackreferences: Bool
  /// Whether the pattern starts with `^` and can therefore match only at the start of the string.
  let isAnchored: Bool

  /// The maximum number of instructions in a pattern.
  static let stepLimit = 50_000

  /// Parses and compiles a pattern.
  init(_ source: String) throws(PatternProblem) {
    self.source = source
    var parser = PatternParser(source)
    let tree = try parser.parse()
    var compiler = PatternCompiler(slotCount: 2 * parser.groupCount)
    try compiler.append(tree)
    compiler.steps.append(.match)
    steps = compiler.steps
    sets = compiler.sets
    slotCount = compiler.slotCount
    hasBackreferences = compiler.hasBackreferences
    if case .start = compiler.steps[0] { isAnchored = true } else { isAnchored = false }
  }

  /// The result of a search.
  enum SearchResult { case found, absent, tooExpensive }

  /// Searches for the pattern anywhere in a string.
  func search(_ text: String) -> SearchResult {
    var matcher = PatternMatcher(self, Array(text.unicodeScalars))
    return matcher.search()
  }
}

/// A compiler of syntax trees.
private struct PatternCompiler {
  /// The instructions so far. `match` is a placeholder for a jump whose target is not known yet.
  var steps: [Pattern.Step] = []
  /// The sets so far.
  var sets: [PatternSet] = []
  /// The number of slots so far.
  var slotCount: Int
  /// Whether a backreference has been compiled.
  var hasBackreferences = false

  /// Creates a compiler with the slots of all groups.
  init(slotCount: Int) { self.slotCount = slotCount }

  /// Appends an instruction, and throws if there are too many.
  private mutating func emit(_ step: Pattern.Step) throws(PatternProblem) {
    guard steps.count < Pattern.stepLimit else {
      throw PatternProblem(message: "it is too long when its repetitions are expanded")
    }
    steps.append(step)
  }

  /// Compiles a tree.
  mutating func append(_ tree: PatternTree) throws(PatternProblem) {
    switch tree {
    case .empty: break
    case .set(let set):
      sets.append(set)
      try emit(.set(sets.count - 1))
    case .sequence(let parts): for part in parts { try append(part) }
    case .alternatives(let alternatives): try append(alternatives: alternatives)
    case .repeated(let part, let least, let most, let isLazy):
      try append(part, least: least, most: most, isLazy: isLazy)
    case .group(let number, let part):
      // The slots of a group store the positions at its start and its end.
      try emit(.saveOffset(2 * number - 2))
      try append(part)
      try emit(.saveOffset(2 * number - 1))
    case .backreference(let number):
      hasBackreferences = true
      try emit(.backreference(number))
    case .start: try emit(.start)
    case .end: try emit(.end)
    case .wordBoundary(let isNegated): try emit(.wordBoundary(isNegated: isNegated))
    case .lookaround(let part, let isAhead, let isNegated):
      let index = steps.count
      // The first `match` is a placeholder for the jump. The second one ends the lookaround.
      try emit(.match)
      try append(part)
      try emit(.match)
      steps[index] = .lookaround(
        from: index + 1, to: steps.count, isAhead: isAhead, isNegated: isNegated)
    }
  }

  /// Compiles alternatives: a split before each one except the last, followed by a jump to the end.
  private mutating func append(alternatives: [PatternTree]) throws(PatternProblem) {
    var ends: [Int] = []
    for (index, alternative) in alternatives.enumerated() {
      let split = steps.count
      let isLast = index == alternatives.count - 1
      /// Returns a split that tries the body first, or last for a lazy quantifier.
      if !isLast { try emit(.match) }
      try append(alternative)
      guard !isLast else { break }
      ends.append(steps.count)
      try emit(.match)
      steps[split] = .split(split + 1, steps.count)
    }
    for end in ends { steps[end] = .jump(steps.count) }
  }

  /// Compiles a repetition by emitting copies. The optional copies follow the required ones.
  private mutating func append(
    _ part: PatternTree, least: Int, most: Int?, isLazy: Bool
  ) throws(PatternProblem) {
    // Copies of a part without instructions have no effect.
    let start = steps.count
    for repetition in 0..<least {
      let before = steps.count
      try append(part)
      if steps.count == before || repetition > Pattern.stepLimit { return }
    }
    func split(_ body: Int, _ exit: Int) -> Pattern.Step {
      isLazy ? .split(exit, body) : .split(body, exit)
    }
    guard let most else {
      // The loop needs a slot only if its body can match the empty string.
      let slot = part.canBeEmpty ? slotCount : nil
      if slot != nil { slotCount += 1 }
      let loop = steps.count
      try emit(.match)
      if let slot { try emit(.saveOffset(slot)) }
      try append(part)
      if let slot { try emit(.requireProgress(slot)) }
      try emit(.jump(loop))
      steps[loop] = split(loop + 1, steps.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<max(least, most) {
      splits.append(steps.count)
      try emit(.match)
      try append(part)
      if steps.count == start + 1 { break }
    }
    for index in splits { steps[index] = split(index + 1, steps.count) }
  }
}
