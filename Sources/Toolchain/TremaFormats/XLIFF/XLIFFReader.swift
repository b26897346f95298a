import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// A reader for XLIFF 1.0 to 1.2 and 2.0 to 2.2, as written by Xcode, translation tools and trema.
///
/// Sources are values in the master language, and targets are values in the document's language. An
/// empty source or target is treated as missing.
///
/// See XLIFF 1.2 and XLIFF 2.0, OASIS standards, and `Documentation/Formats/XLIFF.md`.
enum XLIFFReader {
  /// Reads a whole document.
  ///
  /// - Throws: An `.unreadable` diagnostic for malformed XML, a different kind of document, an
  ///   unknown version or language, or an exceeded limit.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let handler = XLIFFHandler(options, size: bytes.count)
    let reader = XMLReader(file: options.file, handler: handler)
    try reader.feed(bytes)
    try reader.finish()
    return handler.reading
  }
}
