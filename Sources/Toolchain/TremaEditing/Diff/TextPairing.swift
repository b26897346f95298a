import TremaCatalog
import TremaSupport

/// Finds which text of a new state was which of an old one, in time that grows with their number
/// alone.
struct TextPairing {
  private let old: [Text]
  private let new: [Text]
  /// The index of the old text that each new text is compared with.
  private(set) var partners: [Int?]
  private var isTaken: [Bool]

  /// Pairs texts of the same key. Where a file has a key more than once, those that say the same
  /// find each other first, and the others in their order.
  init(_ old: [Text], _ new: [Text], _ comparison: inout TextComparison) {
    self.old = old
    self.new = new
    partners = Array(repeating: nil, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
    var places: [ExactKey: Int] = Dictionary(minimumCapacity: old.count)
    var repeated: Set<ExactKey> = []
    for index in old.indices {
      let key = ExactKey(old[index].key)
      if places.updateValue(index, forKey: key) != nil { repeated.insert(key) }
    }
    var met: Set<Int> = []
    for index in new.indices {
      let key = ExactKey(new[index].key)
      guard let place = places[key] else { continue }
      if met.insert(place).inserted {
        pair(index, place)
      } else {
        repeated.insert(key)
      }
    }
    if !repeated.isEmpty { pairRepeated(repeated, &comparison) }
  }

  /// The old texts that have no partner, in their order.
  var removed: [Int] { old.indices.filter { !isTaken[$0] } }

  private mutating func pair(_ newIndex: Int, _ oldIndex: Int) {
    partners[newIndex] = oldIndex
    isTaken[oldIndex] = true
  }

  private mutating func pairRepeated(
    _ keys: Set<ExactKey>, _ comparison: inout TextComparison
  ) {
    var groups: [ExactKey: Group] = [:]
    for (index, text) in old.enumerated() where keys.contains(ExactKey(text.key)) {
      isTaken[index] = false
      groups[ExactKey(text.key), default: Group()].old.append(index)
    }
    for (index, text) in new.enumerated() where keys.contains(ExactKey(text.key)) {
      partners[index] = nil
      groups[ExactKey(text.key), default: Group()].new.append(index)
    }
    for group in groups.values {
      let same = sameContents(group, &comparison) { SaidText($0, &$1, withDetails: true) }
      for (oldIndices, newIndices) in same {
        for (a, b) in zip(oldIndices, newIndices) { pair(b, a) }
      }
      let rest = group.old.filter { !isTaken[$0] }
      for (a, b) in zip(rest, group.new.filter { partners[$0] == nil }) { pair(b, a) }
    }
  }

  /// Pairs texts without a partner that have the same values: their key was changed. Of several,
  /// the one with the same context and the most similar key is taken.
  mutating func pairRenamed(_ comparison: inout TextComparison) {
    let group = Group(old: removed, new: new.indices.filter { partners[$0] == nil })
    if group.old.isEmpty || group.new.isEmpty { return }
    for (oldIndices, newIndices) in sameContents(group, &comparison, by: SaidText.ifWorthIt) {
      pairSimilar(oldIndices, newIndices)
    }
  }

  private struct Group {
    var old: [Int] = []
    var new: [Int] = []
  }

  /// The texts of a group by what they say, where both states have one; in the order of the old.
  private func sameContents(
    _ group: Group, _ comparison: inout TextComparison,
    by content: (Text, inout TextComparison) -> SaidText?
  ) -> [([Int], [Int])] {
    var numbers: [SaidText: Int] = [:]
    var found: [([Int], [Int])] = []
    for index in group.old {
      guard let said = content(old[index], &comparison) else { continue }
      let number = numbers[said] ?? found.count
      if number == found.count {
        numbers[said] = number
        found.append(([], []))
      }
      found[number].0.append(index)
    }
    for index in group.new {
      guard let said = content(new[index], &comparison), let number = numbers[said] else {
        continue
      }
      found[number].1.append(index)
    }
    return found.filter { !$0.1.isEmpty }
  }

  /// Beyond this many texts that say the same, each with each would take too long.
  private static let mostCompared = 32

  private mutating func pairSimilar(_ oldIndices: [Int], _ newIndices: [Int]) {
    guard oldIndices.count + newIndices.count > 2,
      max(oldIndices.count, newIndices.count) <= Self.mostCompared
    else {
      for (a, b) in zip(oldIndices, newIndices) { pair(b, a) }
      return
    }
    var pairs: [(old: Int, new: Int, likeness: Int)] = []
    for a in oldIndices {
      for b in newIndices { pairs.append((a, b, likeness(old[a], new[b]))) }
    }
    pairs.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
    for (a, b, _) in pairs where !isTaken[a] && partners[b] == nil { pair(b, a) }
  }

  /// How many bytes of the keys are the same at both ends; the same context counts more than those.
  private func likeness(_ a: Text, _ b: Text) -> Int {
    let (first, second) = (Array(a.key.utf8), Array(b.key.utf8))
    let shorter = min(first.count, second.count)
    let start = zip(first, second).prefix { $0 == $1 }.count
    let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
    let isSameContext = (a.context?.text ?? "").isExactly(b.context?.text ?? "")
    return min(start + end, shorter) + (isSameContext ? 1 << 32 : 0)
  }
}

/// The content of a text, to find it again under another key.
private struct SaidText: Hashable {
  private struct Said: Hashable {
    var language: Int
    var content: ExactKey
    var status: Status?
  }

  private var values: [Said]
  private var context: ExactKey?

  /// - Parameter withDetails: whether status and context are part of it.
  init(_ text: Text, _ comparison: inout TextComparison, withDetails: Bool) {
    values = text.values.map { value in
      Said(
        language: comparison.number(of: value.language), content: ExactKey(value.content),
        status: withDetails ? value.status : nil)
    }
    // The order of values says nothing, but for those in the same language.
    var places: [Int: Int] = [:]
    let ranks = values.map { value in
      defer { places[value.language, default: 0] += 1 }
      return (value.language, places[value.language, default: 0])
    }
    values = zip(ranks, values).sorted { $0.0 < $1.0 }.map(\.1)
    context = withDetails ? ExactKey(text.context?.text ?? "") : nil
  }

  /// - Returns: nil for a text that says nothing: one such is like any other.
  static func ifWorthIt(_ text: Text, _ comparison: inout TextComparison) -> SaidText? {
    if text.values.allSatisfy(\.source.isEmpty) { return nil }
    return SaidText(text, &comparison, withDetails: false)
  }
}
