/// How a value that takes other arguments than its original differs from it. Uses are told by their
/// indices.
package enum ArgumentDifference: Hashable, Sendable {
  /// The original takes an argument that the value does not.
  case missing(expected: Int)
  /// The value takes an argument that the original does not.
  case extra(own: Int)
  /// Both take an argument, and nothing can serve both.
  case other(own: Int, expected: Int)

  /// Finds the difference that breaks a call with the arguments of the original, otherwise the first
  /// argument that is left out; of each the one with the lowest number. Nil when a value takes what its original does.
  ///
  /// It takes as long as the value has uses, however many the original has.
  ///
  /// - Parameter own: the uses of the value.
  package init?(_ own: [ArgumentUse], from expected: ExpectedArguments) {
    let found = own.firsts
    for number in found.numbers {
      guard let mine = found[number] else { continue }
      guard let wanted = expected.firsts[number] else {
        self = .extra(own: mine)
        return
      }
      if own[mine].demand.agrees(with: expected.uses[wanted].demand) { continue }
      self = .other(own: mine, expected: wanted)
      return
    }
    guard let missing = expected.required.first(where: { found[$0] == nil }),
      let wanted = expected.firsts[missing]
    else { return nil }
    self = .missing(expected: wanted)
  }

  /// Whether the value still works with a call that passes the arguments of the original.
  package var isOmission: Bool { if case .missing = self { true } else { false } }

  /// Which use of the value it is about; nil for what is missing.
  package var own: Int? {
    switch self {
    case .missing: nil
    case .extra(let own), .other(let own, _): own
    }
  }

  /// Which use of the original it is about; nil for one too many.
  package var expected: Int? {
    switch self {
    case .extra: nil
    case .missing(let expected), .other(_, let expected): expected
    }
  }
}

/// The arguments of an original, put together once for all values that are compared with it.
package struct ExpectedArguments: Sendable {
  /// The uses of the original, followed by the further arguments of the call.
  package let uses: [ArgumentUse]
  fileprivate let firsts: ByArgument
  /// The numbers of those that each value must take, too, in their order. An argument that only
  /// selects a branch may be left out, as a language may have one wording for all.
  fileprivate let required: [Int]

  /// - Parameters:
  ///   - original: the uses of the original.
  ///   - passed: further uses that say what the call passes, where the original does not show it.
  ///   - choosing: the arguments of plurals that only choose a branch and are not shown.
  package init(
    _ original: [ArgumentUse], passed: [ArgumentUse] = [], choosing: Set<Int> = []
  ) {
    var firsts = original.firsts
    for (index, use) in passed.enumerated() where firsts[use.number] == nil {
      firsts[use.number] = original.count + index
    }
    self.firsts = firsts
    uses = original + passed
    var required = ByArgument(count: original.count)
    for index in original.indices where !original[index].onlyChooses(choosing) {
      required[original[index].number] = index
    }
    self.required = required.numbers
  }
}

extension ArgumentUse {
  /// - Parameter plurals: the arguments of plurals that are not shown.
  fileprivate func onlyChooses(_ plurals: Set<Int>) -> Bool {
    switch demand {
    case .select: true
    case .plural: plurals.contains(number)
    case .placeholder, .plain, .number, .date, .time: false
    }
  }
}

extension Message {
  /// The arguments of plurals whose number `#` shows nowhere, of a message in which everything has a
  /// number.
  package var hiddenPluralNumbers: Set<Int> {
    var (all, shown): (Set<Int>, Set<Int>) = ([], [])
    collectPlurals(&all, shown: &shown)
    return all.subtracting(shown)
  }

  private func collectPlurals(_ all: inout Set<Int>, shown: inout Set<Int>) {
    guard hasBranches else { return }
    withElements { elements in
      for case .argument(let argument) in elements {
        if case .plural = argument.kind, case .numbered(let number) = argument.name {
          all.insert(number)
          if argument.containsBranch(where: \.showsPluralNumber) { shown.insert(number) }
        }
        argument.forEachBranch { $0.collectPlurals(&all, shown: &shown) }
      }
    }
  }
}

extension [ArgumentUse] {
  /// The use that says most about each argument: the first that is not merely shown.
  fileprivate var firsts: ByArgument {
    var firsts = ByArgument(count: count)
    var last: Int?
    for index in indices {
      let isPlain = self[index].demand.isPlain
      // It says no more of the argument than the use before it.
      if last == self[index].number, isPlain { continue }
      let number = self[index].number
      last = number
      guard let first = firsts[number] else {
        firsts[number] = index
        continue
      }
      if !isPlain, self[first].demand.isPlain { firsts[number] = index }
    }
    return firsts
  }
}

extension [ArgumentUse] {
  /// The first two uses of one argument that nothing can serve both, as indices; of the argument
  /// with the lowest number.
  package var conflict: (first: Int, other: Int)? {
    var firsts = ByArgument(count: count)
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

/// Indices by the numbers of arguments.
///
/// A value may have ten thousand arguments, which are numbered from 1 without gaps except in
/// hostile files: they are found by their numbers, and only larger numbers are hashed.
struct ByArgument: Hashable, Sendable {
  private var near: [Int32]
  private var far: [Int: Int] = [:]

  /// - Parameter count: about how many are to be kept.
  init(count: Int) { near = Array(repeating: -1, count: count + 8) }

  /// The value that is stored for a number; `nil` for none.
  subscript(number: Int) -> Int? {
    get {
      guard near.indices.contains(number) else { return far[number] }
      return near[number] < 0 ? nil : Int(near[number])
    }
    set {
      if near.indices.contains(number) {
        near[number] = newValue.map(Int32.init) ?? -1
      } else {
        far[number] = newValue
      }
    }
  }

  /// The numbers with a stored value, in their order.
  var numbers: [Int] {
    let found = near.indices.filter { near[$0] >= 0 }
    return far.isEmpty ? found : (found + far.keys).sorted()
  }
}
