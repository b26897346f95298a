import TremaCatalog

/// A format whose file contains all languages.
package struct CatalogFormat: NamedValue {
  /// The name in `trema.json` and on the command line.
  package let name: String
  /// The features that the format supports; see ``CatalogWriter/supportedFeatures``.
  package let supportedFeatures: Features
  /// Returns the path of the file, relative to the output folder.
  private let makePath: @Sendable (CatalogDescription) -> String
  /// Returns a new writer for a file.
  private let makeWriter: @Sendable (CatalogDescription) -> any CatalogWriter

  init(
    _ name: String, features: Features,
    path: @escaping @Sendable (CatalogDescription) -> String,
    writer: @escaping @Sendable (CatalogDescription) -> any CatalogWriter
  ) {
    (self.name, supportedFeatures, makePath, makeWriter) = (name, features, path, writer)
  }

  /// All catalog formats, in the order of ``TextFormat/all``.
  package static let all = TextFormat.all.compactMap { (format) -> Self? in
    switch format.writing {
    case .catalog(let format), .either(let format, _): format
    case .languages, .listing, nil: nil
    }
  }

  /// Returns the path of the file, relative to the output folder, with `/` as the separator.
  package func path(_ description: CatalogDescription) -> String { makePath(description) }

  /// Returns a new writer for a file.
  package func writer(_ description: CatalogDescription) -> any CatalogWriter {
    makeWriter(description)
  }
}
