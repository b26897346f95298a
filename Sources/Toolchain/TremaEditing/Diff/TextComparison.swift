import TremaCatalog
import TremaMessages

/// Compares texts value by value.
struct TextComparison {
  private var table = LanguageTable()
  private let languages: Set<LanguageTag>?

  init(languages: Set<LanguageTag>?) { self.languages = languages }

  /// A number that is the same for all spellings of a language.
  mutating func number(of language: String) -> Int { table.language(of: language).canonical }

  /// - Returns: `nil` when the two read the same.
  mutating func difference(_ old: Text?, _ new: Text?) -> TextDiff? {
    guard let key = new?.key ?? old?.key else { return nil }
    var kind = TextDiff.Kind.changed
    var oldKey: String?
    if let old, let new {
      if !old.key.isExactly(new.key) { (kind, oldKey) = (.renamed, old.key) }
    } else {
      kind = old == nil ? .added : .removed
    }
    let (oldContext, newContext) = (old?.context?.text ?? "", new?.context?.text ?? "")
    let context =
      oldContext.isExactly(newContext)
      ? nil : CatalogDiff.Change(old: oldContext, new: newContext)
    let values = values(old?.values ?? [], new?.values ?? [])
    if kind == .changed, context == nil, values.isEmpty { return nil }
    return TextDiff(kind: kind, key: key, oldKey: oldKey, context: context, values: values)
  }

  private mutating func values(_ old: [Value], _ new: [Value]) -> [ValueDiff] {
    if areSame(old, new) { return [] }
    // The n-th value in a language is held against the n-th in it: a file may have it twice.
    var waiting: [Int: [Value]] = [:]
    for value in new { waiting[number(of: value.language), default: []].append(value) }
    var taken: [Int: Int] = [:]
    var found: [ValueDiff] = []
    for value in old where isChosen(value) {
      let number = number(of: value.language)
      let place = taken[number, default: 0]
      taken[number] = place + 1
      let partners = waiting[number] ?? []
      let partner = place < partners.count ? partners[place] : nil
      if let partner, value.isUnchanged(from: partner) { continue }
      found.append(ValueDiff(value, partner))
    }
    for value in new where isChosen(value) {
      let number = number(of: value.language)
      if let left = taken[number], left > 0 {
        taken[number] = left - 1
      } else {
        found.append(ValueDiff(nil, value))
      }
    }
    return found
  }

  /// Most texts stay as they are, in the order they have.
  private func areSame(_ old: [Value], _ new: [Value]) -> Bool {
    guard old.count == new.count else { return false }
    for (a, b) in zip(old, new) where a.language != b.language || !a.isUnchanged(from: b) {
      return false
    }
    return true
  }

  private mutating func isChosen(_ value: Value) -> Bool {
    guard let languages else { return true }
    return table.language(of: value.language).tag.map(languages.contains) ?? false
  }
}

extension ValueDiff {
  fileprivate init(_ old: Value?, _ new: Value?) {
    language = (new ?? old)?.language ?? ""
    self.old = old.map { State(text: $0.content, status: $0.status.spelling) }
    self.new = new.map { State(text: $0.content, status: $0.status.spelling) }
  }
}

extension Value {
  /// The text that people read, with its tags where there are some.
  var content: String { hasMarkup ? spelling ?? source : source }

  fileprivate func isUnchanged(from other: Value) -> Bool {
    status == other.status && content.isExactly(other.content)
  }
}
