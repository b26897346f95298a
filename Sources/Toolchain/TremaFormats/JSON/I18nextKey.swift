import TremaMessages

/// The key of a plural form, such as `item_one` or `place_ordinal_two`.
struct I18nextKey: CustomStringConvertible {
  /// The key of the text. For an ordinal plural, it ends with `_ordinal`.
  var base: String
  var kind: PluralKind
  var category: PluralCategory

  /// The suffix for ordinal plural keys.
  private static let ordinal = "_ordinal"

  /// Creates the key of a form. `_ordinal` is appended to the base of an ordinal plural if
  /// necessary.
  init(base: String, _ kind: PluralKind, _ category: PluralCategory) {
    self.base =
      kind == .ordinal && !Self.ends(base, with: Self.ordinal) ? base + Self.ordinal : base
    self.kind = kind
    self.category = category
  }

  /// Parses a key.
  ///
  /// - Returns: The parsed key, or `nil` if the key does not end with a category.
  init?(_ key: String) {
    guard let line = key.utf8.lastIndex(of: UInt8(ascii: "_")), line != key.utf8.startIndex,
      let category = PluralCategory(rawValue: String(key[key.utf8.index(after: line)...]))
    else { return nil }
    base = String(key[..<line])
    kind = Self.ends(base, with: Self.ordinal) ? .ordinal : .cardinal
    self.category = category
  }

  var description: String { "\(base)_\(category.rawValue)" }

  /// Returns whether a string has a suffix, compared byte for byte, and is not empty before it.
  private static func ends(_ text: String, with ending: String) -> Bool {
    text.utf8.count > ending.utf8.count
      && text.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
