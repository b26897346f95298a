import TremaSupport

extension TextFormat {
  package static let strings = TextFormat(
    "strings", .strings, .languages(.strings), fields: .languages)
}

extension ReadableFormat {
  package static let strings = ReadableFormat("strings") { (bytes, options) throws(Diagnostic) in
    try StringsReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let strings = ResourceFormat(
    "strings", paths: StringsWriter.paths, features: { _ in StringsWriter.supportedFeatures },
    writer: StringsWriter.init)
}
