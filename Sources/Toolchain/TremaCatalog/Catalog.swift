import TremaSupport

/// A whole catalog in memory, for commands that require all texts at once. Other commands process
/// one ``Text`` at a time.
package struct Catalog: Hashable, Sendable {
  /// The part before the first text.
  package var header: CatalogHeader
  /// The texts, in file order.
  package var texts: [Text]
  /// The part after the last text.
  package var footer: CatalogFooter

  package init(
    header: CatalogHeader, texts: [Text] = [], footer: CatalogFooter = CatalogFooter()
  ) {
    self.header = header
    self.texts = texts
    self.footer = footer
  }
}

/// The part of a catalog before the first text.
package struct CatalogHeader: Hashable, Sendable {
  /// The path to show in diagnostics.
  package var file: String
  /// The language that the other languages are translated from, as spelled in the file.
  package var masterLanguage: String
  /// The attributes of the root in file order, including namespace declarations but without
  /// `masterLang`.
  package var attributes: [Attribute] = []
  /// The comments and processing instructions before the root.
  package var prolog: [Trivia] = []
  /// The position of the root's start tag.
  @Position package var position: SourcePosition
  /// The position of the `masterLang` value.
  @Position package var masterPosition: SourcePosition

  package init(file: String, masterLanguage: String) {
    self.file = file
    self.masterLanguage = masterLanguage
  }
}

/// The part of a catalog after the last text.
package struct CatalogFooter: Hashable, Sendable {
  /// The comments and processing instructions before the end tag of the root.
  package var trailingTrivia: [Trivia] = []
  /// The comments and processing instructions after the root.
  package var epilog: [Trivia] = []

  package init() {}
}
