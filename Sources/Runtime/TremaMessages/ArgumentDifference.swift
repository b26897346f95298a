/// A difference between a value's arguments and its original's arguments. Uses are identified by
/// their indices.
package enum ArgumentDifference: Hashable, Sendable {
  /// The original uses an argument that the value does not use.
  case missing(expected: Int)
  /// The value uses an argument that the original does not use.
  case extra(actual: Int)
  /// Both use the argument, but with requirements that no single value satisfies.
  case other(actual: Int, expected: Int)

  /// Finds the first difference that breaks a call with the arguments of the original or, if there
  /// is none, the first argument that is omitted. In both cases, the first argument is the one with
  /// the lowest number. The result is `nil` if the value uses the same arguments as its original.
  ///
  /// - Complexity: Linear in the value's use count, and independent of the original's.
  ///
  /// - Parameters:
  ///   - uses: The uses of the value.
  ///   - expected: The original's arguments.
  package init?(_ uses: [ArgumentUse], from expected: ExpectedArguments) {
    let found = uses.decisiveUses
    for number in found.numbers {
      guard let actualIndex = found[number] else { continue }
      guard let expectedIndex = expected.decisiveUses[number] else {
        self = .extra(actual: actualIndex)
        return
      }
      if uses[actualIndex].requirement.agrees(with: expected.uses[expectedIndex].requirement) {
        continue
      }
      self = .other(actual: actualIndex, expected: expectedIndex)
      return
    }
    guard let missing = expected.required.first(where: { found[$0] == nil }),
      let expectedIndex = expected.decisiveUses[missing]
    else { return nil }
    self = .missing(expected: expectedIndex)
  }

  /// Whether the value only omits an argument, so a call that passes the arguments of the original
  /// still works.
  package var isOmission: Bool { if case .missing = self { true } else { false } }

  /// The index of the use in the value, or `nil` if the argument is missing.
  package var actual: Int? {
    switch self {
    case .missing: nil
    case .extra(let actual), .other(let actual, _): actual
    }
  }

  /// The index of the use in the original, or `nil` if the argument is extra.
  package var expected: Int? {
    switch self {
    case .extra: nil
    case .missing(let expected), .other(_, let expected): expected
    }
  }
}

/// The arguments of an original, prepared for the comparison with many values.
package struct ExpectedArguments: Sendable {
  /// The original's uses, followed by the call's further arguments.
  package let uses: [ArgumentUse]
  /// The indices of the decisive uses, by argument.
  fileprivate let decisiveUses: ArgumentMap
  /// The argument numbers that each value must use, in ascending order. An argument that only
  /// selects a branch may be omitted, because a language may use the same wording in all branches.
  fileprivate let required: [Int]

  /// Prepares the arguments of an original.
  ///
  /// - Parameters:
  ///   - original: The uses of the original.
  ///   - passed: The uses of arguments that the call also passes but the original does not show.
  ///   - choosing: The arguments of plurals that only select a branch and are not shown.
  package init(
    _ original: [ArgumentUse], passed: [ArgumentUse] = [], choosing: Set<Int> = []
  ) {
    var firsts = original.decisiveUses
    for (index, use) in passed.enumerated() where firsts[use.number] == nil {
      firsts[use.number] = original.count + index
    }
    self.decisiveUses = firsts
    uses = original + passed
    var required = ArgumentMap(count: original.count)
    for index in original.indices where !original[index].onlySelectsBranch(choosing) {
      required[original[index].number] = index
    }
    self.required = required.numbers
  }
}

extension ArgumentUse {
  /// Returns whether the argument only selects a branch.
  ///
  /// - Parameter plurals: The arguments of plurals that are not shown.
  fileprivate func onlySelectsBranch(_ plurals: Set<Int>) -> Bool {
    switch requirement {
    case .select: true
    case .plural: plurals.contains(number)
    case .placeholder, .plain, .number, .date, .time: false
    }
  }
}

extension Message {
  /// The arguments of plurals whose number is never displayed by `#`. Requires that all arguments
  /// of the message are numbered.
  package var hiddenPluralNumbers: Set<Int> {
    var (all, shown): (Set<Int>, Set<Int>) = ([], [])
    collectPlurals(&all, shown: &shown)
    return all.subtracting(shown)
  }

  /// Adds the arguments of all plurals to one set, and those displayed by `#` to the other.
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
  /// The index of each argument's decisive use: the first one that requires more than displaying
  /// the argument.
  fileprivate var decisiveUses: ArgumentMap {
    var firsts = ArgumentMap(count: count)
    var last: Int?
    for index in indices {
      let isPlain = self[index].requirement.isPlain
      // A plain use adds nothing to an earlier use of the same argument.
      if last == self[index].number, isPlain { continue }
      let number = self[index].number
      last = number
      guard let first = firsts[number] else {
        firsts[number] = index
        continue
      }
      if !isPlain, self[first].requirement.isPlain { firsts[number] = index }
    }
    return firsts
  }
}

extension [ArgumentUse] {
  /// The indices of the first two conflicting uses of an argument, which no single value satisfies,
  /// or `nil` if there are none. The argument with the lowest number is preferred.
  package var conflict: (first: Int, other: Int)? {
    var firsts = ArgumentMap(count: count)
    // An argument may be used repeatedly, usually in the same way.
    var last: (number: Int, first: Int)?
    var found: (first: Int, other: Int)?
    for index in indices where !self[index].requirement.isPlain {
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
      if self[first].requirement.agrees(with: self[index].requirement) { continue }
      if found.map({ number < self[$0.first].number }) ?? true { found = (first, index) }
    }
    return found
  }
}

/// A map from argument numbers to indices.
///
/// A value may have 10,000 arguments. Except in malicious files, they are numbered from 1 without
/// gaps. Small numbers therefore index an array, and only larger numbers are hashed.
struct ArgumentMap: Hashable, Sendable {
  /// The values for small numbers, or -1 if a number has none.
  private var denseValues: [Int32]
  /// The values for larger numbers.
  private var sparseValues: [Int: Int] = [:]

  /// Creates an empty map.
  ///
  /// - Parameter count: The approximate number of arguments.
  init(count: Int) { denseValues = Array(repeating: -1, count: count + 8) }

  /// The value for a number, or `nil` if there is none.
  subscript(number: Int) -> Int? {
    get {
      guard denseValues.indices.contains(number) else { return sparseValues[number] }
      return denseValues[number] < 0 ? nil : Int(denseValues[number])
    }
    set {
      if denseValues.indices.contains(number) {
        denseValues[number] = newValue.map(Int32.init) ?? -1
      } else {
        sparseValues[number] = newValue
      }
    }
  }

  /// The numbers with a value, in ascending order.
  var numbers: [Int] {
    let found = denseValues.indices.filter { denseValues[$0] >= 0 }
    return sparseValues.isEmpty ? found : (found + sparseValues.keys).sorted()
  }
}
