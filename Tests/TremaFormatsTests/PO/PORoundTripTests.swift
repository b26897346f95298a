import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct PORoundTripTests {
  private static let numbers: [UInt64] = Array(0...120) + [1_000, 1_000_000]

  /// Returns the texts that a message shows for many numbers, whichever of its arguments the number
  /// is.
  private static func shown(
    _ message: Message, _ numbers: ArgumentNumbers, _ language: String
  ) -> [String] {
    let message = message.numbered(by: numbers)
    return Self.numbers.map { number in
      let arguments: [any TextArgument] =
        (1...3).map { index -> any TextArgument in
          numbers["count"] ?? 1 == index ? Int(number) : "arg\(index)"
        }
      return message.formatted(with: arguments, in: .plain(LanguageTag(language))).text
    }
  }

  @Test func `the output is read back with the same meaning`() throws {
    var samples = POSamples(seed: 70)
    for _ in 0..<40 {
      let languages = ["en", "pl", "ar", "ja"]
      let texts = (0..<6).map { samples.text($0, languages) }
      for language in languages {
        let (bytes, _) = try POSamples.file(texts, language)
        let note: Comment = "\(language)\n\(String(decoding: bytes, as: UTF8.self))"
        let reading = try ReadableFormat.po.read(bytes, ReadingOptions(file: "t.po"))
        #expect(reading.diagnostics.isEmpty, note)
        #expect(reading.masterLanguage == "en", note)
        #expect(reading.texts.map { exactly($0.key) } == texts.map { exactly($0.key) }, note)
        for (text, found) in zip(texts, reading.texts) {
          let outline = TextOutline(text, annotations: Annotations(text.context), master: "en")
          for spoken in language == "en" ? ["en"] : ["en", language] {
            let wanted = try #require(text[spoken])
            let value = try #require(found[spoken], note)
            if !wanted.message.hasBranches {
              #expect(exactly(value.source) == exactly(wanted.source), note)
            }
            #expect(
              Self.shown(value.message, outline.numbers, spoken)
                == Self.shown(wanted.message, outline.numbers, spoken), note)
            if spoken == language, language != "en" {
              #expect(value.status == wanted.status, note)
            }
          }
          var annotations = Annotations(text.context)
          for (number, name) in outline.names where annotations.parameters[number] == nil {
            annotations.parameters[number] = Annotations.Parameter(name)
          }
          #expect(Annotations(found.context) == annotations, note)
        }
      }
    }
  }

  private func exactly(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `plural forms that gettext lacks survive a round trip`() throws {
    var text = Text(key: "days", context: Context("@param 2 count"))
    let polish = "{count, plural, one {# dzień} few {# dni} many {# dni!} other {# dnia}}"
    let english = "{count, plural, one {# day} other {# days of %1$@}}"
    text.values = [
      Value(language: "en", source: english), Value(language: "pl", source: polish),
    ]
    let (bytes, losses) = try POSamples.file([text], "pl")
    #expect(losses == [[]])
    let reading = try ReadableFormat.po.read(bytes, ReadingOptions(file: "pl.po"))
    #expect(reading.texts[0]["pl"]?.source == polish.replacing("count", with: "1"))
    let fromPolish = try POSamples.file([text], "en", master: "pl").bytes
    let back = try ReadableFormat.po.read(fromPolish, ReadingOptions(file: "en.po"))
    #expect(back.texts[0]["pl"]?.source == polish.replacing("count", with: "1"))
    #expect(back.texts[0]["en"]?.source == english.replacing("count", with: "1"))
  }

  @Test func `conversions with names and flags survive in every plural form`() throws {
    let message = """
      msgid ""
      msgstr ""
      "Language: de\\n"
      "Plural-Forms: nplurals=2; plural=n != 1;\\n"

      msgid "%(n)d file in %(name)s"
      msgid_plural "%(n)d files in %(name)s"
      msgstr[0] "%(n)d Datei in %(name)s"
      msgstr[1] "%(n)d Dateien in %(name)s"

      msgid "%'d of them"
      msgid_plural "%'d of these"
      msgstr[0] "%'d davon"
      msgstr[1] "%'d von diesen"

      """
    var options = ReadingOptions(file: "de.po")
    options.masterLanguage = "en"
    let reading = try ReadableFormat.po.read(Array(message.utf8), options)
    let (bytes, losses) = try POSamples.file(reading.texts, "de")
    #expect(losses == [[], []])
    let written = String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(10)
      .filter { $0.hasPrefix("msgid") || $0.hasPrefix("msgstr") }
    let wanted = message.split(separator: "\n").suffix(8)
    #expect(Array(written) == Array(wanted))
  }

  @Test func `a branch for an exact number survives as an ICU message`() throws {
    var text = Text(key: "days")
    let source = "{n, plural, =0 {No days} one {# day} other {# days}}"
    text.values = [Value(language: "en", source: source), Value(language: "fr", source: source)]
    let (bytes, losses) = try POSamples.file([text], "fr")
    #expect(losses == [[.plural]])
    let reading = try ReadableFormat.po.read(bytes, ReadingOptions(file: "t.po"))
    #expect(reading.texts[0]["fr"]?.source == source)
  }

  @Test func `a plural form for a number without its own category is a loss`() throws {
    let file = """
      msgid ""
      msgstr ""
      "Language: uk\\n"
      "Plural-Forms: nplurals=4; plural=n==1 ? 3 : n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;\\n"

      msgid "%d day"
      msgid_plural "%d days"
      msgstr[0] "%d день"
      msgstr[1] "%d дні"
      msgstr[2] "%d днів"
      msgstr[3] "один день"

      """
    let reading = try ReadableFormat.po.read(Array(file.utf8), ReadingOptions(file: "t.po"))
    #expect(
      reading.texts[0]["uk"]?.source
        == "{0, plural, one {# день} few {# дні} many {# днів} other {# днів}}")
    #expect(reading.losses[.exactNumber]?.count == 1)
  }

  @Test func `a text with several plurals is written as an ICU message, with a note`() throws {
    var text = Text(key: "k")
    let source = "{a, plural, one {#} other {#s}} of {b, plural, one {#} other {#s}}"
    text.values = [Value(language: "en", source: source), Value(language: "ja", source: "x")]
    let (bytes, losses) = try POSamples.file([text], "en")
    #expect(losses == [[.plural]])
    let reading = try ReadableFormat.po.read(bytes, ReadingOptions(file: "Texts.pot"))
    #expect(reading.texts[0]["en"]?.source == source)
  }
}
