import TremaCatalog
import TremaFormats
import TremaMessages

/// What two states of a catalogue say differently, whatever order and spelling their files have.
///
/// Keys are compared by their bytes, languages by what their tags mean (`de_CH` is `de-CH`), values
/// and contexts by their characters once XML is resolved; values with child elements by their tags,
/// too. Comments and attributes that trema does not know are no part of it.
public struct CatalogDiff: Hashable, Sendable {
  /// The master language, where it is another one.
  public var masterLanguage: Change<String>?
  /// Added, renamed and changed texts in the order of the new state, then the removed ones in the
  /// order of the old.
  public var texts: [TextDiff]

  /// Something that was, and what it is now.
  public struct Change<State: Hashable & Sendable>: Hashable, Sendable {
    public var old: State
    public var new: State

    public init(old: State, new: State) {
      self.old = old
      self.new = new
    }
  }

  public var isEmpty: Bool { masterLanguage == nil && texts.isEmpty }

  /// - Parameters:
  ///   - old: nil when there was no such file: all is added.
  ///   - new: nil when there is none any more: all is removed.
  ///   - languages: the only ones whose values are compared; nil for all. Keys and contexts have no
  ///     language and are always compared.
  public init(old: Catalog?, new: Catalog?, languages: Set<LanguageTag>? = nil) {
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

  /// The same of two states, the new of which was read after the old.
  public init(old: CatalogState?, new: CatalogState?, languages: Set<LanguageTag>? = nil) {
    var (before, after) = (old?.frame, new?.frame)
    if let old, let new {
      let texts = StateTexts(first: old.texts, others: [new.texts])
      before?.texts = texts.first.changed
      after?.texts = texts.others[0].changed
    } else {
      before?.texts = old.map { $0.texts.texts() } ?? []
      after?.texts = new.map { $0.texts.texts() } ?? []
    }
    self.init(old: before, new: after, languages: languages)
  }
}

/// One text that is not what it was.
public struct TextDiff: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case added, removed
    /// The same values under another key; status and context may have changed as well.
    case renamed
    case changed
  }

  public var kind: Kind
  public var key: String
  /// The key that a renamed text had.
  public var oldKey: String?
  /// nil when it stayed; an absent context is an empty one.
  public var context: CatalogDiff.Change<String>?
  /// Those that differ: the old ones in their order, then those that are new.
  public var values: [ValueDiff]
}

/// A value in one language that is not what it was.
public struct ValueDiff: Hashable, Sendable {
  public struct State: Hashable, Sendable {
    /// The character data; the bytes between the tags where child elements stand in them.
    public var text: String
    /// The word in the file; nil when there is none.
    public var status: String?
  }

  /// As the new file spells it, else the old one.
  public var language: String
  /// nil when the value is added.
  public var old: State?
  /// nil when the value is removed.
  public var new: State?

  public var isTextChanged: Bool {
    guard let old, let new else { return true }
    return !old.text.isExactly(new.text)
  }

  public var isStatusChanged: Bool {
    guard let old, let new else { return false }
    return old.status != new.status
  }
}
