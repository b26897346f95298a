import TremaCatalog
import TremaMessages

/// Compares texts value by value.
struct TextComparison {
  /// The languages by spelling.
  private var table = LanguageTable()
  /// The languages whose values are compared, or `nil` for all languages.
  private let languages: Set<LanguageTag>?

  init(languages: Set<LanguageTag>?) { self.languages = languages }

  /// Returns a number that is the same for all spellings of a language.
  mutating func number(of language: String) -> Int { table.language(of: language).canonicalNumber }

  /// Compares two versions of a text.
  ///
  /// - Parameters:
  ///   - old: The old version, or `nil` if the text is added.
  ///   - new: The new version, or `nil` if the text is removed.
  /// - Returns: `nil` if both versions have the same content.
  mutating func difference(_ old: Text?, _ new: Text?) -> TextDiff? {
    guard let key = new?.key ?? old?.key else { return nil }
    var kind = TextDiff.Kind.changed
    var oldKey: String?
    if let old, let new {
      if !old.key.equalsExactly(new.key) { (kind, oldKey) = (.renamed, old.key) }
    } else {
      kind = old == nil ? .added : .removed
    }
    let (oldContext, newContext) = (old?.context?.text ?? "", new?.context?.text ?? "")
    let context =
      oldContext.equalsExactly(newContext)
      ? nil : CatalogDiff.Change(old: oldContext, new: newContext)
    let values = values(old?.values ?? [], new?.values ?? [])
    if kind == .changed, context == nil, values.isEmpty { return nil }
    return TextDiff(kind: kind, key: key, oldKey: oldKey, context: context, values: values)
  }

  /// Compares the values in two versions of a text.
  ///
  /// - Returns: The differences in the order of the old version, followed by the added values.
  private mutating func values(_ old: [Value], _ new: [Value]) -> [ValueDiff] {
    if areIdentical(old, new) { return [] }
    // A file may contain a language twice: the nth values of a language are compared with each
    // other.
    var candidates: [Int: [Value]] = [:]
    for value in new { candidates[number(of: value.language), default: []].append(value) }
    var pairedCounts: [Int: Int] = [:]
    var found: [ValueDiff] = []
    for value in old where isChosen(value) {
      let number = number(of: value.language)
      let index = pairedCounts[number, default: 0]
      pairedCounts[number] = index + 1
      let partners = candidates[number] ?? []
      let partner = index < partners.count ? partners[index] : nil
      if let partner, value.isUnchanged(from: partner) { continue }
      found.append(ValueDiff(value, partner))
    }
    for value in new where isChosen(value) {
      let number = number(of: value.language)
      if let count = pairedCounts[number], count > 0 {
        pairedCounts[number] = count - 1
      } else {
        found.append(ValueDiff(nil, value))
      }
    }
    return found
  }

  /// Returns whether all values are the same, in the same order and with the same spelling of
  /// languages. This is the fast path for most texts.
  private func areIdentical(_ old: [Value], _ new: [Value]) -> Bool {
    guard old.count == new.count else { return false }
    for (a, b) in zip(old, new) where a.language != b.language || !a.isUnchanged(from: b) {
      return false
    }
    return true
  }

  /// Returns whether to compare the value's language. Values with an invalid language tag are
  /// compared only if no languages are selected.
  private mutating func isChosen(_ value: Value) -> Bool {
    guard let languages else { return true }
    return table.language(of: value.language).tag.map(languages.contains) ?? false
  }
}

extension ValueDiff {
  /// Creates the difference between two values, at least one of which is not `nil`.
  fileprivate init(_ old: Value?, _ new: Value?) {
    language = (new ?? old)?.language ?? ""
    self.old = old.map { State(text: $0.content, status: $0.status.spelling) }
    self.new = new.map { State(text: $0.content, status: $0.status.spelling) }
  }
}

extension Value {
  /// The text that readers see, including the tags of child elements.
  var content: String { hasMarkup ? spelling ?? source : source }

  /// Returns whether the two values have the same status and content.
  fileprivate func isUnchanged(from other: Value) -> Bool {
    status == other.status && content.equalsExactly(other.content)
  }
}
