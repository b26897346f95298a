import TremaCatalog
import TremaSupport

/// A trema file as something to import from.
enum TremaReading {
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    var decoding = TremaDecoder.Options()
    decoding.backslash = options.backslash
    decoding.maxFindings = options.maxFindings
    var reading = FormatReading(options)
    let (catalogue, diagnostics) = try Catalog.decode(bytes, file: options.file, options: decoding)
    reading.texts = catalogue.texts
    reading.masterLanguage = catalogue.header.masterLanguage
    reading.hasStatuses = true
    for diagnostic in diagnostics { reading.findings.add(diagnostic) }
    return reading
  }
}
