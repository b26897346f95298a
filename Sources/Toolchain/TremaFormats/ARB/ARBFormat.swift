import TremaSupport

extension TextFormat {
  static let arb = TextFormat("arb", .arb, .languages(.arb), fields: .languages)
}

extension ReadableFormat {
  package static let arb = ReadableFormat("arb", namesLanguages: .sometimes) {
    (bytes, options) throws(Diagnostic) in
    try ARBReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let arb = ResourceFormat(
    "arb", paths: ARBWriter.paths, features: { _ in ARBWriter.supportedFeatures },
    writer: ARBWriter.init)
}
