import TremaCatalog
import TremaMessages

/// A format that has one file for each language.
package struct ResourceFormat: Named {
  package let name: String
  /// Whether a file holds a translation beside its original, as translators need it.
  package let isBilingual: Bool
  /// Whether the writer gets texts without a value: ``LanguageWriter/pass(_:_:into:)``.
  package let reportsMissing: Bool
  private let makePaths: @Sendable (FileDescription) -> [String]
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

  package static let all = TextFormat.all.compactMap { (format) -> Self? in
    switch format.writing {
    case .languages(let format), .either(_, let format): format
    case .catalog, nil: nil
    }
  }

  /// The paths of the file below the output folder, with `/`; more than one when the same bytes are
  /// needed twice.
  package func paths(_ file: FileDescription) -> [String] { makePaths(file) }

  /// The features that the format has a place for; see ``LanguageWriter/supportedFeatures``.
  ///
  /// - Parameter jsonStyle: of the JSON, where that is the format.
  package func supportedFeatures(_ jsonStyle: JSONStyle = .flat) -> Features {
    features(jsonStyle)
  }

  package func writer(_ file: FileDescription) -> any LanguageWriter { makeWriter(file) }
}
