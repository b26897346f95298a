import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

@Suite struct SheetRoundTripTests {
  @Test(arguments: ["csv", "tsv", "xlsx"])
  func `values, plurals, statuses and contexts survive a round trip`(
    name: String
  ) throws {
    let written = try #require(CatalogFormat(name: name))
    let read = try #require(ReadableFormat(name: name))
    var catalogues = SheetCatalogue(seed: 71)
    for number in 0..<100 {
      let texts = catalogues.texts()
      let reading = try read.texts(written.encode(texts))
      #expect(said(reading.texts) == said(texts), "catalogue \(number)")
      #expect(reading.diagnostics.allSatisfy { $0.code == "unknown-status" })
      #expect(reading.masterLanguage == nil)
    }
  }

  @Test(arguments: ["csv", "tsv", "xlsx"])
  func `the translations of one language survive a round trip with their originals`(name: String)
    throws
  {
    let written = try #require(ResourceFormat(name: name))
    let read = try #require(ReadableFormat(name: name))
    var catalogues = SheetCatalogue(seed: 72)
    for number in 0..<100 {
      let texts = catalogues.texts()
      for language in ["de", "pl", "pt-BR"] {
        let tag = LanguageTag.tag(language)
        let reading = try read.texts(written.encode(texts, language: tag))
        let translated = texts.filter { $0[language] != nil }
        #expect(
          said(reading.texts, in: [language]) == said(translated, in: [language]),
          "catalogue \(number)")
        if language == "de" { continue }
        #expect(reading.masterLanguage == "de")
        // The status of an original is not in the file, and an empty one is no cell.
        let originals = translated.map { text in
          var text = text
          text.values.removeAll { $0.language != "de" || $0.message.isEmpty }
          if !text.values.isEmpty { text.values[0].status = .translated }
          return text
        }
        #expect(said(reading.texts, in: ["de"]) == said(originals, in: ["de"]))
      }
    }
  }

  @Test func `cells show real line breaks, plain backslashes and names`() throws {
    var text = Text(key: "k")
    text.context = Context("For\n@param 1 n how many")
    text.values = [
      Value(language: "de", status: .verified, source: "a\\nb \\\\ \\\"c\\\" 50 %"),
      Value(language: "fr", source: "{n, plural, one {# jour} other {# jours}}"),
    ]
    let bytes = CatalogFormat.tsv.encode([text], languages: ["de", "fr"])
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == """
        Key\tContext\tde\tfr\tStatus (de)\tStatus (fr)
        k\t"For
        @param 1 n how many"\t"a
        b \\ ""c"" 50 %"\t{n, plural, one {# jour} other {# jours}}\tverified\ttranslated

        """)
    let translations = ResourceFormat.csv.encode([text], language: .tag("fr"))
    #expect(
      Array(translations)
        == Array(
          "\u{FEFF}Key,Status,Master (de),Value (fr),Context\r\n".utf8)
        + Array("k,translated,\"a\nb \\ \"\"c\"\" 50 %\",".utf8)
        + Array("\"{n, plural, one {# jour} other {# jours}}\",".utf8)
        + Array("\"For\n@param 1 n how many\"\r\n".utf8))
    let master = ResourceFormat.csv.encode([], language: .german)
    #expect(Array(master) == Array("\u{FEFF}Key,Status,Value (de),Context\r\n".utf8))
  }

  @Test func `files are named after the table and the language`() throws {
    var file = FileDescription(
      source: "Texts.trm", table: "Texts", language: .tag("pt-BR"), defaultLanguage: .german)
    #expect(ResourceFormat.csv.paths(file) == ["Texts_pt-BR.csv"])
    file.folderName = "brazil"
    #expect(ResourceFormat.xlsx.paths(file) == ["Texts_brazil.xlsx"])
    let catalogue = CatalogDescription(
      source: "Texts.trm", table: "Texts", masterLanguage: .german, languages: [])
    #expect(CatalogFormat.all.contains(.tsv))
    #expect(CatalogFormat.tsv.path(catalogue) == "Texts.tsv")
    #expect(CatalogFormat.xlsx.supportedFeatures == CatalogFormat.csv.supportedFeatures)
    #expect(!CatalogFormat.csv.supportedFeatures.contains(.markup))
  }

  @Test func `a text that is too long for a cell is reported, and the rest is written`() throws {
    let long = String(repeating: "ä", count: 32_768)
    let texts = [
      Text(key: "a", values: [Value(language: "de", source: "x")]),
      Text(key: "b", values: [Value(language: "de", source: long)]),
      Text(key: " ", values: [Value(language: "de", source: "y")]),
    ]
    for format in CatalogFormat.all
    where ReadableFormat(name: format.name)?.isTable == true {
      var writer = format.writer(
        CatalogDescription(
          source: "", table: "T", masterLanguage: .german, languages: [.german]))
      var bytes: [UInt8] = []
      writer.begin(into: &bytes)
      var problems: [String] = []
      for text in texts {
        writer.append(
          text, TextOutline(text, annotations: Annotations(""), master: "de"), into: &bytes)
        problems += writer.takeProblems().map { "\($0.code): \($0.message)" }
      }
      writer.end(into: &bytes)
      #expect(writer.takeProblems().isEmpty)
      let tooLong =
        "size-limit: 'b' is too long for a cell in the column 'de': 32768 UTF-16 code units"
      let keyless = "missing-key: a row without a key cannot be read back"
      #expect(problems == (format == .xlsx ? [tooLong, keyless] : [keyless]))
      let reader = try #require(ReadableFormat(name: format.name))
      let keys = try reader.texts(bytes).texts.map(\.key)
      #expect(keys == (format == .xlsx ? ["a"] : ["a", "b"]))
    }
  }
}
