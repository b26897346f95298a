import Testing
import TremaCatalog
import TremaFormats
import TremaTestSupport

@Suite struct XLIFFRoundTripTests {
  @Test(arguments: XLIFFVersion.allCases)
  func `texts, statuses and contexts survive a round trip`(version: XLIFFVersion) throws {
    var generator = XLIFFCatalogues(random: SeededGenerator(seed: 71))
    for number in 0..<150 {
      let catalog = generator.catalog()
      for language in XLIFFCatalogues.languages {
        let bytes = try XLIFFSample.written(catalog, language: language, version: version)
        let reading = try ReadableFormat.xliff.read(bytes, ReadingOptions(file: "a.xliff"))
        let wanted = catalog.texts.filter { $0[language] != nil }.map { text in
          XLIFFSpoken(text, [text["en"], language == "en" ? nil : text[language]], master: "en")
        }
        let found = reading.texts.map { XLIFFSpoken($0, $0.values.map { $0 }, master: "en") }
        let file = String(decoding: bytes, as: UTF8.self)
        #expect(found == wanted, "catalogue \(number) \(language)\n\(file)")
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.losses.isEmpty)
      }
    }
  }

  @Test func `real exports survive a round trip`() throws {
    let reading = try XLIFFSample.readFixture("xcode.xliff")
    var catalog = Catalog(header: CatalogHeader(file: "a.trm", masterLanguage: "en"))
    catalog.texts = reading.texts.filter { $0["pl"] != nil }
    for version in XLIFFVersion.allCases {
      let bytes = try XLIFFSample.written(catalog, language: "pl", version: version)
      var again = try ReadableFormat.xliff.read(bytes, ReadingOptions(file: "a.xliff"))
      again.texts = again.texts.filter { $0["pl"] != nil }
      var before = reading
      before.texts = catalog.texts
      #expect(XLIFFSample.lines(again) == XLIFFSample.lines(before))
    }
  }
}

/// The contents of a text, compared byte by byte; the master's status has no place in XLIFF.
struct XLIFFSpoken: Equatable {
  var lines: [String]

  init(_ text: Text, _ values: [Value?], master: String) {
    lines = [bytes(text.key), bytes(Annotations(text.context).text)]
    for case let value? in values where !value.message.isEmpty {
      let status = value.language == master ? "-" : value.status.spelling ?? "none"
      lines.append("\(value.language) \(status) \(bytes(value.message.source()))")
    }
  }
}
