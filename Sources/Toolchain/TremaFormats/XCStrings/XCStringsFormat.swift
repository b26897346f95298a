import TremaSupport

extension TextFormat {
  static let xcstrings = TextFormat("xcstrings", .xcstrings, .catalog(.xcstrings), fields: .catalog)
}

extension ReadableFormat {
  package static let xcstrings = ReadableFormat(
    "xcstrings", namesLanguages: .always
  ) { (bytes, options) throws(Diagnostic) in
    try XCStringsReader.read(bytes, options)
  }
}

extension CatalogFormat {
  package static let xcstrings = CatalogFormat(
    "xcstrings", features: XCStringsWriter.supportedFeatures, path: XCStringsWriter.path,
    writer: XCStringsWriter.init)
}
