import TremaSupport

extension TextFormat {
  /// Xcode's string catalogs.
  static let xcstrings = TextFormat("xcstrings", .xcstrings, .catalog(.xcstrings), fields: .catalog)
}

extension ReadableFormat {
  /// The reader of string catalogs.
  package static let xcstrings = ReadableFormat(
    "xcstrings", namesLanguages: .always
  ) { (bytes, options) throws(Diagnostic) in
    try XCStringsReader.read(bytes, options)
  }
}

extension CatalogFormat {
  /// The writer of string catalogs.
  package static let xcstrings = CatalogFormat(
    "xcstrings", features: XCStringsWriter.supportedFeatures, path: XCStringsWriter.path,
    writer: XCStringsWriter.init)
}
