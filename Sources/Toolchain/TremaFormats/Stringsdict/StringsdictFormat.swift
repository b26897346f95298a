import TremaSupport

extension TextFormat {
  /// Apple's `.stringsdict`.
  static let stringsdict = TextFormat(
    "stringsdict", .stringsdict, .languages(.stringsdict), fields: .languages)
}

extension ReadableFormat {
  /// The reader of a `.stringsdict` file.
  package static let stringsdict = ReadableFormat("stringsdict") {
    (bytes, options) throws(Diagnostic) in
    try StringsdictReader.read(bytes, options)
  }
}

extension ResourceFormat {
  /// The writer of a `.stringsdict` file for each language.
  package static let stringsdict = ResourceFormat(
    "stringsdict", paths: StringsdictWriter.paths,
    features: { _ in StringsdictWriter.supportedFeatures },
    writer: StringsdictWriter.init)
}
