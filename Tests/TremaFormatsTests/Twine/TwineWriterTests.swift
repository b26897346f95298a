import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct TwineWriterTests {
  private static let languages = ["en", "pl", "ar"].compactMap { LanguageTag($0) }

  private func write(
    _ texts: [Text]
  ) -> (text: String, losses: [Feature], problems: [Diagnostic]) {
    var writer = CatalogFormat.twine.writer(
      CatalogDescription(
        source: "Texts.trm", table: "Texts", masterLanguage: Self.languages[0],
        languages: Self.languages))
    var (bytes, losses, problems): ([UInt8], [Feature], [Diagnostic]) = ([], [], [])
    writer.begin(into: &bytes)
    for text in texts {
      writer.append(
        text, TextOutline(text, annotations: Annotations(text.context), master: "en"), into: &bytes)
      losses += writer.takeLosses()
      problems += writer.takeProblems()
    }
    writer.end(into: &bytes)
    return (String(decoding: bytes, as: UTF8.self), losses, problems)
  }

  private func text(
    _ key: String, _ values: [(String, String)], _ context: String = ""
  ) -> Text {
    Text(
      key: key, context: context.isEmpty ? nil : Context(context),
      values: values.map { Value(language: $0.0, source: $0.1) })
  }

  @Test func `texts are written in the layout of Twine`() {
    let texts = [
      text(
        "days", [("pl", "%1$@: %2$d"), ("en", "%1$@\\n50%% of %2$ld"), ("ar", "")],
        "How long\n\nit takes\n@tags ios, app-6\n@max 20\n@platforms ios"),
      text("edges", [("en", " a "), ("pl", "`b`"), ("ar", "`")]),
      text("quoted", [("pl", "C:\\\\x \\\"y\\\""), ("pl", "no")], "`%@` or `%d`"),
      text("java", [("en", "%s of %1$s")]),
      text("plural", [("en", "{n, plural, one {# day} other {# days}}")], "@param 1 n"),
      text("none", []),
    ]
    let (written, losses, problems) = write(texts)
    #expect(
      written == """
        [[Texts]]
        \t[days]
        \t\ten = %1$@\\n50%% of %2$ld
        \t\ttags = ios,app-6
        \t\tcomment = How long it takes
        \t\tar =\u{20}
        \t\tpl = %1$@: %2$d
        \t[edges]
        \t\ten = ` a `
        \t\tar = ```
        \t\tpl = ``b``
        \t[quoted]
        \t\tcomment = ``%@` or `%d``
        \t\tpl = C:\\\\x "y"
        \t[java]
        \t\ten = %@ of %1$@
        \t[plural]
        \t\ten = {0, plural, one {# day} other {# days}}
        \t[none]

        """)
    #expect(losses == [.plural] && problems.isEmpty)
    let format = CatalogFormat.twine
    #expect(format.supportedFeatures == [.context, .tags, .textTags])
  }

  @Test(arguments: ["", "[x", "[x]", "a\nb", "a\rb"])
  func `a key that Twine cannot read is reported`(key: String) {
    let (written, _, problems) = write([text(key, [("en", "x")]), text("k", [("en", "y")])])
    #expect(written == "[[Texts]]\n\t[k]\n\t\ten = y\n")
    #expect(problems.map(\.code) == ["invalid-key"])
    #expect(problems.map(\.message) == ["'\(key.shortened)' cannot be a key in a Twine file"])
    #expect(
      problems.first?.hint
        == "rename it; Twine cannot read a key that is empty, begins with '[', or contains a line break"
    )
  }

  @Test func `keys, tags, comments and values survive a round trip`() throws {
    var random = SeededGenerator(seed: 901)
    // A percent sign is read as the beginning of a conversion.
    let backslashes = HostileText.backslashes.filter { $0 != "\\u0025" }
    for _ in 0..<500 {
      let texts = (0..<4).map { index in
        let key =
          "\(index)"
          + HostileText.text(&random, of: [HostileText.pieces]).filter { !$0.isNewline }
        let values = ["en", "pl", "ar"].map { language in
          (language, HostileText.text(&random, of: [HostileText.pieces, backslashes]))
        }
        return text(key, values, "@tags a\(index), b")
      }
      let (written, _, problems) = write(texts)
      #expect(problems.isEmpty)
      let reading = try ReadableFormat.twine.read(
        Array(written.utf8), ReadingOptions(file: "t", language: nil))
      #expect(reading.texts.count == texts.count, "\(written)")
      for (text, other) in zip(texts, reading.texts) {
        #expect(bytes(other.key) == bytes(text.key), "\(written)")
        #expect(Annotations(other.context) == Annotations(text.context))
        for value in text.values {
          let message = try #require(other[value.language]).message
          #expect(
            message.plainText.map(bytes) == value.message.plainText.map(bytes),
            "\(written)")
        }
      }
    }
  }
}
