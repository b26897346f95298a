import Testing
import TremaCatalog
import TremaFormats
import TremaMessages

/// An integer conversion keeps the length that its author wrote: existing calls pass arguments of that size.
@Suite struct IntegerLengthTests {
  private static let conversions = [
    "%d", "%i", "%li", "%ld", "%lld", "%u", "%lu", "%llu", "%hd", "%zd", "%x", "%lx", "%D", "%'d",
  ]

  /// The texts after a round trip through a trema catalogue.
  private func throughTrema(_ texts: [Text]) throws -> [Text] {
    var catalog = Catalog(header: CatalogHeader(file: "a.trm", masterLanguage: "en"))
    catalog.texts = texts
    let (decoded, _) = try Catalog.decode(catalog.encoded(), file: "a.trm")
    return decoded.texts
  }

  @Test func `strings files keep the length`() throws {
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
  func `stringsdict files keep the length`(type: String) throws {
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

  private static func file(type: String, one: String, other: String) -> [UInt8] {
    Array(
      """
      <plist version="1.0"><dict><key>k</key><dict>
      <key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
      <key>n</key><dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>\(type)</string>
      <key>one</key><string>\(one)</string>
      <key>other</key><string>\(other)</string>
      </dict></dict></dict></plist>
      """.utf8)
  }

  @Test(arguments: ["d", "i", "u", "ld", "lu", "lld", "f"])
  func `stringsdict files keep the value type of a number that no form shows`(type: String) throws {
    let file = Self.file(type: type, one: "the item", other: "the items")
    let texts = try throughTrema(AppleSamples.read(file, as: .stringsdict).texts)
    #expect(
      texts.first?.context?.text
        == (type == "ld" ? "@param 1 n" : "@param 1 n\n@conversion 1 \(type)"))
    let written = AppleSamples.write(texts, .stringsdict, language: "en")
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(text.contains("<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>\(type)</string>"))
    #expect(text.contains("<key>one</key>\n\t\t\t<string>the item</string>"))
  }

  @Test func `a value type that the forms contradict is reported`() throws {
    let reading = try AppleSamples.read(
      Self.file(type: "d", one: "%ld day", other: "%ld days"), as: .stringsdict)
    #expect(
      reading.diagnostics.map(\.message) == [
        "the value type 'd' of the variable 'n' differs from its forms, which format the number as "
          + "'%ld'; the catalogue keeps 'ld'"
      ])
  }

  @Test func `a string catalog keeps the specifier of a number that no form shows`() throws {
    let file = """
      {"sourceLanguage":"en","version":"1.0","strings":{"k":{"extractionState":"manual",
      "localizations":{"en":{"stringUnit":{"state":"translated","value":"Take %#@n@"},
      "substitutions":{"n":{"argNum":1,"formatSpecifier":"lld","variations":{"plural":{
      "one":{"stringUnit":{"state":"translated","value":"it"}},
      "other":{"stringUnit":{"state":"translated","value":"them"}}}}}}}}}}}
      """
    let texts = try throughTrema(XCStringsTests.read(file).texts)
    #expect(texts.first?.context?.text == "@param 1 n\n@conversion 1 lld")
    var losses: [Feature] = []
    let written = String(
      decoding: XCStringsTests.written(texts, losses: &losses), as: UTF8.self)
    #expect(written.contains("\"formatSpecifier\" : \"lld\""))
  }

  @Test func `the number of a plural becomes a long`() throws {
    let text = AppleSamples.text("k", ["en": "{n, plural, one {# day} other {# days}}"])
    let written = AppleSamples.write([text], .stringsdict, language: "en")
    #expect(String(decoding: written.bytes, as: UTF8.self).contains("<string>%ld days</string>"))
  }

  @Test func `Android placeholders have no length modifiers`() throws {
    for conversion in Self.conversions where conversion != "%x" && conversion != "%lx" {
      let placeholder = try #require(Message.parse(conversion).message.placeholders.first)
      let spelled = PlaceholderDialect.java.spell(placeholder, position: nil)
      #expect(spelled == (conversion == "%'d" ? "%,d" : "%d"))
    }
  }
}
