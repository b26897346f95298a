import TremaCatalog
import TremaMessages

/// A format with one file per language.
package struct ResourceFormat: NamedValue {
  /// The name in `trema.json` and on the command line.
  package let name: String
  /// Whether a file contains the originals next to the translations, for translators.
  package let isBilingual: Bool
  /// Whether texts without a value are passed to the writer with
  /// ``LanguageWriter/appendMissing(_:_:into:)``.
  package let reportsMissing: Bool
  private let makePaths: @Sendable (FileDescription) -> [String]
  /// The supported features, which depend on the style only in JSON.
  private let features: @Sendable (JSONStyle) -> Features
  private let makeWriter: @Sendable (FileDescription) -> any LanguageWriter

  init(
    _ name: String, isBilingual: Bool = false, reportsMissing: Bool = false,
    paths: @escaping @Sendable (FileDescription) -> [String],
    features: @escaping @Sendable (JSONStyle) -> Features,
    writer: @escaping @Sendable (FileDescription) -> any LanguageWriter
  ) {
    self.name = name
    self.isBilingual = isBilingual
    self.reportsMissing = reportsMissing || isBilingual
    (makePaths, self.features, makeWriter) = (paths, features, writer)
  }

  /// All resource formats, in the order of ``TextFormat/all``.
  package static let all = TextFormat.all.compactMap { (format) -> Self? in
    switch format.writing {
    case .languages(let format), .either(_, let format): format
    case .catalog, .listing, nil: nil
    }
  }

  /// Returns the paths of the file, relative to the output folder, with `/` as the separator. There
  /// are several if the same file is needed in several places.
  package func paths(_ file: FileDescription) -> [String] { makePaths(file) }

  /// Returns the features that the format supports; see ``LanguageWriter/supportedFeatures``.
  ///
  /// - Parameter jsonStyle: The style of the file if the format is JSON; ignored otherwise.
  package func supportedFeatures(_ jsonStyle: JSONStyle = .flat) -> Features {
    features(jsonStyle)
  }

  /// Returns a new writer for a file.
  package func writer(_ file: FileDescription) -> any LanguageWriter { makeWriter(file) }
}
