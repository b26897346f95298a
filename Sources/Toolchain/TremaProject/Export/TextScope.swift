import TremaCatalog
import TremaMessages
import TremaSupport

/// The texts of a catalog that are exported for translators: all translatable texts, or a subset.
package struct TextScope: Sendable {
  /// The restriction to a subset of the texts.
  package enum Limit: Sendable {
    /// All translatable texts.
    case none
    /// The texts whose value in the language is missing, empty or `initial`.
    case untranslated
    /// The texts whose master value differs from the old value for the key. Texts without an old
    /// value are included.
    case changed([ExactKey: String])
  }

  /// The restriction to a subset of the texts.
  package var limit: Limit

  package init(_ limit: Limit = .none) { self.limit = limit }

  /// Returns whether a text is exported in any language.
  ///
  /// - Parameters:
  ///   - text: The text to test.
  ///   - outline: The structure of the text.
  func includes(_ text: TextView, _ outline: TextOutline) -> Bool {
    guard outline.annotations.isTranslatable else { return false }
    guard case .changed(let before) = limit else { return true }
    guard let master = outline.master, let old = before[ExactKey(text.key)] else { return true }
    return !old.equalsExactly(master.source)
  }

  /// Returns whether the file of a language contains an exported text.
  func includes(_ text: TextView, in language: LanguageTag) -> Bool {
    guard case .untranslated = limit else { return true }
    guard let index = text.index(ofLanguage: language.description) else { return true }
    return text[index].isEmpty || text[index].isInitial
  }
}
