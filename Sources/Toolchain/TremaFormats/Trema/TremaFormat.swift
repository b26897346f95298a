import TremaSupport

extension TextFormat {
  /// Trema's own catalogs, which are the source of all other formats and no output.
  static let trema = TextFormat("trema", .trema)
}

extension ReadableFormat {
  /// The reader of a trema catalog as a file to import.
  package static let trema = ReadableFormat(
    "trema", extensions: ["trm"], namesLanguages: .always
  ) { (bytes, options) throws(Diagnostic) in
    try TremaReading.read(bytes, options)
  }
}
