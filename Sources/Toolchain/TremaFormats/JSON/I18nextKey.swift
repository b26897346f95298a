import TremaMessages

/// The key of one form of a plural: `item_one`, `place_ordinal_two`.
struct I18nextKey: CustomStringConvertible {
  /// The key of the text; that of an ordinal ends with `_ordinal`.
  var base: String
  var kind: PluralKind
  var category: PluralCategory

  private static let ordinal = "_ordinal"

  init(base: String, _ kind: PluralKind, _ category: PluralCategory) {
    self.base =
      kind == .ordinal && !Self.ends(base, with: Self.ordinal) ? base + Self.ordinal : base
    self.kind = kind
    self.category = category
  }

  /// - Returns: nil for a key that ends with no category.
  init?(_ key: String) {
    guard let line = key.utf8.lastIndex(of: UInt8(ascii: "_")), line != key.utf8.startIndex,
      let category = PluralCategory(rawValue: String(key[key.utf8.index(after: line)...]))
    else { return nil }
    base = String(key[..<line])
    kind = Self.ends(base, with: Self.ordinal) ? .ordinal : .cardinal
    self.category = category
  }

  var description: String { "\(base)_\(category.rawValue)" }

  private static func ends(_ text: String, with ending: String) -> Bool {
    text.utf8.count > ending.utf8.count
      && text.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
