import TremaCatalog
import TremaMessages
import TremaSupport

/// Which texts of a catalogue go to translators: those that are to be translated at all, and of
/// these perhaps only some.
package struct TextScope: Sendable {
  package enum Limit: Sendable {
    case none
    /// Texts without a value in the language, with an empty one, or with one that is `initial`.
    case untranslated
    /// Texts whose master text was another one, or was missing, with the former text by key.
    case changed([ExactKey: String])
  }

  package var limit: Limit

  package init(_ limit: Limit = .none) { self.limit = limit }

  /// - Parameter outline: that of the text.
  func includes(_ text: TextView, _ outline: TextOutline) -> Bool {
    guard outline.annotations.isTranslatable else { return false }
    guard case .changed(let before) = limit else { return true }
    guard let master = outline.master, let old = before[ExactKey(text.key)] else { return true }
    return !old.isExactly(master.source)
  }

  /// Whether the file of a language needs the text, when it is included at all.
  func includes(_ text: TextView, in language: LanguageTag) -> Bool {
    guard case .untranslated = limit else { return true }
    guard let index = text.index(ofLanguage: language.description) else { return true }
    return text[index].isEmpty || text[index].isInitial
  }
}
