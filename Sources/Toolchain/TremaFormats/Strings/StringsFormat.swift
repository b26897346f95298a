import TremaSupport

extension TextFormat {
  /// Apple's `.strings`.
  package static let strings = TextFormat(
    "strings", .strings, .languages(.strings), fields: .languages)
}

extension ReadableFormat {
  /// The reader of a `.strings` file.
  package static let strings = ReadableFormat("strings") { (bytes, options) throws(Diagnostic) in
    try StringsReader.read(bytes, options)
  }
}

extension ResourceFormat {
  /// The writer of a `.strings` file for each language.
  package static let strings = ResourceFormat(
    "strings", paths: StringsWriter.paths, features: { _ in StringsWriter.supportedFeatures },
    writer: StringsWriter.init)
}
