import TremaMessages

/// The languages in which a text is needed, because an output for an app contains the text and the
/// language.
package struct RequiredLanguages: Hashable, Sendable {
  /// The languages of one output.
  package struct Output: Hashable, Sendable {
    /// The languages in addition to the master language, or `nil` for all languages of the app.
    private let languages: Set<LanguageTag>?
    /// The store listing that the output is, or `nil` for another output.
    private let listing: StoreListing?
    /// The languages in which a variant replaces the text.
    package var replaced: Set<LanguageTag> = []

    package init(_ languages: [LanguageTag]?, listing: StoreListing?) {
      (self.languages, self.listing) = (languages.map(Set.init), listing)
    }

    /// Whether the output contains every language of the app.
    fileprivate var isUnlimited: Bool { languages == nil && listing == nil && replaced.isEmpty }

    /// Returns whether the output contains a language, other than the master language. A listing
    /// does not contain the languages that its store does not have.
    package func contains(_ language: LanguageTag) -> Bool {
      !replaced.contains(language) && languages?.contains(language) ?? true
        && listing.map { $0.locale(of: language) != nil } ?? true
    }
  }

  private let outputs: [Output]

  /// Creates the languages of a text.
  ///
  /// - Parameter outputs: The outputs that contain the text. Without any, no language is required.
  /// - Returns: `nil` if the text is needed in every language of the app.
  package init?(_ outputs: [Output]) {
    if outputs.contains(where: \.isUnlimited) { return nil }
    self.outputs = outputs
  }

  /// Returns whether the text is needed in a language, other than the master language.
  package func contains(_ language: LanguageTag) -> Bool {
    outputs.contains { $0.contains(language) }
  }
}
