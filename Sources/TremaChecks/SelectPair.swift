import TremaCatalog
import TremaMessages

/// A select of a translation that has other keywords than those of the master about the same argument.
struct SelectPair {
  /// Which of the values it is in, and which of the places of that.
  let index: Int
  let place: Int
  let lacksKeywords: Bool
  let hasUnknownKeywords: Bool
  private let branches: [MessageArgument.SelectBranch]
  /// Those of the selects of the master, one behind the other.
  private let wanted: [String]

  /// - Returns: nil where the keywords are the same.
  fileprivate init?(
    _ branches: [MessageArgument.SelectBranch], of index: Int, at place: Int,
    beside master: inout MasterKeywords
  ) {
    if master.are(branches) { return nil }
    let distinct = master.distinct
    self.index = index
    self.place = place
    self.branches = branches
    wanted = master.all
    lacksKeywords = !distinct.isSubset(of: branches.lazy.map(\.keyword))
    hasUnknownKeywords = branches.indices.contains { number in
      !distinct.contains(branches[number].keyword) && branches[number].keyword != "other"
    }
    if !lacksKeywords, !hasUnknownKeywords { return nil }
  }

  /// The master's keywords that it lacks.
  var missing: [String] {
    let own = Set(branches.lazy.map(\.keyword))
    return wanted.filter { !own.contains($0) }
  }

  /// The keywords that it alone has.
  var unknown: [String] {
    let wanted = Set(wanted)
    return branches.map(\.keyword).filter { !wanted.contains($0) && $0 != "other" }
  }

  func list(_ keywords: [String]) -> String { keywords.map { "'\($0)'" }.joined(separator: ", ") }
}

/// The keywords of all selects of the master about one argument.
private struct MasterKeywords {
  private(set) var all: [String] = []

  /// Made when a translation has others: most have the same, in the same order.
  private(set) lazy var distinct = Set(all)

  mutating func add(_ branches: [MessageArgument.SelectBranch]) {
    for index in branches.indices { all.append(branches[index].keyword) }
  }

  /// Whether a select has just these.
  func are(_ branches: [MessageArgument.SelectBranch]) -> Bool {
    all.count == branches.count
      && branches.indices.allSatisfy { all[$0] == branches[$0].keyword }
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
    var wanted: [MessageArgument.Name: MasterKeywords] = [:]
    text.values[masterIndex].message.forEachChoice { argument, _ in
      guard let branches = argument.selectBranches else { return }
      wanted[argument.name, default: MasterKeywords()].add(branches)
    }
    var found: [SelectPair] = []
    for index in others {
      text.values[index].message.forEachChoice { argument, place in
        guard let branches = argument.selectBranches, wanted[argument.name] != nil else { return }
        let pair = SelectPair(
          branches, of: index, at: place,
          beside: &wanted[argument.name, default: MasterKeywords()])
        if let pair { found.append(pair) }
      }
    }
    return found
  }
}
