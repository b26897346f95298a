import TremaCatalog
import TremaSupport

/// Reads a trema catalog to import it into a different catalog.
enum TremaReading {
  /// Reads a whole file.
  ///
  /// - Throws: The errors of ``TremaDecoder``.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    var decoding = TremaDecoder.Options()
    decoding.backslash = options.backslash
    decoding.maxFindings = options.maxFindings
    var reading = FormatReading(options)
    let (catalog, diagnostics) = try Catalog.decode(bytes, file: options.file, options: decoding)
    reading.texts = catalog.texts
    reading.masterLanguage = catalog.header.masterLanguage
    reading.hasStatuses = true
    for diagnostic in diagnostics { reading.findings.add(diagnostic) }
    return reading
  }
}
