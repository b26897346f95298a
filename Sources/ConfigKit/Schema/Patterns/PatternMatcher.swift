/// Tries a pattern on one text. First it just goes back where it fails; a pattern that makes that long
/// is tried again with a note of each step and place that led nowhere, which is never more than their
/// product. With references back to groups that is not possible, and a budget ends it.
struct PatternMatcher {
  /// The most steps of a pattern on a text.
  static let budget = 4_000_000
  private static let quickBudget = 4_000
  /// In bits.
  private static let memoryLimit = 1 << 26

  private let pattern: Pattern
  private let text: [Unicode.Scalar]
  private var steps = 0
  private var limit = quickBudget
  private var remembers = false

  init(_ pattern: Pattern, _ text: [Unicode.Scalar]) {
    self.pattern = pattern
    self.text = text
  }

  mutating func search() -> Pattern.Answer {
    if let found = run() { return found ? .found : .absent }
    limit = Self.budget
    steps = 0
    remembers = !pattern.hasBackreferences
    return run().map { $0 ? .found : .absent } ?? .tooExpensive
  }

  /// - Returns: nil when the budget is spent.
  private mutating func run() -> Bool? {
    var visited = memory(pattern.steps.count)
    for start in 0...(pattern.isAnchored ? 0 : text.count) {
      var slots = [Int](repeating: -1, count: pattern.slots)
      switch match(0..<pattern.steps.count, at: start, endingAt: nil, &slots, &visited) {
      case true?: return true
      case false?: continue
      case nil: return nil
      }
    }
    return false
  }

  /// One bit for each step and place; empty where nothing is noted.
  private mutating func memory(_ count: Int) -> [UInt64] {
    guard remembers else { return [] }
    let bits = count * (text.count + 1)
    guard bits <= Self.memoryLimit else { return [] }
    // Setting it up is work, too.
    steps += bits / 1024
    return [UInt64](repeating: 0, count: bits / 64 + 1)
  }

  private enum Choice {
    case branch(Int, Int)
    case restore(slot: Int, Int)
  }

  private mutating func match(
    _ range: Range<Int>, at start: Int, endingAt end: Int?, _ slots: inout [Int],
    _ visited: inout [UInt64]
  ) -> Bool? {
    var choices: [Choice] = []
    var step = range.lowerBound
    var place = start
    while true {
      steps += 1
      guard steps <= limit else { return nil }
      var holds = true
      if !visited.isEmpty {
        let bit = (step - range.lowerBound) * (text.count + 1) + place
        holds = visited[bit >> 6] & 1 << (bit & 63) == 0
        visited[bit >> 6] |= 1 << (bit & 63)
      }
      if holds {
        switch pattern.steps[step] {
        case .set(let set):
          holds = place < text.count && pattern.sets[set].contains(text[place])
          place += 1
          step += 1
        case .split(let first, let second):
          choices.append(.branch(second, place))
          step = first
        case .jump(let target): step = target
        case .start:
          holds = place == 0
          step += 1
        case .end:
          holds = place == text.count
          step += 1
        case .wordBoundary(let isNegated):
          holds = isBoundary(place) != isNegated
          step += 1
        case .look(let from, let to, let isAhead, let isNegated):
          guard let found = look(from..<to, place, isAhead, &slots) else { return nil }
          holds = found != isNegated
          step = to
        case .backreference(let group):
          let length = repetition(of: group, at: place, slots)
          holds = length != nil
          place += length ?? 0
          step += 1
        case .note(let slot):
          choices.append(.restore(slot: slot, slots[slot]))
          slots[slot] = place
          step += 1
        case .advanced(let slot):
          // Where steps are remembered, a loop that took nothing comes to one that it knows.
          holds = !visited.isEmpty || slots[slot] != place
          step += 1
        case .match:
          if end == nil || end == place { return true }
          holds = false
        }
      }
      if !holds {
        guard let branch = Self.back(&choices, &slots) else { return false }
        (step, place) = branch
      }
    }
  }

  private static func back(_ choices: inout [Choice], _ slots: inout [Int]) -> (Int, Int)? {
    while let choice = choices.popLast() {
      switch choice {
      case .branch(let step, let place): return (step, place)
      case .restore(let slot, let place): slots[slot] = place
      }
    }
    return nil
  }

  /// Behind a place, every beginning that could end there is tried.
  private mutating func look(
    _ range: Range<Int>, _ place: Int, _ isAhead: Bool, _ slots: inout [Int]
  ) -> Bool? {
    if isAhead {
      var visited = memory(range.count)
      return match(range, at: place, endingAt: nil, &slots, &visited)
    }
    for start in stride(from: place, through: 0, by: -1) {
      var visited = memory(range.count)
      guard let found = match(range, at: start, endingAt: place, &slots, &visited) else {
        return nil
      }
      if found { return true }
    }
    return false
  }

  private func isBoundary(_ place: Int) -> Bool {
    func isWord(_ index: Int) -> Bool {
      text.indices.contains(index) && PatternProperty.isWord(text[index].value)
    }
    return isWord(place - 1) != isWord(place)
  }

  /// How much of the text repeats a group; a group that took no part repeats nothing.
  private func repetition(of group: Int, at place: Int, _ slots: [Int]) -> Int? {
    let (start, end) = (slots[2 * group - 2], slots[2 * group - 1])
    guard start >= 0, end >= start else { return 0 }
    let length = end - start
    guard place + length <= text.count else { return nil }
    return text[start..<end].elementsEqual(text[place..<place + length]) ? length : nil
  }
}
