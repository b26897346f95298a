import TremaCatalog
import TremaSupport

/// Matches the texts in a new version with those in an old version, in linear time.
struct TextPairing {
  /// The texts of the old version.
  private let old: [Text]
  /// The texts of the new version.
  private let new: [Text]
  /// The index of the old text to compare each new text with, or `nil` for an added text.
  private(set) var partners: [Int?]
  /// Whether each old text has a partner.
  private var hasPartner: [Bool]

  /// Pairs texts with the same key.
  ///
  /// If a key is repeated in a version, texts with the same content are paired first, then the
  /// others in order.
  init(_ old: [Text], _ new: [Text], _ comparison: inout TextComparison) {
    self.old = old
    self.new = new
    partners = Array(repeating: nil, count: new.count)
    hasPartner = Array(repeating: false, count: old.count)
    var oldIndices: [ExactKey: Int] = Dictionary(minimumCapacity: old.count)
    var repeated: Set<ExactKey> = []
    for index in old.indices {
      let key = ExactKey(old[index].key)
      if oldIndices.updateValue(index, forKey: key) != nil { repeated.insert(key) }
    }
    // Most keys are unique in both versions and are paired in one pass. Texts with repeated keys
    // are collected and paired again afterwards.
    var paired: Set<Int> = []
    for index in new.indices {
      let key = ExactKey(new[index].key)
      guard let oldIndex = oldIndices[key] else { continue }
      if paired.insert(oldIndex).inserted {
        pair(index, oldIndex)
      } else {
        repeated.insert(key)
      }
    }
    if !repeated.isEmpty { pairRepeated(repeated, &comparison) }
  }

  /// The indices of the old texts without a partner, in ascending order.
  var removed: [Int] { old.indices.filter { !hasPartner[$0] } }

  /// Pairs two texts.
  private mutating func pair(_ newIndex: Int, _ oldIndex: Int) {
    partners[newIndex] = oldIndex
    hasPartner[oldIndex] = true
  }

  /// Pairs texts with repeated keys again, starting with texts that have the same content.
  private mutating func pairRepeated(
    _ keys: Set<ExactKey>, _ comparison: inout TextComparison
  ) {
    var groups: [ExactKey: Group] = [:]
    for (index, text) in old.enumerated() where keys.contains(ExactKey(text.key)) {
      hasPartner[index] = false
      groups[ExactKey(text.key), default: Group()].old.append(index)
    }
    for (index, text) in new.enumerated() where keys.contains(ExactKey(text.key)) {
      partners[index] = nil
      groups[ExactKey(text.key), default: Group()].new.append(index)
    }
    for group in groups.values {
      let same = sameContents(group, &comparison) { TextFingerprint($0, &$1, withDetails: true) }
      for (oldIndices, newIndices) in same {
        for (a, b) in zip(oldIndices, newIndices) { pair(b, a) }
      }
      let rest = group.old.filter { !hasPartner[$0] }
      for (a, b) in zip(rest, group.new.filter { partners[$0] == nil }) { pair(b, a) }
    }
  }

  /// Pairs texts without a partner that have the same values, because their keys were changed.
  ///
  /// If there are multiple candidates, a text with the same context is preferred, then the text
  /// with the most similar key.
  mutating func pairRenamed(_ comparison: inout TextComparison) {
    let group = Group(old: removed, new: new.indices.filter { partners[$0] == nil })
    if group.old.isEmpty || group.new.isEmpty { return }
    for (oldIndices, newIndices) in sameContents(
      group, &comparison, by: TextFingerprint.ifDistinctive)
    {
      pairSimilar(oldIndices, newIndices)
    }
  }

  /// Indices of texts that may be paired with each other.
  private struct Group {
    var old: [Int] = []
    var new: [Int] = []
  }

  /// Groups texts by their content.
  ///
  /// - Parameters:
  ///   - group: The texts to group.
  ///   - comparison: The comparison that stores the languages.
  ///   - content: Returns the content of a text, or `nil` to exclude it.
  /// - Returns: The indices of old and new texts with the same content, in the old version's order.
  ///   Contents that occur in only one version are excluded.
  private func sameContents(
    _ group: Group, _ comparison: inout TextComparison,
    by content: (Text, inout TextComparison) -> TextFingerprint?
  ) -> [([Int], [Int])] {
    var numbers: [TextFingerprint: Int] = [:]
    var found: [([Int], [Int])] = []
    for index in group.old {
      guard let fingerprint = content(old[index], &comparison) else { continue }
      let number = numbers[fingerprint] ?? found.count
      if number == found.count {
        numbers[fingerprint] = number
        found.append(([], []))
      }
      found[number].0.append(index)
    }
    for index in group.new {
      guard let fingerprint = content(new[index], &comparison), let number = numbers[fingerprint]
      else {
        continue
      }
      found[number].1.append(index)
    }
    return found.filter { !$0.1.isEmpty }
  }

  /// The maximum number of texts with the same content that are compared with each other. If there
  /// are more, the quadratic comparison would take too long, so they are paired in order.
  private static let maxCompared = 32

  /// Pairs texts with the same content, starting with the most similar texts.
  private mutating func pairSimilar(_ oldIndices: [Int], _ newIndices: [Int]) {
    guard oldIndices.count + newIndices.count > 2,
      max(oldIndices.count, newIndices.count) <= Self.maxCompared
    else {
      for (a, b) in zip(oldIndices, newIndices) { pair(b, a) }
      return
    }
    var pairs: [(old: Int, new: Int, likeness: Int)] = []
    for a in oldIndices {
      for b in newIndices { pairs.append((a, b, similarity(old[a], new[b]))) }
    }
    pairs.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
    for (a, b, _) in pairs where !hasPartner[a] && partners[b] == nil { pair(b, a) }
  }

  /// Returns the similarity of two texts: the total length, in bytes, of their keys' common prefix
  /// and suffix. An equal context outweighs any length.
  private func similarity(_ a: Text, _ b: Text) -> Int {
    let (first, second) = (Array(a.key.utf8), Array(b.key.utf8))
    let shorter = min(first.count, second.count)
    let start = zip(first, second).prefix { $0 == $1 }.count
    let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
    let isSameContext = (a.context?.text ?? "").equalsExactly(b.context?.text ?? "")
    return min(start + end, shorter) + (isSameContext ? 1 << 32 : 0)
  }
}

/// The content of a text, used to recognize it if its key was changed.
private struct TextFingerprint: Hashable {
  /// The content of one value.
  private struct ValueContent: Hashable {
    var language: Int
    var content: ExactKey
    var status: Status?
  }

  /// The values, sorted by the index of their language.
  private var values: [ValueContent]
  /// The context, if it is part of the content.
  private var context: ExactKey?

  /// Creates the content of a text.
  ///
  /// - Parameters:
  ///   - text: The text whose content to compute.
  ///   - comparison: The comparison that assigns the indices of languages.
  ///   - withDetails: Whether the statuses and the context are part of the content.
  init(_ text: Text, _ comparison: inout TextComparison, withDetails: Bool) {
    values = text.values.map { value in
      ValueContent(
        language: comparison.number(of: value.language), content: ExactKey(value.content),
        status: withDetails ? value.status : nil)
    }
    // The order of values has no meaning, except for values in the same language.
    var counts: [Int: Int] = [:]
    let ranks = values.map { value in
      defer { counts[value.language, default: 0] += 1 }
      return (value.language, counts[value.language, default: 0])
    }
    values = zip(ranks, values).sorted { $0.0 < $1.0 }.map(\.1)
    context = withDetails ? ExactKey(text.context?.text ?? "") : nil
  }

  /// Returns the content of a text, or `nil` if all its values are empty, because such texts cannot
  /// be distinguished.
  static func ifDistinctive(_ text: Text, _ comparison: inout TextComparison) -> TextFingerprint? {
    if text.values.allSatisfy(\.source.isEmpty) { return nil }
    return TextFingerprint(text, &comparison, withDetails: false)
  }
}
