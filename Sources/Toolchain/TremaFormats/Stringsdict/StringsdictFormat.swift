import TremaSupport

extension TextFormat {
  static let stringsdict = TextFormat(
    "stringsdict", .stringsdict, .languages(.stringsdict), fields: .languages)
}

extension ReadableFormat {
  package static let stringsdict = ReadableFormat("stringsdict") {
    (bytes, options) throws(Diagnostic) in
    try StringsdictReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let stringsdict = ResourceFormat(
    "stringsdict", paths: StringsdictWriter.paths,
    features: { _ in StringsdictWriter.supportedFeatures },
    writer: StringsdictWriter.init)
}
