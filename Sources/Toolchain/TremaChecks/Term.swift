import TremaMessages

/// A term of the app, with the words that translations must and must not use for it.
package struct Term: Hashable, Sendable {
  /// The term in the master language.
  package var term: String
  /// The words by language, of which a translation must contain one if the master contains the
  /// term.
  package var required: [LanguageTag: [String]] = [:]
  /// The words by language that a translation must not contain if the master contains the term. In
  /// the master language they must not occur at all.
  package var forbidden: [LanguageTag: [String]] = [:]
  /// Whether words match only in the given case.
  package var isCaseSensitive = false
  /// The explanation for users, which replaces the hint of a finding.
  package var note: String?

  /// Creates a term without words for translations.
  package init(_ term: String) { self.term = term }
}
