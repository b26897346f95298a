import TremaSupport

extension TextFormat {
  /// Java's `.properties`.
  static let properties = TextFormat(
    "properties", .properties, .languages(.properties),
    fields: .languages.union([.defaultLanguage, .encoding]))
}

extension ReadableFormat {
  /// The reader of a `.properties` file.
  package static let properties = ReadableFormat("properties") {
    (bytes, options) throws(Diagnostic) in
    try PropertiesReader.read(bytes, options)
  }
}

extension ResourceFormat {
  /// The writer of a `.properties` file for each language.
  package static let properties = ResourceFormat(
    "properties", paths: PropertiesWriter.paths,
    features: { _ in PropertiesWriter.supportedFeatures },
    writer: PropertiesWriter.init)
}
