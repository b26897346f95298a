import TremaSupport

extension TextFormat {
  /// The files of the tool Twine.
  static let twine = TextFormat("twine", .twine, .catalog(.twine), fields: .catalog)
}

extension ReadableFormat {
  /// The reader of Twine's files. Their extension `.txt` has many other uses.
  package static let twine = ReadableFormat(
    "twine", extensions: ["txt"], namesLanguages: .always, recognizes: TwineRecognition.accepts
  ) { (bytes, options) throws(Diagnostic) in
    try TwineReader.read(bytes, options)
  }
}

extension CatalogFormat {
  /// The writer of Twine's files.
  package static let twine = CatalogFormat(
    "twine", features: TwineWriter.supportedFeatures, path: TwineWriter.path,
    writer: TwineWriter.init)
}
