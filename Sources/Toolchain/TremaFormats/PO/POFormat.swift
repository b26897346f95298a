import TremaSupport

extension TextFormat {
  static let po = TextFormat("po", .po, .languages(.po), fields: .languages)
}

extension ReadableFormat {
  package static let po = ReadableFormat(
    "po", extensions: ["po", "pot"], namesLanguages: .sometimes, isForTranslators: true
  ) { (bytes, options) throws(Diagnostic) in
    try POReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let po = ResourceFormat(
    "po", isBilingual: true, paths: POWriter.paths, features: { _ in POWriter.supportedFeatures },
    writer: POWriter.init)
}
