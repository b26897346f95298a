import TremaCatalog
import TremaMessages

/// A select of a translation that has other keywords than that of the master about the same argument.
struct SelectPair {
  /// Which of the values it is in, and which of the places of that.
  let index: Int
  let place: Int
  /// The master's keywords that it lacks.
  let missing: SomeKeywords
  /// The keywords that it alone has.
  let unknown: SomeKeywords
}

/// The first few of what may be thousands of keywords: a message with all of them would be as long as the
/// value, and there may be as many messages.
struct SomeKeywords: CustomStringConvertible {
  static let most = 5
  private let first: ArraySlice<String>
  private let count: Int

  /// - Parameters:
  ///   - first: so many as are named, or more.
  ///   - count: how many there are in all.
  init(_ first: [String], of count: Int) {
    self.first = first.prefix(Self.most)
    self.count = count
  }

  var isEmpty: Bool { count == 0 }

  /// `'a', 'b'`, and how many more there are.
  var description: String {
    let names = first.map { "'\($0)'" }.joined(separator: ", ")
    return count > first.count ? "\(names) and \(count - first.count) more" : names
  }
}

extension ExaminedText {
  /// Finds the selects of translations with other keywords than the master has, who selects by the same
  /// argument.
  func findSelects() -> [SelectPair] {
    guard let masterIndex, text.values[masterIndex].message.hasSelects else { return [] }
    let others = text.values.indices.filter {
      $0 != masterIndex && text.values[$0].message.hasSelects
    }
    if others.isEmpty { return [] }
    // A value may have thousands: what the master has is looked up.
    var master: [MessageArgument.Name: MasterSelects] = [:]
    for select in ValueSelects(text.values[masterIndex].message).all {
      master[select.name, default: MasterSelects()].append(select.branches)
    }
    var found: [SelectPair] = []
    for index in others {
      let own = ValueSelects(text.values[index].message)
      for select in own.all {
        let difference = master[select.name]?.difference(
          to: select.branches, at: select.number, of: own.counts[select.name, default: 0])
        guard let difference else { continue }
        found.append(
          SelectPair(
            index: index, place: select.place, missing: difference.missing,
            unknown: difference.unknown))
      }
    }
    return found
  }
}

/// The selects of one value, those in branches included, in the order of the source.
private struct ValueSelects {
  struct Select {
    let name: MessageArgument.Name
    let branches: [MessageArgument.SelectBranch]
    /// Which of the places of the value it is.
    let place: Int
    /// Which of the selects about its argument it is.
    let number: Int
  }

  private(set) var all: [Select] = []
  /// How many there are about each argument.
  private(set) var counts: [MessageArgument.Name: Int] = [:]

  init(_ message: Message) {
    message.forEachChoice { argument, place in
      guard let branches = argument.selectBranches else { return }
      let number = counts[argument.name, default: 0]
      counts[argument.name] = number + 1
      all.append(Select(name: argument.name, branches: branches, place: place, number: number))
    }
  }
}

/// The selects of the master about one argument.
///
/// The words of a sentence are in another order in another language, and one select becomes two: a select
/// that has the keywords of any of these is in order. Another is held against the one in the same place
/// where there are as many, and else against all together. What only another of them has is known to the
/// app, too.
private struct MasterSelects {
  private var selects: [[MessageArgument.SelectBranch]] = []
  // Made when a translation has others: most have the same, in the same order.
  private lazy var keywords = KeywordNumbers(selects)
  private lazy var each = selects.map { keywords.sorted($0).known }
  private lazy var alternatives = Set(each)

  mutating func append(_ branches: [MessageArgument.SelectBranch]) { selects.append(branches) }

  /// How a select of a translation differs; nil where it does not.
  ///
  /// It takes as long as the select is, however many keywords the master has.
  ///
  /// - Parameters:
  ///   - number: which of the selects of its value about the argument it is.
  ///   - count: how many of them there are.
  mutating func difference(
    to branches: [MessageArgument.SelectBranch], at number: Int, of count: Int
  ) -> (missing: SomeKeywords, unknown: SomeKeywords)? {
    let isPaired = selects.count == count
    if isPaired, Self.haveSameKeywords(selects[number], branches) { return nil }
    let (own, unknown) = keywords.sorted(branches)
    if unknown.isEmpty, alternatives.contains(own) { return nil }
    let missing =
      isPaired
      ? keywords.missing(from: own, of: each[number])
      : keywords.missing(from: own, of: keywords.all.indices)
    if missing.isEmpty, unknown.isEmpty { return nil }
    return (missing, SomeKeywords(unknown, of: unknown.count))
  }

  private static func haveSameKeywords(
    _ a: [MessageArgument.SelectBranch], _ b: [MessageArgument.SelectBranch]
  ) -> Bool {
    a.count == b.count && a.indices.allSatisfy { a[$0].keyword == b[$0].keyword }
  }
}

/// The keywords of selects by numbers: each is looked up once, and sets of them are told apart as numbers.
private struct KeywordNumbers {
  /// Each once, in the order of the source.
  private(set) var all: [String] = []
  private var numbers: [String: Int] = [:]

  init(_ selects: [[MessageArgument.SelectBranch]]) {
    for branches in selects {
      for index in branches.indices {
        let keyword = branches[index].keyword
        if numbers[keyword] != nil { continue }
        numbers[keyword] = all.count
        all.append(keyword)
      }
    }
  }

  /// The numbers of the keywords of a select, in their order, and the keywords that have none.
  func sorted(
    _ branches: [MessageArgument.SelectBranch]
  ) -> (known: [Int], unknown: [String]) {
    var (known, unknown): ([Int], [String]) = ([], [])
    known.reserveCapacity(branches.count)
    for index in branches.indices {
      let keyword = branches[index].keyword
      if let number = numbers[keyword] { known.append(number) } else { unknown.append(keyword) }
    }
    known.sort()
    return (known, unknown)
  }

  /// Returns the keywords that a select lacks.
  ///
  /// - Parameters:
  ///   - own: the numbers of the select, in their order.
  ///   - wanted: those of the keywords; gone through until enough are found to be named.
  func missing(from own: [Int], of wanted: some RandomAccessCollection<Int>) -> SomeKeywords {
    let count = wanted.count - own.count { wanted.contains(sorted: $0) }
    var named: [String] = []
    var behind = 0
    for number in wanted {
      if named.count == min(count, SomeKeywords.most) { break }
      while behind < own.count, own[behind] < number { behind += 1 }
      if behind == own.count || own[behind] != number { named.append(all[number]) }
    }
    return SomeKeywords(named, of: count)
  }
}

extension RandomAccessCollection<Int> {
  /// Whether a number is among those that are in their order.
  fileprivate func contains(sorted number: Int) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if self[middle] < number { low = index(after: middle) } else { high = middle }
    }
    return low < endIndex && self[low] == number
  }
}
