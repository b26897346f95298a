import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages

/// Shortcuts to and from XLIFF.
enum XLIFFSample {
  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    return [UInt8](
      try Data(contentsOf: folder.appendingPathComponent("Fixtures/xliff/\(name)")))
  }

  static func read(_ text: String) throws -> FormatReading {
    try ReadableFormat.xliff.read(Array(text.utf8), ReadingOptions(file: "a.xliff"))
  }

  static func readFixture(_ name: String) throws -> FormatReading {
    try ReadableFormat.xliff.read(try fixture(name), ReadingOptions(file: name))
  }

  /// A file of 1.2 with these units.
  static func file(_ units: String, target: String = "de") -> String {
    """
    <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
    <file original="a" datatype="plaintext" source-language="en" target-language="\(target)">
    <body>
    \(units)
    </body>
    </file>
    </xliff>
    """
  }

  /// All results of reading a file, one per line.
  static func lines(_ reading: FormatReading) -> [String] {
    reading.texts.flatMap { text in
      ["\(text.key): \(text.context?.text.replacing("\n", with: " | ") ?? "-")"]
        + text.values.map { value in
          "  \(value.language) \(value.status.spelling ?? "none"): \(value.source)"
        }
    }
  }

  static func written(
    _ catalog: Catalog, language: String, version: XLIFFVersion
  ) throws -> [UInt8] {
    let master = try #require(LanguageTag(catalog.header.masterLanguage))
    let tag = try #require(LanguageTag(language))
    var file = FileDescription(
      source: "Texts.trm", table: "Localizable", language: tag, defaultLanguage: master)
    file.masterLanguage = master
    file.xliffVersion = version
    var writer = ResourceFormat.xliff.writer(file)
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    for text in catalog.texts {
      guard let index = text.index(ofLanguage: language) else { continue }
      let outline = TextOutline(
        text, annotations: Annotations(text.context), master: master.description)
      writer.append(Entry(text, at: index, outline), into: &bytes)
    }
    writer.end(into: &bytes)
    return bytes
  }
}
