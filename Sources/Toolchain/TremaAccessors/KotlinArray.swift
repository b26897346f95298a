import TremaCatalog
import TremaMessages

/// An array of texts, as far as it is known which languages Android has it in.
struct KotlinArray: Sendable {
  /// The key of the array.
  let name: String
  private let isTranslatable: Bool
  /// The languages of all items that the master language lacks; nil as long as it lacks none.
  private var languagesWithoutMaster: Set<LanguageTag>?

  init(_ name: String, isTranslatable: Bool) {
    self.name = name
    self.isTranslatable = isTranslatable
  }

  mutating func append(_ text: TextView, masterLanguage: String) {
    if text.index(ofLanguage: masterLanguage) != nil { return }
    let languages = Set(text.languages.compactMap { LanguageTag($0) })
    languagesWithoutMaster = languagesWithoutMaster?.intersection(languages) ?? languages
  }

  /// Whether a language has each item, with the master's where it has none of its own: Android takes
  /// an array whole. One that is not translated stands in the default language alone.
  var isSomewhereComplete: Bool {
    guard let languagesWithoutMaster else { return true }
    return isTranslatable && !languagesWithoutMaster.isEmpty
  }
}
