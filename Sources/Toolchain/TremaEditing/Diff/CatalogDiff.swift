import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The differences between two versions of a catalog, regardless of text order and notation in the
/// files.
///
/// Keys are compared by their bytes, languages by the meaning of their tags (`de_CH` is `de-CH`),
/// and values and contexts by their characters after XML references are resolved. Values with child
/// elements are also compared by their tags. Comments and unknown attributes are ignored.
package struct CatalogDiff: Hashable, Sendable {
  /// The change of the master language, or `nil` if it is the same.
  package var masterLanguage: Change<String>?
  /// The texts that differ: added, renamed and changed texts in the new version's order, followed
  /// by removed texts in the old version's order.
  package var texts: [TextDiff]

  /// An old and a new version of a property.
  package struct Change<State: Hashable & Sendable>: Hashable, Sendable {
    package var old: State
    package var new: State

    package init(old: State, new: State) {
      self.old = old
      self.new = new
    }
  }

  /// Whether there are no differences.
  package var isEmpty: Bool { masterLanguage == nil && texts.isEmpty }

  /// Compares two catalogs.
  ///
  /// - Parameters:
  ///   - old: The old version, or `nil` if the file did not exist and all texts are added.
  ///   - new: The new version, or `nil` if the file no longer exists and all texts are removed.
  ///   - languages: The languages whose values to compare, or `nil` for all languages. Keys and
  ///     contexts are always compared.
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
      // Most texts are unchanged. They are recognized by their storage without copying them.
      if let partner, oldTexts[partner].sharesStorage(with: newTexts[index]) { return nil }
      return comparison.difference(partner.map { oldTexts[$0] }, newTexts[index])
    }
    texts += pairing.removed.compactMap { comparison.difference(oldTexts[$0], nil) }
  }

  /// Compares two versions.
  ///
  /// Texts that are the same in both versions are recognized by their source and are not decoded.
  ///
  /// - Parameters:
  ///   - old: The old version, or `nil` if the file did not exist.
  ///   - new: The new version, or `nil` if the file no longer exists.
  ///   - languages: The languages whose values to compare, or `nil` for all languages.
  package init(old: CatalogState?, new: CatalogState?, languages: Set<LanguageTag>? = nil) {
    var (before, after) = (old?.frame, new?.frame)
    let same = old.flatMap { old in new.map { SameTexts(old.texts, $0.texts) } }
    before?.texts = old.map { $0.texts.texts(without: same?.old ?? []) } ?? []
    after?.texts = new.map { $0.texts.texts(without: same?.new ?? []) } ?? []
    self.init(old: before, new: after, languages: languages)
  }
}

/// The texts that two versions have in common. Each has a key that is unique in its version.
private struct SameTexts {
  /// The indices in the old version.
  private(set) var old: Set<Int> = []
  /// The indices in the new version.
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

/// The index of a batch's texts by key.
private struct KeyIndex {
  /// The indexed texts.
  private let batch: TextBatch
  /// The hash table of the first text for each key.
  private var table = KeyTable()
  /// The indices of the texts whose keys are repeated.
  private(set) var repeated: Set<Int> = []

  init(_ batch: TextBatch) {
    self.batch = batch
    for index in 0..<batch.count {
      table.grow()
      batch[index].withKey { key in
        let slot = table.lookUp(key) { other in batch[other].withKey { $0.isEqual(to: key) } }
        if let first = slot.number {
          repeated.formUnion([first, index])
        } else {
          table.insert(index, at: slot)
        }
      }
    }
  }

  /// Returns the index of the first text with the same key as another text.
  func index(of text: TextView) -> Int? {
    if batch.count == 0 { return nil }
    return text.withKey { key in
      table.lookUp(key) { other in batch[other].withKey { $0.isEqual(to: key) } }.number
    }
  }
}

extension TextBatch {
  /// Decodes the texts whose indices are not in a set.
  fileprivate func texts(without same: Set<Int>) -> [Text] {
    (0..<count).filter { !same.contains($0) }.map { Text(self[$0]) }
  }
}

/// The difference of one text.
package struct TextDiff: Hashable, Sendable {
  /// The kind of a difference.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case added, removed
    /// The text has the same values but a different key. The statuses and the context may also have
    /// changed.
    case renamed
    case changed
  }

  /// The kind of the difference.
  package var kind: Kind
  /// The key in the new version, or the key of a removed text.
  package var key: String
  /// The old key of a renamed text.
  package var oldKey: String?
  /// The change of the context, or `nil` if it is the same. A missing context is treated as an
  /// empty context.
  package var context: CatalogDiff.Change<String>?
  /// The values that differ: values of the old version, in order, followed by added values.
  package var values: [ValueDiff]
}

/// The difference of a value in one language.
package struct ValueDiff: Hashable, Sendable {
  /// A value in one version.
  package struct State: Hashable, Sendable {
    /// The character data, or the bytes between the tags if there are child elements.
    package var text: String
    /// The status as spelled in the file, or `nil` if there is none.
    package var status: String?
  }

  /// The language as spelled in the new file, or in the old file if the value is removed.
  package var language: String
  /// The old value, or `nil` if the value is added.
  package var old: State?
  /// The new value, or `nil` if the value is removed.
  package var new: State?

  /// Whether the text differs. It always differs if the value is added or removed.
  package var isTextChanged: Bool {
    guard let old, let new else { return true }
    return !old.text.equalsExactly(new.text)
  }

  /// Whether the value exists in both versions with different statuses.
  package var isStatusChanged: Bool {
    guard let old, let new else { return false }
    return old.status != new.status
  }
}
