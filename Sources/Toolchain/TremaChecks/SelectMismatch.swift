import TremaCatalog
import TremaMessages

/// A select in a translation whose keywords differ from those in the master's select on the same
/// argument.
struct SelectMismatch {
  /// The index of the value.
  let index: Int
  /// The select's index among the value's occurrences (placeholders and arguments).
  let occurrenceIndex: Int
  /// The keywords of the master that the translation lacks.
  let missing: KeywordSummary
  /// The keywords that only the translation has.
  let unknown: KeywordSummary
}

/// A list that names only the first few keywords. A message with all keywords could be as long as
/// the value, and there may be a message for each language.
struct KeywordSummary: CustomStringConvertible {
  /// The maximum number of keywords to name.
  static let maxNamed = 5
  private let first: ArraySlice<String>
  /// The number of all keywords.
  private let count: Int

  /// Creates an abbreviated list.
  ///
  /// - Parameters:
  ///   - first: The first keywords, including at least the keywords to name.
  ///   - count: The number of all keywords.
  init(_ first: [String], of count: Int) {
    self.first = first.prefix(Self.maxNamed)
    self.count = count
  }

  var isEmpty: Bool { count == 0 }

  /// The quoted keywords and the number of further keywords, such as `'a', 'b' and 3 more`.
  var description: String {
    let names = first.map { "'\($0)'" }.joined(separator: ", ")
    return count > first.count ? "\(names) and \(count - first.count) more" : names
  }
}

extension ExaminedText {
  /// Returns the selects in translations whose keywords differ from those in the master's selects
  /// on the same argument.
  func findSelects() -> [SelectMismatch] {
    guard let masterIndex, text.values[masterIndex].message.hasSelects else { return [] }
    let others = text.values.indices.filter {
      $0 != masterIndex && text.values[$0].message.hasSelects
    }
    if others.isEmpty { return [] }
    // A value may have thousands of selects, so the master's selects are in a dictionary.
    var master: [MessageArgument.Name: MasterSelects] = [:]
    for select in ValueSelects(text.values[masterIndex].message).all {
      master[select.name, default: MasterSelects()].append(select.branches)
    }
    var found: [SelectMismatch] = []
    for index in others {
      let selects = ValueSelects(text.values[index].message)
      for select in selects.all {
        let difference = master[select.name]?.difference(
          to: select.branches, at: select.number, of: selects.counts[select.name, default: 0])
        guard let difference else { continue }
        found.append(
          SelectMismatch(
            index: index, occurrenceIndex: select.occurrenceIndex, missing: difference.missing,
            unknown: difference.unknown))
      }
    }
    return found
  }
}

/// The selects of one value, including those in branches, in source order.
private struct ValueSelects {
  /// A select of the value.
  struct Select {
    /// The name of the argument.
    let name: MessageArgument.Name
    let branches: [MessageArgument.SelectBranch]
    /// The index among the occurrences of the value.
    let occurrenceIndex: Int
    /// The index among the selects with the same argument.
    let number: Int
  }

  /// All selects, in source order.
  private(set) var all: [Select] = []
  /// The number of selects with each argument.
  private(set) var counts: [MessageArgument.Name: Int] = [:]

  init(_ message: Message) {
    message.forEachChoice { argument, occurrenceIndex in
      guard let branches = argument.selectBranches else { return }
      let number = counts[argument.name, default: 0]
      counts[argument.name] = number + 1
      all.append(
        Select(
          name: argument.name, branches: branches, occurrenceIndex: occurrenceIndex, number: number)
      )
    }
  }
}

/// The master's selects with the same argument.
///
/// Word order differs between languages, and one select may become two. A select is therefore
/// correct if any of the master's selects has the same keywords. Any other select is compared with
/// the select at the same index if both values have equally many, and otherwise with all of them
/// together. A keyword from any of the master's selects isn't unknown, because the app passes it.
private struct MasterSelects {
  private var selects: [[MessageArgument.SelectBranch]] = []
  // These properties are lazy because they aren't needed for most translations, which have the same
  // selects in the same order.
  private lazy var keywords = KeywordNumbers(selects)
  private lazy var sortedKeywords = selects.map { keywords.sorted($0).known }
  private lazy var alternatives = Set(sortedKeywords)

  /// Appends a select.
  mutating func append(_ branches: [MessageArgument.SelectBranch]) { selects.append(branches) }

  /// Returns the difference between a select of a translation and the master's selects, or `nil` if
  /// there is none.
  ///
  /// The time is proportional to the select's size and doesn't depend on how many keywords the
  /// master has.
  ///
  /// - Parameters:
  ///   - branches: The branches of the select.
  ///   - number: The index among the value's selects with the argument.
  ///   - count: The number of the value's selects with the argument.
  mutating func difference(
    to branches: [MessageArgument.SelectBranch], at number: Int, of count: Int
  ) -> (missing: KeywordSummary, unknown: KeywordSummary)? {
    let isPaired = selects.count == count
    if isPaired, Self.haveSameKeywords(selects[number], branches) { return nil }
    let (known, unknown) = keywords.sorted(branches)
    if unknown.isEmpty, alternatives.contains(known) { return nil }
    let missing =
      isPaired
      ? keywords.missing(from: known, of: sortedKeywords[number])
      : keywords.missing(from: known, of: keywords.all.indices)
    if missing.isEmpty, unknown.isEmpty { return nil }
    return (missing, KeywordSummary(unknown, of: unknown.count))
  }

  /// Returns whether two selects have the same keywords in the same order.
  private static func haveSameKeywords(
    _ a: [MessageArgument.SelectBranch], _ b: [MessageArgument.SelectBranch]
  ) -> Bool {
    a.count == b.count && a.indices.allSatisfy { a[$0].keyword == b[$0].keyword }
  }
}

/// The numbered keywords of selects. Each keyword is looked up once, and sets of keywords are
/// compared as numbers.
private struct KeywordNumbers {
  /// The distinct keywords, in source order. The index of a keyword is its number.
  private(set) var all: [String] = []
  private var numbers: [String: Int] = [:]

  /// Numbers the keywords of some selects.
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

  /// Returns a select's keyword numbers in ascending order, and the keywords without a number.
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
  ///   - numbers: The select's keyword numbers in ascending order.
  ///   - wanted: The required keyword numbers in ascending order. The search ends when enough
  ///     keywords to name have been found.
  func missing(from numbers: [Int], of wanted: some RandomAccessCollection<Int>) -> KeywordSummary {
    let count = wanted.count - numbers.count { wanted.contains(sorted: $0) }
    var named: [String] = []
    var index = 0
    for number in wanted {
      if named.count == min(count, KeywordSummary.maxNamed) { break }
      while index < numbers.count, numbers[index] < number { index += 1 }
      if index == numbers.count || numbers[index] != number { named.append(all[number]) }
    }
    return KeywordSummary(named, of: count)
  }
}

extension RandomAccessCollection<Int> {
  /// Returns whether the collection, which must be sorted, contains a number, using a binary
  /// search.
  fileprivate func contains(sorted number: Int) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if self[middle] < number { low = index(after: middle) } else { high = middle }
    }
    return low < endIndex && self[low] == number
  }
}
