import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The differences between two states of a catalog, independent of the order and spelling of their
/// files.
///
/// Keys are compared by their bytes, languages by what their tags mean (`de_CH` is `de-CH`), values
/// and contexts by their characters once XML is resolved; values with child elements by their tags,
/// too. Comments and attributes that trema does not know are no part of it.
package struct CatalogDiff: Hashable, Sendable {
  /// The master language, where it is another one.
  package var masterLanguage: Change<String>?
  /// Added, renamed and changed texts in the order of the new state, then the removed ones in the
  /// order of the old.
  package var texts: [TextDiff]

  /// Something that was, and what it is now.
  package struct Change<State: Hashable & Sendable>: Hashable, Sendable {
    package var old: State
    package var new: State

    package init(old: State, new: State) {
      self.old = old
      self.new = new
    }
  }

  package var isEmpty: Bool { masterLanguage == nil && texts.isEmpty }

  /// - Parameters:
  ///   - old: nil when there was no such file: all is added.
  ///   - new: nil when there is none any more: all is removed.
  ///   - languages: the only ones whose values are compared; nil for all. Keys and contexts have no
  ///     language and are always compared.
  package init(old: Catalog?, new: Catalog?, languages: Set<LanguageTag>? = nil) {
    var comparison = TextComparison(languages: languages)
    if let old, let new {
      let (a, b) = (old.header.masterLanguage, new.header.masterLanguage)
      if comparison.number(of: a) != comparison.number(of: b) {
        masterLanguage = Change(old: a, new: b)
      }
    }
    let (oldTexts, newTexts) = (old?.texts ?? [], new?.texts ?? [])
    var pairing = TextPairing(oldTexts, newTexts, &comparison)
    pairing.pairRenamed(&comparison)
    texts = newTexts.indices.compactMap { index in
      let partner = pairing.partners[index]
      // Most texts are as they were, and none is copied that is only looked at.
      if let partner, oldTexts[partner].isOne(with: newTexts[index]) { return nil }
      return comparison.difference(partner.map { oldTexts[$0] }, newTexts[index])
    }
    texts += pairing.removed.compactMap { comparison.difference(oldTexts[$0], nil) }
  }

  /// Compares two states; texts that are the same in both are not read further.
  package init(old: CatalogState?, new: CatalogState?, languages: Set<LanguageTag>? = nil) {
    var (before, after) = (old?.frame, new?.frame)
    let same = old.flatMap { old in new.map { SameTexts(old.texts, $0.texts) } }
    before?.texts = old.map { $0.texts.texts(without: same?.old ?? []) } ?? []
    after?.texts = new.map { $0.texts.texts(without: same?.new ?? []) } ?? []
    self.init(old: before, new: after, languages: languages)
  }
}

/// The texts that two states have in common, under a key that each of them has once.
private struct SameTexts {
  /// The indices in the old state.
  private(set) var old: Set<Int> = []
  private(set) var new: Set<Int> = []

  init(_ first: TextBatch, _ second: TextBatch) {
    let (firstKeys, secondKeys) = (KeyIndex(first), KeyIndex(second))
    for index in 0..<second.count where !secondKeys.repeated.contains(index) {
      guard let other = firstKeys.index(of: second[index]), !firstKeys.repeated.contains(other),
        first[other].isSame(as: second[index])
      else { continue }
      old.insert(other)
      new.insert(index)
    }
  }
}

/// The texts of a batch by their keys.
private struct KeyIndex {
  private let batch: TextBatch
  private var table = KeyTable()
  /// The indices of texts whose key others have as well.
  private(set) var repeated: Set<Int> = []

  init(_ batch: TextBatch) {
    self.batch = batch
    for index in 0..<batch.count {
      table.grow()
      batch[index].withKey { key in
        let place = table.lookUp(key) { other in batch[other].withKey { $0.isEqual(to: key) } }
        if let first = place.number {
          repeated.formUnion([first, index])
        } else {
          table.insert(index, at: place)
        }
      }
    }
  }

  /// The index of the first text with the key of another.
  func index(of text: TextView) -> Int? {
    if batch.count == 0 { return nil }
    return text.withKey { key in
      table.lookUp(key) { other in batch[other].withKey { $0.isEqual(to: key) } }.number
    }
  }
}

extension TextBatch {
  fileprivate func texts(without same: Set<Int>) -> [Text] {
    (0..<count).filter { !same.contains($0) }.map { Text(self[$0]) }
  }
}

/// One text that is not what it was.
package struct TextDiff: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case added, removed
    /// The same values under another key; status and context may have changed as well.
    case renamed
    case changed
  }

  package var kind: Kind
  package var key: String
  /// The key that a renamed text had.
  package var oldKey: String?
  /// nil when it stayed; an absent context is an empty one.
  package var context: CatalogDiff.Change<String>?
  /// The values that differ: the old ones in their order, then those that are new.
  package var values: [ValueDiff]
}

/// A value in one language that is not what it was.
package struct ValueDiff: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    /// The character data; the bytes between the tags where child elements are in them.
    package var text: String
    /// The word in the file; nil when there is none.
    package var status: String?
  }

  /// The language as the new file spells it, else the old one.
  package var language: String
  /// nil when the value is added.
  package var old: State?
  /// nil when the value is removed.
  package var new: State?

  package var isTextChanged: Bool {
    guard let old, let new else { return true }
    return !old.text.isExactly(new.text)
  }

  package var isStatusChanged: Bool {
    guard let old, let new else { return false }
    return old.status != new.status
  }
}
