import TremaCatalog
import TremaMessages

/// An array of texts, and the languages in which the platform has it.
struct KotlinArray: Sendable {
  /// The key of the array.
  let name: String
  /// Whether the items are translated.
  private let isTranslatable: Bool
  /// The languages that all items without a master value have in common; `nil` if no such item was
  /// appended.
  private var languagesWithoutMaster: Set<LanguageTag>?

  /// Creates an array without items.
  init(_ name: String, isTranslatable: Bool) {
    self.name = name
    self.isTranslatable = isTranslatable
  }

  /// Appends an item.
  mutating func append(_ text: TextView, masterLanguage: String) {
    if text.index(ofLanguage: masterLanguage) != nil { return }
    let languages = Set(text.languages.compactMap { LanguageTag($0) })
    languagesWithoutMaster = languagesWithoutMaster?.intersection(languages) ?? languages
  }

  /// Whether at least one language has every item, with the master's value for items that are not
  /// translated.
  ///
  /// Platforms replace an array as a whole. An array that is not translatable exists only in the
  /// default language.
  var isCompleteInAnyLanguage: Bool {
    guard let languagesWithoutMaster else { return true }
    return isTranslatable && !languagesWithoutMaster.isEmpty
  }
}
