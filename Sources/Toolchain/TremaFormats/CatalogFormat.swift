import TremaCatalog

/// A format that has one file with all languages.
package struct CatalogFormat: Named {
  package let name: String
  /// The features that the format has a place for; see ``CatalogWriter/supportedFeatures``.
  package let supportedFeatures: Features
  private let makePath: @Sendable (CatalogDescription) -> String
  private let makeWriter: @Sendable (CatalogDescription) -> any CatalogWriter

  init(
    _ name: String, features: Features,
    path: @escaping @Sendable (CatalogDescription) -> String,
    writer: @escaping @Sendable (CatalogDescription) -> any CatalogWriter
  ) {
    (self.name, supportedFeatures, makePath, makeWriter) = (name, features, path, writer)
  }

  package static let all = TextFormat.all.compactMap { (format) -> Self? in
    switch format.writing {
    case .catalog(let format), .either(let format, _): format
    case .languages, nil: nil
    }
  }

  /// The path of the file below the output folder, with `/`.
  package func path(_ description: CatalogDescription) -> String { makePath(description) }

  package func writer(_ description: CatalogDescription) -> any CatalogWriter {
    makeWriter(description)
  }
}
