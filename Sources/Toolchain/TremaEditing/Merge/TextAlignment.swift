import TremaCatalog
import TremaSupport

/// The correspondence between the texts in three catalogs.
///
/// Texts correspond to each other if they have the same key, if one side changed only the key, or
/// if one side removed the text while the other changed its key and its values.
struct TextAlignment {
  /// The correspondence of the texts.
  private(set) var alignment: Alignment
  /// The texts of the common ancestor.
  private let base: TextBatch
  /// The texts of our side.
  private let ours: TextBatch
  /// The texts of the other side.
  private let theirs: TextBatch

  /// Aligns three batches of texts: first by key, then renamed texts, then renamed and edited
  /// texts.
  init(base: TextBatch, ours: TextBatch, theirs: TextBatch) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    alignment = Alignment(base: base.keys, ours: ours.keys, theirs: theirs.keys)
    let oursRenamed = renamed(ours, \.ours)
    let theirsRenamed = renamed(theirs, \.theirs)
    // The old text of each renamed text. No two old texts have the same new text.
    let oursFormer = Dictionary(uniqueKeysWithValues: oursRenamed.map { ($1, $0) })
    let theirsFormer = Dictionary(uniqueKeysWithValues: theirsRenamed.map { ($1, $0) })
    for (old, new) in oursRenamed.sorted(by: { $0.key < $1.key }) {
      if canJoin(old, new, \.theirs, theirsFormer) { alignment.join(old, new) }
    }
    for (old, new) in theirsRenamed.sorted(by: { $0.key < $1.key }) {
      if canJoin(old, new, \.ours, oursFormer) { alignment.join(old, new) }
    }
    joinEdited()
  }

  /// The maximum number of removed texts with the same value. If there are more, the value does not
  /// identify a text.
  private static let maxDuplicates = 8

  /// Joins each text that is missing on both sides with an added text that has at least half of its
  /// values.
  ///
  /// One side renamed and edited the text while the other removed it, which is a conflict rather
  /// than two independent changes.
  private mutating func joinEdited() {
    var removed: [ValueIdentity: [Int]] = [:]
    for (number, slot) in alignment.slots.enumerated() {
      guard let index = slot.base, slot.ours == nil, slot.theirs == nil else { continue }
      for value in Text(base[index]).values where !value.source.isEmpty {
        removed[ValueIdentity(value), default: []].append(number)
      }
    }
    if removed.isEmpty { return }
    for (number, slot) in alignment.slots.enumerated() where slot.base == nil {
      let added: Text
      switch (slot.ours, slot.theirs) {
      case (let index?, nil): added = Text(ours[index])
      case (nil, let index?): added = Text(theirs[index])
      default: continue
      }
      var counts: [Int: Int] = [:]
      for value in added.values {
        let candidates = removed[ValueIdentity(value)] ?? []
        if candidates.count > Self.maxDuplicates { continue }
        for candidate in candidates where isRemoved(candidate) {
          counts[candidate, default: 0] += 1
        }
      }
      // If candidates have the same number of values, the first is chosen.
      let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
      guard let best, let index = alignment.slots[best.key].base,
        best.value * 2 >= base[index].valueCount
      else { continue }
      alignment.join(best.key, number)
    }
  }

  /// Returns whether the text of a slot is missing on both sides.
  private func isRemoved(_ slot: Int) -> Bool {
    alignment.slots[slot].ours == nil && alignment.slots[slot].theirs == nil
  }

  /// A value used to recognize a text.
  private struct ValueIdentity: Hashable {
    private let language: ExactKey
    private let source: ExactKey

    init(_ value: Value) {
      (language, source) = (ExactKey(value.language), ExactKey(value.source))
    }
  }

  /// Returns whether a renamed text can be joined with its old text.
  ///
  /// This is possible if the other side has no text with the new key, or has renamed the same text
  /// to that key.
  ///
  /// - Parameters:
  ///   - old: The slot of the old key.
  ///   - new: The slot of the new key.
  ///   - other: The side that did not rename the text.
  ///   - former: The old slot of each text that the other side renamed.
  private func canJoin(
    _ old: Int, _ new: Int, _ other: KeyPath<Alignment.Slot, Int?>, _ former: [Int: Int]
  ) -> Bool {
    // A slot that has already been joined has no elements.
    guard alignment.slots[new].ours != nil || alignment.slots[new].theirs != nil else {
      return false
    }
    guard alignment.slots[new][keyPath: other] != nil else { return true }
    let isTakenFromAnother = former[new].map { $0 != old } ?? false
    return alignment.slots[old][keyPath: other] == nil && !isTakenFromAnother
  }

  /// Finds the texts that a side renamed.
  ///
  /// - Parameters:
  ///   - side: The texts of the side.
  ///   - field: The side's index in a slot.
  /// - Returns: The slot of each removed text, and that of the added text with the same values.
  ///   Texts with multiple candidates are excluded.
  private func renamed(
    _ side: TextBatch, _ field: KeyPath<Alignment.Slot, Int?>
  ) -> [Int: Int] {
    var removed: [Content: Int] = [:]
    var added: [Content: Int] = [:]
    var ambiguous: Set<Content> = []
    for (number, slot) in alignment.slots.enumerated() {
      if let index = slot.base, slot[keyPath: field] == nil {
        let content = Content(Text(base[index]))
        if removed.updateValue(number, forKey: content) != nil { ambiguous.insert(content) }
      } else if slot.base == nil, let index = slot[keyPath: field] {
        let content = Content(Text(side[index]))
        if added.updateValue(number, forKey: content) != nil { ambiguous.insert(content) }
      }
    }
    var pairs: [Int: Int] = [:]
    for (content, old) in removed where !content.isEmpty && !ambiguous.contains(content) {
      if let new = added[content] { pairs[old] = new }
    }
    return pairs
  }

  /// The values of a text with their statuses, compared by bytes.
  private struct Content: Hashable {
    private let parts: [ExactKey]
    /// Whether all values are empty, in which case they can't identify a text.
    let isEmpty: Bool

    init(_ text: Text) {
      parts = text.values.flatMap { value in
        [value.language, value.status.spelling ?? "", value.source].map(ExactKey.init)
      }
      isEmpty = text.values.allSatisfy(\.source.isEmpty)
    }
  }
}

extension TextBatch {
  /// The keys of all texts, in order.
  fileprivate var keys: [ExactKey] { (0..<count).map { ExactKey(self[$0].key) } }
}
