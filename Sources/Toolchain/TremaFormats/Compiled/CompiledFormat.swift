import TremaSupport

extension TextFormat {
  /// Compiled catalogs, which trema's runtime library reads; they are only written.
  static let compiled = TextFormat("compiled", nil, .languages(.compiled), fields: .languages)
}

extension ResourceFormat {
  /// The writer of a compiled catalog for each language.
  package static let compiled = ResourceFormat(
    "compiled", paths: CompiledWriter.paths, features: { _ in CompiledWriter.supportedFeatures },
    writer: CompiledWriter.init)
}
