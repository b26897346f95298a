import TremaSupport

extension TextFormat {
  /// Application Resource Bundles, the format of Flutter.
  static let arb = TextFormat("arb", .arb, .languages(.arb), fields: .languages)
}

extension ReadableFormat {
  /// The reader of an ARB file.
  package static let arb = ReadableFormat("arb", namesLanguages: .sometimes) {
    (bytes, options) throws(Diagnostic) in
    try ARBReader.read(bytes, options)
  }
}

extension ResourceFormat {
  /// The writer of an ARB file for each language.
  package static let arb = ResourceFormat(
    "arb", paths: ARBWriter.paths, features: { _ in ARBWriter.supportedFeatures },
    writer: ARBWriter.init)
}
