import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct JSONStyleTests {
  private func text(_ key: String, _ source: String, context: String? = nil) -> Text {
    Text(
      key: key, context: context.map { Context($0) },
      values: [Value(language: "en", source: source)])
  }

  private func json(_ texts: [Text], _ style: JSONStyle) -> String {
    String(
      decoding: written(texts, .json, in: TranslatedTexts.master, style: style), as: UTF8.self)
  }

  @Test func `nested keys become objects, and conflicting keys keep their full name`() {
    let texts = [
      text("login.title", "Log in"), text("a", "1"), text("list.0", "x", context: "@array"),
      text("login.name.first", "%@"), text("a.b.c", "2"), text("list.1", "y", context: "@array"),
      text("a.d", "3"),
    ]
    #expect(
      json(texts, .nested(separator: ".")) == """
        {
          "login": {
            "title": "Log in",
            "name": {
              "first": "%@"
            }
          },
          "a": "1",
          "a.b": {
            "c": "2"
          },
          "a.d": "3",
          "list": [
            "x",
            "y"
          ]
        }

        """)
    #expect(json([text("a/b", "c")], .nested(separator: "/")).contains("\"a\": {"))
    #expect(json([], .nested(separator: ".")) == "{}\n")
  }

  @Test func `arrays are not a loss in nested JSON`() {
    #expect(ResourceFormat.json.supportedFeatures(.nested(separator: ".")).contains(.array))
    #expect(!ResourceFormat.json.supportedFeatures(.flat).contains(.array))
  }

  @Test func `a key of ten thousand parts does not exceed the readable nesting depth`() throws {
    let key = String(repeating: "a.", count: 10_000)
    let bytes = Array(json([text(key, "x")], .nested(separator: ".")).utf8)
    let reading = try ReadableFormat.json.read(bytes, ReadingOptions(file: "x", language: "en"))
    #expect(reading.texts.map(\.key) == [key])
  }

  @Test func `i18next output has a key for each form and names in double braces`() {
    let texts = [
      text("hello", "Hello %1$@, %2$d % of them", context: "@param 1 name"),
      text("days", "{n, plural, =0 {no day} one {# day} other {# days}} for {name}"),
      text("place", "{n, selectordinal, one {#st} other {#th}}"),
      text("both", "{n, plural, other {#}} {m, plural, other {#}}"),
    ]
    #expect(
      json(texts, .i18next) == """
        {
          "hello": "Hello {{name}}, {{arg2}} % of them",
          "days_zero": "no day for {{name}}",
          "days_one": "{{count}} day for {{name}}",
          "days_other": "{{count}} days for {{name}}",
          "place_ordinal_one": "{{count}}st",
          "place_ordinal_other": "{{count}}th",
          "both": "{n, plural, other {#}} {m, plural, other {#}}"
        }

        """)
    #expect(json([], .i18next) == "{}\n")
  }

  @Test func `moz.l10n finds the same texts in nested JSON`() throws {
    let texts = [
      text("login.title", "Log \"in\"\n"), text("login.name.first", "Zoë 😀"), text("a", "\\ /"),
    ]
    let folder = try TemporaryFolder()
    try folder.write(
      written(texts, .json, in: TranslatedTexts.master, style: .nested(separator: ".")),
      to: "en.json")
    let program = """
      from moz.l10n.resource import parse_resource
      for section in parse_resource('en.json').sections:
          for entry in section.entries:
              print('.'.join(section.id + entry.id), ''.join(entry.value.pattern).encode().hex())
      """
    let judged = try Judge.environmentPython.run(["-c", program], in: folder)
    #expect(judged.status == 0, "\(judged.complaint)")
    let wanted = texts.map { text in
      let words = text.values[0].message.plainText ?? ""
      return "\(text.key) "
        + words.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(judged.text.split(separator: "\n").map(String.init) == wanted)
  }
}
