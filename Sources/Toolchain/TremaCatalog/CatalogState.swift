import TremaSupport

/// A catalog that is compared or merged. Texts are kept in their batch unless they differ.
package struct CatalogState {
  package var header: CatalogHeader
  /// The texts, in file order.
  package var texts: TextBatch
  package var footer: CatalogFooter

  package init(header: CatalogHeader, texts: TextBatch, footer: CatalogFooter) {
    (self.header, self.texts, self.footer) = (header, texts, footer)
  }

  /// Creates a state from a catalog in memory.
  package init(_ catalog: Catalog) {
    self.init(
      header: catalog.header, texts: TextBatch(file: catalog.header.file), footer: catalog.footer)
    for text in catalog.texts { texts.append(text) }
  }

  /// The catalog without its texts.
  package var frame: Catalog { Catalog(header: header, footer: footer) }
}
