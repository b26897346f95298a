import TremaSupport

extension TextFormat {
  /// JSON objects with keys and strings, in multiple styles.
  static let json = TextFormat(
    "json", .json, .languages(.json), fields: .languages.union([.style, .nest]))
}

extension ReadableFormat {
  /// The reader of a JSON file in any style.
  package static let json = ReadableFormat("json") { (bytes, options) throws(Diagnostic) in
    try JSONTextsReader.read(bytes, options)
  }
}

extension ResourceFormat {
  /// The writer of a JSON file for each language, in one of the styles.
  package static let json = ResourceFormat(
    "json", paths: JSONTextsWriter.paths, features: \.supportedFeatures,
    writer: { $0.jsonStyle.writer($0) })
}
