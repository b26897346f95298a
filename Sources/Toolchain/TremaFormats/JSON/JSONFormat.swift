import TremaSupport

extension TextFormat {
  static let json = TextFormat(
    "json", .json, .languages(.json), fields: .languages.union([.style, .nest]))
}

extension ReadableFormat {
  package static let json = ReadableFormat("json") { (bytes, options) throws(Diagnostic) in
    try JSONTextsReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let json = ResourceFormat(
    "json", paths: JSONTextsWriter.paths, features: \.supportedFeatures,
    writer: { $0.jsonStyle.writer($0) })
}
