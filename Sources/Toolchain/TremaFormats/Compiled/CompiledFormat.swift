import TremaSupport

extension TextFormat {
  /// Compiled catalogs for trema's runtime library. They can be written, but not read back.
  static let compiled = TextFormat("compiled", nil, .languages(.compiled), fields: .languages)
}

extension ResourceFormat {
  /// The writer of a compiled catalog for each language.
  package static let compiled = ResourceFormat(
    "compiled", paths: CompiledWriter.paths, features: { _ in CompiledWriter.supportedFeatures },
    writer: CompiledWriter.init)
}
