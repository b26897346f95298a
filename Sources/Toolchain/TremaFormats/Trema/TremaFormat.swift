import TremaSupport

extension TextFormat {
  /// Trema's own catalogs, which are the source of all other formats and cannot be an output.
  static let trema = TextFormat("trema", .trema)
}

extension ReadableFormat {
  /// The reader of a trema catalog that is imported.
  package static let trema = ReadableFormat(
    "trema", extensions: ["trm"], namesLanguages: .always
  ) { (bytes, options) throws(Diagnostic) in
    try TremaReading.read(bytes, options)
  }
}
