import TremaCatalog

/// A format that has one file with all languages.
package struct CatalogFormat: Named {
  package let name: String
  /// The features that the format has a place for; see ``CatalogueWriter/supportedFeatures``.
  package let supportedFeatures: Features
  private let makePath: @Sendable (CatalogueDescription) -> String
  private let makeWriter: @Sendable (CatalogueDescription) -> any CatalogueWriter

  init(
    _ name: String, features: Features,
    path: @escaping @Sendable (CatalogueDescription) -> String,
    writer: @escaping @Sendable (CatalogueDescription) -> any CatalogueWriter
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
  package func path(_ description: CatalogueDescription) -> String { makePath(description) }

  package func writer(_ description: CatalogueDescription) -> any CatalogueWriter {
    makeWriter(description)
  }
}
