import TremaCatalog
import TremaMessages

/// The path of a file of a store listing: `metadata/de-DE/name.txt`,
/// `metadata/android/de-DE/changelogs/42.txt`.
package struct ListingPath: Hashable, Sendable {
  /// The locale of the store, which is the name of a folder.
  package let locale: String
  /// The language of the locale, as catalogs spell it.
  package let language: LanguageTag
  /// The text in the file.
  package let field: StoreField
  /// The path with `*` in place of the locale and the name, which is the same for all files of a
  /// listing: `metadata/*/*.txt`.
  package let pattern: String

  /// Returns the parts of a path, or `nil` if the file is not part of a listing in the store.
  package init?(_ path: String, in store: Store) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // The file is in the folder of the locale or, for changelogs, in a folder in it.
    for depth in [1, 2] where parts.count > depth {
      let locale = parts[parts.count - 1 - depth]
      guard let language = store.language(ofLocale: locale),
        let field = StoreField(path: parts.suffix(depth).joined(separator: "/"), in: store)
      else { continue }
      self.init(
        locale: locale, language: language, field: field,
        pattern: (Array(parts.dropLast(depth + 1)) + ["*", "*.txt"]).joined(separator: "/"))
      return
    }
    return nil
  }

  private init(locale: String, language: LanguageTag, field: StoreField, pattern: String) {
    (self.locale, self.language, self.field) = (locale, language, field)
    self.pattern = pattern
  }
}
