import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

@Suite struct PropertiesWriterTests {
  private func write(
    _ texts: [Text], _ language: String, _ encoding: PropertiesEncoding = .ascii
  ) throws -> (bytes: [UInt8], losses: [[Feature]]) {
    let tag = try LanguageTag(language).orThrow()
    var file = FileDescription(
      source: "Texts.trm", table: "Texts", language: tag, defaultLanguage: tag)
    file.propertiesEncoding = encoding
    var writer = ResourceFormat.properties.writer(file)
    var (bytes, losses): ([UInt8], [[Feature]]) = ([], [])
    writer.begin(into: &bytes)
    for text in texts {
      let index = try text.index(ofLanguage: language).orThrow()
      let outline = TextOutline(text, annotations: Annotations(text.context), master: language)
      writer.append(Entry(text, at: index, outline), into: &bytes)
      losses.append(writer.takeLosses())
    }
    writer.end(into: &bytes)
    return (bytes, losses)
  }

  @Test func `a plural is written in ICU syntax, with a note`() throws {
    var text = Text(key: "k", context: Context("Days\n@param 2 count"))
    text.values = [
      Value(language: "de", source: "%1$@: {count, plural, one {# Tag} other {# Tage}} über")
    ]
    let (bytes, losses) = try write([text], "de", .utf8)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        # Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.
        # Days
        k={0}: {1, plural, one {# Tag} other {# Tage}} über

        """)
    #expect(losses == [[.plural]])
    #expect(try write([text], "de").bytes.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: PropertiesEncoding.allCases)
  func `written files are read back unchanged`(encoding: PropertiesEncoding) throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<300 {
      let texts = (0..<6).map { index in
        var text = Text(key: "\(index)" + HostileText.text(&random, of: [HostileText.pieces]))
        let value = HostileText.text(
          &random, of: [HostileText.pieces, ["%1$@ %2$d", "\\u0001", "\\\\", "\\u0085"]])
        text.values = [Value(language: "de", source: value.replacing("{0}", with: ""))]
        return text
      }
      let (bytes, _) = try write(texts, "de", encoding)
      let reading = try ReadableFormat.properties.read(
        bytes, ReadingOptions(file: "t", language: "de"))
      let note: Comment = "\(String(decoding: bytes, as: UTF8.self))"
      #expect(reading.diagnostics.isEmpty, note)
      #expect(reading.texts.map { ExactString($0.key) } == texts.map { ExactString($0.key) }, note)
      for (text, found) in zip(texts, reading.texts) where text.values[0].issues.isEmpty {
        let wanted = text.values[0].message.source()
        #expect(ExactString(found.values[0].source) == ExactString(wanted), note)
      }
    }
  }
}
