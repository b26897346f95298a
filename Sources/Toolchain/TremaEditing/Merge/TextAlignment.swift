import TremaCatalog
import TremaSupport

/// Which texts of three catalogues are the same one: those with the same key, those that one side
/// gave another key and left as they were in all else, and those that one side removed while the
/// other gave them another key and edited them.
struct TextAlignment {
  private(set) var alignment: Alignment
  private let base: TextBatch
  private let ours: TextBatch
  private let theirs: TextBatch

  init(base: TextBatch, ours: TextBatch, theirs: TextBatch) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    alignment = Alignment(base: base.keys, ours: ours.keys, theirs: theirs.keys)
    let oursRenamed = renamed(ours, \.ours)
    let theirsRenamed = renamed(theirs, \.theirs)
    // Which old one each new one comes from; two do not come to the same.
    let oursFormer = Dictionary(uniqueKeysWithValues: oursRenamed.map { ($1, $0) })
    let theirsFormer = Dictionary(uniqueKeysWithValues: theirsRenamed.map { ($1, $0) })
    for (old, new) in oursRenamed.sorted(by: { $0.key < $1.key }) {
      if isAlone(old, new, \.theirs, theirsFormer) { alignment.join(old, new) }
    }
    for (old, new) in theirsRenamed.sorted(by: { $0.key < $1.key }) {
      if isAlone(old, new, \.ours, oursFormer) { alignment.join(old, new) }
    }
    joinEdited()
  }

  /// So many texts with the same value say nothing about where one of them went.
  private static let mostTwins = 8

  /// Gives a text that has gone from both sides the one that a side added with half of its values:
  /// the other side removed it, and has to know that it lives on.
  private mutating func joinEdited() {
    var gone: [Said: [Int]] = [:]
    for (number, slot) in alignment.slots.enumerated() {
      guard let index = slot.base, slot.ours == nil, slot.theirs == nil else { continue }
      for value in Text(base[index]).values where !value.source.isEmpty {
        gone[Said(value), default: []].append(number)
      }
    }
    if gone.isEmpty { return }
    for (number, slot) in alignment.slots.enumerated() where slot.base == nil {
      let added: Text
      switch (slot.ours, slot.theirs) {
      case (let index?, nil): added = Text(ours[index])
      case (nil, let index?): added = Text(theirs[index])
      default: continue
      }
      var counts: [Int: Int] = [:]
      for value in added.values {
        let olds = gone[Said(value)] ?? []
        if olds.count > Self.mostTwins { continue }
        for old in olds where isGone(old) { counts[old, default: 0] += 1 }
      }
      let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
      guard let best, let index = alignment.slots[best.key].base,
        best.value * 2 >= base[index].valueCount
      else { continue }
      alignment.join(best.key, number)
    }
  }

  private func isGone(_ slot: Int) -> Bool {
    alignment.slots[slot].ours == nil && alignment.slots[slot].theirs == nil
  }

  private struct Said: Hashable {
    private let language: ExactKey
    private let source: ExactKey

    init(_ value: Value) {
      (language, source) = (ExactKey(value.language), ExactKey(value.source))
    }
  }

  /// Whether the other side has no text of its own with the new key, but for one that has taken the
  /// place of the old one.
  private func isAlone(
    _ old: Int, _ new: Int, _ other: KeyPath<Alignment.Slot, Int?>, _ former: [Int: Int]
  ) -> Bool {
    // A slot that was joined already has nothing left.
    guard alignment.slots[new].ours != nil || alignment.slots[new].theirs != nil else {
      return false
    }
    guard alignment.slots[new][keyPath: other] != nil else { return true }
    let isTakenFromAnother = former[new].map { $0 != old } ?? false
    return alignment.slots[old][keyPath: other] == nil && !isTakenFromAnother
  }

  /// The slots of texts that a side removed, each with that of the one it added with the same
  /// values; those that two texts could have come from, or gone to, are left out.
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

  /// The content of a text, by its bytes.
  private struct Content: Hashable {
    private let parts: [ExactKey]
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
  fileprivate var keys: [ExactKey] { (0..<count).map { ExactKey(self[$0].key) } }
}
