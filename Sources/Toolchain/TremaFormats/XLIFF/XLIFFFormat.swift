import TremaSupport

extension TextFormat {
  static let xliff = TextFormat(
    "xliff", .xliff, .languages(.xliff), fields: .languages.union([.version]))
}

extension ReadableFormat {
  package static let xliff = ReadableFormat(
    "xliff", extensions: ["xliff", "xlf"], namesLanguages: .always, isForTranslators: true
  ) { (bytes, options) throws(Diagnostic) in
    try XLIFFReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let xliff = ResourceFormat(
    "xliff", isBilingual: true, paths: XLIFFWriter.paths,
    features: { _ in XLIFFWriter.supportedFeatures },
    writer: XLIFFWriter.init)
}
