/// A search for a pattern in a string.
///
/// The first attempt is plain backtracking. If that takes too long, the search is repeated with
/// memoization of failed (step, position) pairs, which bounds the time to steps × positions.
/// Patterns with backreferences can't be memoized, so their time is limited by a budget.
struct PatternMatcher {
  /// The maximum number of steps in a search.
  static let budget = 4_000_000
  /// The maximum number of steps in the first attempt.
  private static let quickBudget = 4_000
  /// The maximum size of the memo, in bits.
  private static let memoLimit = 1 << 26

  /// The compiled pattern.
  private let pattern: Pattern
  /// The scalars of the string.
  private let text: [Unicode.Scalar]
  /// The number of steps in the current attempt so far.
  private var stepCount = 0
  /// The maximum number of steps in the current attempt.
  private var limit = quickBudget
  /// Whether failed (step, position) pairs are memoized.
  private var memoizesFailures = false

  /// Creates a search.
  init(_ pattern: Pattern, _ text: [Unicode.Scalar]) {
    self.pattern = pattern
    self.text = text
  }

  /// Searches for the pattern at all positions.
  mutating func search() -> Pattern.SearchResult {
    if let found = run() { return found ? .found : .absent }
    limit = Self.budget
    stepCount = 0
    memoizesFailures = !pattern.hasBackreferences
    return run().map { $0 ? .found : .absent } ?? .tooExpensive
  }

  /// Tries all positions.
  ///
  /// - Returns: `nil` if the budget is exhausted.
  private mutating func run() -> Bool? {
    var visited = makeMemo(pattern.steps.count)
    for start in 0...(pattern.isAnchored ? 0 : text.count) {
      var slots = [Int](repeating: -1, count: pattern.slotCount)
      switch match(0..<pattern.steps.count, at: start, endingAt: nil, &slots, &visited) {
      case true?: return true
      case false?: continue
      case nil: return nil
      }
    }
    return false
  }

  /// Returns a memo with one bit for each (step, position) pair, or an empty memo if failures are not
  /// memoized.
  private mutating func makeMemo(_ count: Int) -> [UInt64] {
    guard memoizesFailures else { return [] }
    let bits = count * (text.count + 1)
    guard bits <= Self.memoLimit else { return [] }
    // Clearing the memo also takes time.
    stepCount += bits / 1024
    return [UInt64](repeating: 0, count: bits / 64 + 1)
  }

  /// A decision that the search can return to.
  private enum Choice {
    /// The other step of a split, and its position.
    case branch(Int, Int)
    /// The previous position in a slot.
    case restore(slot: Int, Int)
  }

  /// Matches steps at a position.
  ///
  /// - Parameters:
  ///   - range: The range of steps, which end with `match`.
  ///   - start: The position at which the match starts.
  ///   - end: The position at which the match must end, or `nil` for any position.
  ///   - slots: The positions that the steps have stored.
  ///   - visited: The memo of failed pairs.
  /// - Returns: `nil` if the budget is exhausted.
  private mutating func match(
    _ range: Range<Int>, at start: Int, endingAt end: Int?, _ slots: inout [Int],
    _ visited: inout [UInt64]
  ) -> Bool? {
    var choices: [Choice] = []
    var step = range.lowerBound
    var position = start
    while true {
      stepCount += 1
      guard stepCount <= limit else { return nil }
      var matches = true
      // Each combination is tried once, because a second attempt would also fail.
      if !visited.isEmpty {
        let bit = (step - range.lowerBound) * (text.count + 1) + position
        matches = visited[bit >> 6] & 1 << (bit & 63) == 0
        visited[bit >> 6] |= 1 << (bit & 63)
      }
      if matches {
        switch pattern.steps[step] {
        case .set(let set):
          matches = position < text.count && pattern.sets[set].contains(text[position])
          position += 1
          step += 1
        case .split(let first, let second):
          choices.append(.branch(second, position))
          step = first
        case .jump(let target): step = target
        case .start:
          matches = position == 0
          step += 1
        case .end:
          matches = position == text.count
          step += 1
        case .wordBoundary(let isNegated):
          matches = isBoundary(position) != isNegated
          step += 1
        case .lookaround(let from, let to, let isAhead, let isNegated):
          guard let found = matchLookaround(from..<to, position, isAhead, &slots) else {
            return nil
          }
          matches = found != isNegated
          step = to
        case .backreference(let group):
          let length = repetition(of: group, at: position, slots)
          matches = length != nil
          position += length ?? 0
          step += 1
        case .saveOffset(let slot):
          choices.append(.restore(slot: slot, slots[slot]))
          slots[slot] = position
          step += 1
        case .requireProgress(let slot):
          // With a memo, a loop that consumed nothing hits a pair that has already failed.
          matches = !visited.isEmpty || slots[slot] != position
          step += 1
        case .match:
          if end == nil || end == position { return true }
          matches = false
        }
      }
      if !matches {
        guard let branch = Self.backtrack(&choices, &slots) else { return false }
        (step, position) = branch
      }
    }
  }

  /// Returns to the last decision and restores the slots, or returns `nil` if there is none.
  private static func backtrack(_ choices: inout [Choice], _ slots: inout [Int]) -> (Int, Int)? {
    while let choice = choices.popLast() {
      switch choice {
      case .branch(let step, let position): return (step, position)
      case .restore(let slot, let position): slots[slot] = position
      }
    }
    return nil
  }

  /// Matches a lookaround at a position. For a lookbehind, each start is tried, from the position
  /// backward.
  private mutating func matchLookaround(
    _ range: Range<Int>, _ position: Int, _ isAhead: Bool, _ slots: inout [Int]
  ) -> Bool? {
    if isAhead {
      var visited = makeMemo(range.count)
      return match(range, at: position, endingAt: nil, &slots, &visited)
    }
    for start in stride(from: position, through: 0, by: -1) {
      var visited = makeMemo(range.count)
      guard let found = match(range, at: start, endingAt: position, &slots, &visited) else {
        return nil
      }
      if found { return true }
    }
    return false
  }

  /// Returns whether a position is between a word character and a different character.
  private func isBoundary(_ position: Int) -> Bool {
    /// Returns whether there is a word character at an index, which may be outside the string.
    func isWord(_ index: Int) -> Bool {
      text.indices.contains(index) && PatternProperty.isWord(text[index].value)
    }
    return isWord(position - 1) != isWord(position)
  }

  /// Returns the length of a group's text if it occurs again at the position, otherwise `nil`. A
  /// group that did not participate matches the empty string.
  private func repetition(of group: Int, at position: Int, _ slots: [Int]) -> Int? {
    let (start, end) = (slots[2 * group - 2], slots[2 * group - 1])
    guard start >= 0, end >= start else { return 0 }
    let length = end - start
    guard position + length <= text.count else { return nil }
    return text[start..<end].elementsEqual(text[position..<position + length]) ? length : nil
  }
}
