import TremaSupport

extension TextFormat {
  /// gettext PO files and templates.
  static let po = TextFormat("po", .po, .languages(.po), fields: .languages)
}

extension ReadableFormat {
  /// The reader of PO files and templates.
  package static let po = ReadableFormat(
    "po", extensions: ["po", "pot"], namesLanguages: .sometimes, isForTranslators: true
  ) { (bytes, options) throws(Diagnostic) in
    try POReader.read(bytes, options)
  }
}

extension ResourceFormat {
  /// The writer of a PO file for each language, and of a template for the master language.
  package static let po = ResourceFormat(
    "po", isBilingual: true, paths: POWriter.paths, features: { _ in POWriter.supportedFeatures },
    writer: POWriter.init)
}
