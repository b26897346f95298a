/// A regular expression of ECMA-262, compiled: the standard library's own would be another dialect,
/// and cost every start of the command its loading.
struct Pattern: Sendable {
  enum Step: Sendable {
    case set(Int)
    /// The first is tried before the second.
    case split(Int, Int)
    case jump(Int)
    case start, end
    case wordBoundary(isNegated: Bool)
    /// The instructions from `from` to before `to` end with `match`; the pattern continues at `to`.
    case look(from: Int, to: Int, isAhead: Bool, isNegated: Bool)
    case backreference(Int)
    /// Notes the place in the text in a slot.
    case note(Int)
    /// Fails where nothing was taken since the slot was noted: else `(a*)*` would not end.
    case advanced(Int)
    case match
  }

  /// The pattern as it was written.
  let source: String
  let steps: [Step]
  let sets: [PatternSet]
  /// How many places are noted: two for each group, then one for each loop that needs it.
  let slots: Int
  let hasBackreferences: Bool
  /// It begins with `^`, so that only the beginning of a text has to be tried.
  let isAnchored: Bool

  /// The most steps that a pattern may be compiled to.
  static let stepLimit = 50_000

  init(_ source: String) throws(PatternProblem) {
    self.source = source
    var parser = PatternParser(source)
    let tree = try parser.parse()
    var compiler = PatternCompiler(slots: 2 * parser.groups)
    try compiler.append(tree)
    compiler.steps.append(.match)
    steps = compiler.steps
    sets = compiler.sets
    slots = compiler.slots
    hasBackreferences = compiler.hasBackreferences
    if case .start = compiler.steps[0] { isAnchored = true } else { isAnchored = false }
  }

  enum Answer { case found, absent, tooExpensive }

  /// Whether it matches somewhere in a text.
  func search(_ text: String) -> Answer {
    var matcher = PatternMatcher(self, Array(text.unicodeScalars))
    return matcher.search()
  }
}

/// Turns the tree into steps.
private struct PatternCompiler {
  var steps: [Pattern.Step] = []
  var sets: [PatternSet] = []
  var slots: Int
  var hasBackreferences = false

  init(slots: Int) { self.slots = slots }

  private mutating func emit(_ step: Pattern.Step) throws(PatternProblem) {
    guard steps.count < Pattern.stepLimit else {
      throw PatternProblem(message: "it is too long when its repetitions are written out")
    }
    steps.append(step)
  }

  mutating func append(_ tree: PatternTree) throws(PatternProblem) {
    switch tree {
    case .empty: break
    case .set(let set):
      sets.append(set)
      try emit(.set(sets.count - 1))
    case .sequence(let parts): for part in parts { try append(part) }
    case .alternatives(let arms): try append(alternatives: arms)
    case .repeated(let part, let least, let most, let isLazy):
      try append(part, least: least, most: most, isLazy: isLazy)
    case .group(let number, let part):
      try emit(.note(2 * number - 2))
      try append(part)
      try emit(.note(2 * number - 1))
    case .backreference(let number):
      hasBackreferences = true
      try emit(.backreference(number))
    case .start: try emit(.start)
    case .end: try emit(.end)
    case .wordBoundary(let isNegated): try emit(.wordBoundary(isNegated: isNegated))
    case .look(let part, let isAhead, let isNegated):
      let index = steps.count
      try emit(.match)
      try append(part)
      try emit(.match)
      steps[index] = .look(
        from: index + 1, to: steps.count, isAhead: isAhead, isNegated: isNegated)
    }
  }

  private mutating func append(alternatives arms: [PatternTree]) throws(PatternProblem) {
    var ends: [Int] = []
    for (index, arm) in arms.enumerated() {
      let split = steps.count
      let isLast = index == arms.count - 1
      if !isLast { try emit(.match) }
      try append(arm)
      guard !isLast else { break }
      ends.append(steps.count)
      try emit(.match)
      steps[split] = .split(split + 1, steps.count)
    }
    for end in ends { steps[end] = .jump(steps.count) }
  }

  private mutating func append(
    _ part: PatternTree, least: Int, most: Int?, isLazy: Bool
  ) throws(PatternProblem) {
    // What takes nothing is not longer for being repeated.
    let start = steps.count
    for round in 0..<least {
      let before = steps.count
      try append(part)
      if steps.count == before || round > Pattern.stepLimit { return }
    }
    func split(_ body: Int, _ exit: Int) -> Pattern.Step {
      isLazy ? .split(exit, body) : .split(body, exit)
    }
    guard let most else {
      let slot = part.canBeEmpty ? slots : nil
      if slot != nil { slots += 1 }
      let loop = steps.count
      try emit(.match)
      if let slot { try emit(.note(slot)) }
      try append(part)
      if let slot { try emit(.advanced(slot)) }
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
