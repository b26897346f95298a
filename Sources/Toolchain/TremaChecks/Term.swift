import TremaMessages

/// A term of the app, and what translations must and must not call it.
package struct Term: Hashable, Sendable {
  /// The term in the master language.
  package var term: String
  /// One of these must be where the master says the term.
  package var required: [LanguageTag: [String]] = [:]
  /// None of these may be there; in the master language, nowhere.
  package var forbidden: [LanguageTag: [String]] = [:]
  package var isCaseSensitive = false
  /// Why, for the people who are told.
  package var note: String?

  package init(_ term: String) { self.term = term }
}
