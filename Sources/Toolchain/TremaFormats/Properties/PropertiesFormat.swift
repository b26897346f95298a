import TremaSupport

extension TextFormat {
  static let properties = TextFormat(
    "properties", .properties, .languages(.properties),
    fields: .languages.union([.defaultLanguage, .encoding]))
}

extension ReadableFormat {
  package static let properties = ReadableFormat("properties") {
    (bytes, options) throws(Diagnostic) in
    try PropertiesReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let properties = ResourceFormat(
    "properties", paths: PropertiesWriter.paths,
    features: { _ in PropertiesWriter.supportedFeatures },
    writer: PropertiesWriter.init)
}
