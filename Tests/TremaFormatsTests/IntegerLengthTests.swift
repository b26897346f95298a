import Testing
import TremaCatalog
import TremaFormats
import TremaMessages

/// An integer conversion keeps the length that its author wrote: existing calls pass arguments of that size.
@Suite struct IntegerLengthTests {
  private static let conversions = [
    "%d", "%i", "%li", "%ld", "%lld", "%u", "%lu", "%llu", "%hd", "%zd", "%x", "%lx", "%D", "%'d",
  ]

  /// The texts as they come out of a catalogue in trema, as a file has it.
  private func throughTrema(_ texts: [Text]) throws -> [Text] {
    var catalog = Catalog(header: CatalogHeader(file: "a.trm", masterLanguage: "en"))
    catalog.texts = texts
    let (decoded, _) = try Catalog.decode(catalog.encoded(), file: "a.trm")
    return decoded.texts
  }

  @Test func `strings keep it`() throws {
    let source = Self.conversions.enumerated()
      .map { "\"p\($0.offset)\" = \"\($0.element)\";\n" }.joined()
    let texts = try throughTrema(AppleSamples.read(Array(source.utf8)).texts)
    let written = AppleSamples.write(texts, .strings, language: "en")
    let text = String(decoding: written.bytes, as: UTF8.self)
    for (index, conversion) in Self.conversions.enumerated() {
      #expect(text.contains("\"p\(index)\" = \"\(conversion)\";\n"))
    }
  }

  @Test(arguments: ["d", "i", "li", "ld", "lld", "u", "lu", "qd"])
  func `a stringsdict keeps it`(type: String) throws {
    let file = """
      <plist version="1.0"><dict><key>k</key><dict>
      <key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
      <key>n</key><dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>\(type)</string>
      <key>one</key><string>%\(type) day</string>
      <key>other</key><string>%\(type) days</string>
      </dict></dict></dict></plist>
      """
    let texts = try throughTrema(AppleSamples.read(Array(file.utf8), as: .stringsdict).texts)
    let written = AppleSamples.write(texts, .stringsdict, language: "en")
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(text.contains("<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>\(type)</string>"))
    #expect(text.contains("<key>one</key>\n\t\t\t<string>%\(type) day</string>"))
    #expect(text.contains("<key>other</key>\n\t\t\t<string>%\(type) days</string>"))
  }

  @Test func `what we make of the number of a plural is a long`() throws {
    let text = AppleSamples.text("k", ["en": "{n, plural, one {# day} other {# days}}"])
    let written = AppleSamples.write([text], .stringsdict, language: "en")
    #expect(String(decoding: written.bytes, as: UTF8.self).contains("<string>%ld days</string>"))
  }

  @Test func `Android has no lengths`() throws {
    for conversion in Self.conversions where conversion != "%x" && conversion != "%lx" {
      let placeholder = try #require(Message.parse(conversion).message.placeholders.first)
      let spelled = PlaceholderDialect.java.spell(placeholder, position: nil)
      #expect(spelled == (conversion == "%'d" ? "%,d" : "%d"))
    }
  }
}
