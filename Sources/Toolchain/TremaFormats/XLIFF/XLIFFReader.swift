import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// XLIFF 1.0 to 1.2 and 2.0 to 2.2, as Xcode, translation tools and we write it.
///
/// Sources are values of the master language, targets of the file's own; an empty one is none.
///
/// Source: XLIFF 1.2 and XLIFF 2.0, OASIS standards; see `Documentation/Formats/XLIFF.md`.
enum XLIFFReader {
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
