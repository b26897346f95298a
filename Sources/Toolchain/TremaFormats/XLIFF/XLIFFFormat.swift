import TremaSupport

extension TextFormat {
  /// XLIFF 1.0 to 1.2 and 2.0 to 2.2.
  static let xliff = TextFormat(
    "xliff", .xliff, .languages(.xliff), fields: .languages.union([.version]))
}

extension ReadableFormat {
  /// The reader of XLIFF documents, in all versions.
  package static let xliff = ReadableFormat(
    "xliff", extensions: ["xliff", "xlf"], namesLanguages: .always, isForTranslators: true
  ) { (bytes, options) throws(Diagnostic) in
    try XLIFFReader.read(bytes, options)
  }
}

extension ResourceFormat {
  /// The writer of an XLIFF document for each language, in version 1.2 or 2.0.
  package static let xliff = ResourceFormat(
    "xliff", isBilingual: true, paths: XLIFFWriter.paths,
    features: { _ in XLIFFWriter.supportedFeatures },
    writer: XLIFFWriter.init)
}
