import TremaMessages

/// A term of the app, with the words that translations must use or must not use for it.
package struct Term: Hashable, Sendable {
  /// The term in the master language.
  package var term: String
  /// The required words by language. A translation must contain one of them if the master contains
  /// the term.
  package var required: [LanguageTag: [String]] = [:]
  /// The forbidden words by language. A translation must not contain them if the master contains
  /// the term. In the master language, they must not occur at all.
  package var forbidden: [LanguageTag: [String]] = [:]
  /// Whether the case of words must match.
  package var isCaseSensitive = false
  /// The explanation for users, which replaces a finding's hint.
  package var note: String?

  /// Creates a term without words for translations.
  package init(_ term: String) { self.term = term }
}
