import TremaCatalog
import TremaDiagnostics

/// A trema file as something to import from.
enum TremaReading {
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    var decoding = TremaDecoder.Options()
    decoding.backslash = options.backslash
    var reading = FormatReading()
    let (catalogue, diagnostics) = try Catalog.decode(bytes, file: options.file, options: decoding)
    reading.texts = catalogue.texts
    reading.masterLanguage = catalogue.header.masterLanguage
    reading.hasStatuses = true
    reading.diagnostics = diagnostics
    return reading
  }
}
