import TremaMessages

/// A term of the app, and what translations must and must not call it.
public struct Term: Hashable, Sendable {
  /// As the master says it.
  public var term: String
  /// One of these must stand where the master says the term.
  public var required: [LanguageTag: [String]] = [:]
  /// None of these may stand there; in the master language, nowhere.
  public var forbidden: [LanguageTag: [String]] = [:]
  public var isCaseSensitive = false
  /// Why, for the people who are told.
  public var note: String?

  public init(_ term: String) { self.term = term }
}
