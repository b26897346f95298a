import TremaSupport

/// A whole catalogue in memory, for the commands that need it whole; the others take one ``Text``
/// at a time.
package struct Catalog: Hashable, Sendable {
  package var header: CatalogHeader
  package var texts: [Text]
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
  /// The path to print in diagnostics.
  package var file: String
  /// The language that the others are translated from, as the file spells it.
  package var masterLanguage: String
  /// All attributes of the root in file order but `masterLang`, namespace declarations included.
  package var attributes: [Attribute] = []
  /// Comments and processing instructions before the root.
  package var prolog: [Trivia] = []
  @Position package var position: SourcePosition
  /// The place of the value of `masterLang`.
  @Position package var masterPosition: SourcePosition

  package init(file: String, masterLanguage: String) {
    self.file = file
    self.masterLanguage = masterLanguage
  }
}

/// The part of a catalog after the last text.
package struct CatalogFooter: Hashable, Sendable {
  /// Before the end tag of the root.
  package var beforeEnd: [Trivia] = []
  /// After it.
  package var epilog: [Trivia] = []

  package init() {}
}
