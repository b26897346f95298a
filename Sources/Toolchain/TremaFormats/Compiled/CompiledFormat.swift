import TremaSupport

extension TextFormat {
  static let compiled = TextFormat("compiled", nil, .languages(.compiled), fields: .languages)
}

extension ResourceFormat {
  package static let compiled = ResourceFormat(
    "compiled", paths: CompiledWriter.paths, features: { _ in CompiledWriter.supportedFeatures },
    writer: CompiledWriter.init)
}
