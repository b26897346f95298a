/// How a value that takes other arguments than its original differs from it. Uses are told by their
/// indices.
public enum ArgumentDifference: Hashable, Sendable {
  /// The original takes an argument that the value does not.
  case missing(expected: Int)
  /// The value takes an argument that the original does not.
  case extra(own: Int)
  /// Both take an argument, and nothing can serve both.
  case other(own: Int, expected: Int)

  /// The one with the lowest number; nil when a value takes what its original does.
  ///
  /// - Parameters:
  ///   - own: the uses of the value.
  ///   - expected: those of its original.
  public init?(_ own: [ArgumentUse], from expected: [ArgumentUse]) {
    let (wanted, found) = (Self.firsts(of: expected), Self.firsts(of: own))
    for number in Set(wanted.keys).union(found.keys).sorted() {
      switch (wanted[number], found[number]) {
      case (let wanted?, nil):
        // A language may say the same to everybody.
        if expected.allSatisfy({ $0.number != number || $0.demand == .select }) { continue }
        self = .missing(expected: wanted)
        return
      case (nil, let extra?):
        self = .extra(own: extra)
        return
      case (let wanted?, let mine?) where !own[mine].demand.agrees(with: expected[wanted].demand):
        self = .other(own: mine, expected: wanted)
        return
      default: continue
      }
    }
    return nil
  }

  /// Which use of the value it is about; nil for what is missing.
  public var own: Int? {
    switch self {
    case .missing: nil
    case .extra(let own), .other(let own, _): own
    }
  }

  /// Which use of the original it is about; nil for one too many.
  public var expected: Int? {
    switch self {
    case .extra: nil
    case .missing(let expected), .other(_, let expected): expected
    }
  }

  /// The use that says most about each argument: the first that is not merely shown.
  private static func firsts(of uses: [ArgumentUse]) -> [Int: Int] {
    var firsts: [Int: Int] = [:]
    var last: Int?
    for index in uses.indices {
      let isPlain = uses[index].demand.isPlain
      // It says no more of the argument than the use before it.
      if last == uses[index].number, isPlain { continue }
      let number = uses[index].number
      last = number
      guard let first = firsts[number] else {
        firsts[number] = index
        continue
      }
      if !isPlain, uses[first].demand.isPlain { firsts[number] = index }
    }
    return firsts
  }
}

extension [ArgumentUse] {
  /// The first two uses of one argument that nothing can serve both, as indices; of the argument
  /// with the lowest number.
  public var conflict: (first: Int, other: Int)? {
    var firsts: [Int: Int] = [:]
    // One argument may be asked for again and again, and in the same way.
    var last: (number: Int, first: Int)?
    var found: (first: Int, other: Int)?
    for index in indices where !self[index].demand.isPlain {
      if index > 0, self[index] == self[index - 1] { continue }
      let number = self[index].number
      let first: Int
      if let last, last.number == number {
        first = last.first
      } else {
        guard let known = firsts[number] else {
          firsts[number] = index
          last = (number, index)
          continue
        }
        first = known
        last = (number, known)
      }
      if self[first].demand.agrees(with: self[index].demand) { continue }
      if found.map({ number < self[$0.first].number }) ?? true { found = (first, index) }
    }
    return found
  }
}
