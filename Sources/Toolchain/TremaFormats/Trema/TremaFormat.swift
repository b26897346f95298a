import TremaSupport

extension TextFormat {
  static let trema = TextFormat("trema", .trema)
}

extension ReadableFormat {
  package static let trema = ReadableFormat(
    "trema", extensions: ["trm"], namesLanguages: .always
  ) { (bytes, options) throws(Diagnostic) in
    try TremaReading.read(bytes, options)
  }
}
