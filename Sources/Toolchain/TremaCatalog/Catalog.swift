import TremaSupport

/// A whole catalogue in memory, for the commands that need it whole; the others take one ``Text``
/// at a time.
public struct Catalog: Hashable, Sendable {
  public var header: CatalogHeader
  public var texts: [Text]
  public var footer: CatalogFooter

  public init(
    header: CatalogHeader, texts: [Text] = [], footer: CatalogFooter = CatalogFooter()
  ) {
    self.header = header
    self.texts = texts
    self.footer = footer
  }
}

/// What stands before the first text.
public struct CatalogHeader: Hashable, Sendable {
  /// The path to print in diagnostics.
  public var file: String
  /// The language that the others are translated from, as the file spells it.
  public var masterLanguage: String
  /// All attributes of the root in file order but `masterLang`, namespace declarations included.
  public var attributes: [Attribute] = []
  /// Comments and processing instructions before the root.
  public var prolog: [Trivia] = []
  @Position public var position: SourcePosition
  /// Where the value of `masterLang` stands.
  @Position public var masterPosition: SourcePosition

  public init(file: String, masterLanguage: String) {
    self.file = file
    self.masterLanguage = masterLanguage
  }
}

/// What stands after the last text.
public struct CatalogFooter: Hashable, Sendable {
  /// Before the end tag of the root.
  public var beforeEnd: [Trivia] = []
  /// After it.
  public var epilog: [Trivia] = []

  public init() {}
}
