import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct JSONTextsTests {
  private func read(_ source: String, language: String? = "en") throws -> FormatReading {
    try ReadableFormat.json.read(
      Array(source.utf8), ReadingOptions(file: "en.json", language: language))
  }

  private func sources(_ source: String, language: String = "en") throws -> [String: String] {
    let reading = try read(source, language: language)
    return Dictionary(uniqueKeysWithValues: reading.texts.map { ($0.key, $0.values[0].source) })
  }

  @Test func `nested objects and arrays are read as keys joined by dots`() throws {
    let reading = try read(
      #"{"a": "1", "b.c": "2", "d": {"e": {"f": "%d"}, "g": "100 %"}, "h": ["x", {"y": "z"}], "i": {}}"#
    )
    #expect(reading.texts.map(\.key) == ["a", "b.c", "d.e.f", "d.g", "h.0", "h.1.y"])
    #expect(reading.texts.map { $0.values[0].source } == ["1", "2", "%d", "100 %", "x", "z"])
    #expect(reading.texts.map { $0.context?.text } == [nil, nil, nil, nil, "@array", nil])
    #expect(reading.diagnostics.isEmpty)
    #expect(Set(reading.losses.losses.keys) == [.nestedArray, .unknownField])
    #expect(reading.losses[.nestedArray]?.key == "h")
    #expect(reading.losses.lossDescription(.unknownField) == "an unknown field ('i')")
  }

  @Test func `an empty array is a loss`() throws {
    #expect(try read(#"{"a": "1", "b": []}"#).losses[.emptyArray]?.key == "b")
  }

  @Test func `browser extension messages are read with their descriptions`() throws {
    let reading = try read(
      """
      {"appName": {"message": "My App", "description": "Name of the app"},
       "hello": {"message": "Hello $USER$, 100% of {x}", "placeholders": {"user": {"content": "$1"}}}}
      """)
    #expect(reading.texts.map(\.key) == ["appName", "hello"])
    #expect(
      reading.texts.map { $0.values[0].source } == ["My App", "Hello $USER$, 100% of {x}"])
    #expect(reading.texts.map { $0.context?.text } == ["Name of the app", nil])
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.losses[.unknownField]?.key == "hello")
    #expect(reading.losses.lossDescription(.unknownField) == "an unknown field ('placeholders')")
  }

  @Test(arguments: [
    #"{"a": {"message": "x"}, "b": {"title": "y"}}"#, #"{"a": {"message": "x", "error": "z"}}"#,
  ])
  func `objects with other members are not browser extension messages`(source: String) throws {
    #expect(try read(source).texts.first?.key == "a.message")
  }

  @Test func `keys with plural suffixes become one plural if i18next reads them as one`() throws {
    let source = """
      {"day_one": "{{count}} day", "day_other": "{{count}} days for {{who}}", "day_zero": "none",
       "place_ordinal_one": "{{count}}st", "place_ordinal_other": "{{count}}th",
       "both": "x", "both_one": "y", "both_other": "z", "few_few": "no plural", "an_other": "none either",
       "n": {"m_other": "{{count, number}}"}}
      """
    #expect(
      try sources(source) == [
        "day": "{count, plural, =0 {none} one {# day} other {# days for {who}}}",
        "place_ordinal": "{count, selectordinal, one {#st} other {#th}}",
        "both": "x", "both_one": "y", "both_other": "z", "few_few": "no plural",
        "an_other": "none either", "n.m": "{count, plural, other {#}}",
      ])
    #expect(
      try sources(#"{"a_other": "x", "b": "{{c}}"}"#, language: "ja")
        == ["a": "{count, plural, other {x}}", "b": "%@"])
    // One plural that shows its number determines it for the whole file.
    #expect(
      try sources(#"{"a_one": "x", "a_other": "{{count}}", "b": "{{c}}", "d": "%d"}"#)
        == ["a": "{count, plural, one {x} other {#}}", "b": "%@", "d": "%d"])
  }

  @Test(arguments: [
    [("m_one", "x"), ("m_other", "%1$@ {{y}}")], [("m_one", "x"), ("m_other", "y")],
    [("m_one", "x"), ("m_other", "%1$@ {{count}}"), ("a", "{{b}}")],
    [("m_one", "{{y}} x"), ("m_other", "y"), ("a", "{n, plural, other {#}}")],
    [("m_ordinal_other", "%@"), ("a", "{{user.name}} {{b}} 5%% %d")],
  ])
  func `flat JSON is read back with the same keys`(texts: [(String, String)]) throws {
    let values = texts.map { key, source in
      Text(key: key, values: [Value(language: "en", source: source)])
    }
    let reading = try read(
      String(decoding: written(values, .json, in: TranslatedTexts.master), as: UTF8.self))
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.texts.map(\.key) == texts.map(\.0))
    #expect(reading.texts.map { $0.values[0].source } == texts.map(\.1))
  }

  @Test func `keys with plural suffixes become a plural if the original is one`() throws {
    let original = Text(
      key: "a.m", values: [Value(language: "en", source: "{n, plural, one {x} other {y}}")])
    var options = ReadingOptions(file: "de.json", language: "de")
    options.masterLanguage = "en"
    let source = Array(#"{"a": {"m_one": "x", "m_other": "y"}}"#.utf8)
    #expect(
      try ReadableFormat.json.read(source, options).texts.map(\.key) == ["a.m_one", "a.m_other"])
    options.originals = Originals([original])
    #expect(try ReadableFormat.json.read(source, options).texts.map(\.key) == ["a.m"])
  }

  @Test func `names in double braces are arguments, and ICU messages are recognised`() throws {
    let source = #"""
      {"a": "{{who}} has {{count}} {{- html}}", "b": "{{ n }}", "c": "{x} 50%"}
      """#
    #expect(
      try sources(source)
        == ["a": "%1$@ has %2$d %3$@", "b": "%@", "c": "{x} 50%"])
    #expect(
      try sources(#"{"c": "{n, plural, other {{n}}}", "d": "{x} 50% %d"}"#)
        == ["c": "{n, plural, other {#}}", "d": "{x} 50% %d"])
    let text = try #require(try read(source).texts.first)
    #expect(text.context?.text == "@param 1 who\n@param 2 count\n@param 3 html")
  }

  @Test(arguments: [
    (#"{"a": 1}"#, "en.json:1:7: warning: [unexpected-value] 'a' must be a string, not a number"),
    (
      #"{"a": [null]}"#, "en.json:1:8: warning: [unexpected-value] 'a.0' must be a string, not null"
    ),
    (
      #"{"a.b": "1", "a": {"b": "2"}}"#,
      "en.json:1:20: error: [duplicate-key] key 'a.b' is defined twice"
    ),
    (
      #"{"a": "\t{{user.name}}"}"#,
      "en.json:1:10: warning: [unsupported-placeholder] the double braces in 'a' do not contain a name; they are kept as text"
    ),
    (
      #"{"a": "see $t(b)"}"#,
      "en.json:1:12: note: [nested-text] 'a' refers to another text with $t(…); the reference is kept as text"
    ),
    (
      #"{"a": "{n, plural, one {x}}"}"#,
      "en.json:1:27: error: [invalid-message] 'a' is not a valid message: the branch 'other' is missing"
    ),
  ])
  func `errors are reported with their location`(source: String, wanted: String) throws {
    #expect(try read(source).diagnostics.map(line) == [wanted])
  }

  @Test func `unreadable files are rejected with a reason`() {
    for (source, language, wanted) in [
      (
        "[]", "en",
        "en.json:1:1: error: [wrong-root] the top-level value must be an object, not an array"
      ),
      (
        "{}", nil,
        "en.json: error: [missing-language] the language of this file is unknown"
      ),
      ("", "en", "en.json:1:1: error: [invalid-json] the document is empty"),
    ] as [(String, String?, String)] {
      let found = #expect(throws: Diagnostic.self) { try read(source, language: language) }
      #expect(found.map(line) == wanted)
    }
  }

  @Test func `a long object name is rejected instead of being repeated in each key`() throws {
    let name = String(repeating: "n", count: 500_000)
    let texts = (0..<50_000).map { "\"\($0)\":\"\"" }.joined(separator: ",")
    #expect(try read("{\"\(name)\":{\(texts)}}").diagnostics.map(\.code) == ["invalid-key"])
  }

  @Test(arguments: [JSONStyle.flat, .nested(separator: "."), .i18next])
  func `a catalogue keeps its meaning in every language through a round trip`(style: JSONStyle)
    throws
  {
    var generator = TranslatedTexts(seed: 85)
    generator.pieces = HostileText.pieces.filter { !$0.utf8.contains(UInt8(ascii: "{")) }
    generator.hasSeveralPlurals = style != .i18next
    for _ in 0..<30 {
      let texts = generator.texts(5)
      let intended = texts.map { meanings($0) }
      for language in TranslatedTexts.languages {
        var options = ReadingOptions(file: "Texts.json", language: language.description)
        options.masterLanguage = "en"
        options.originals = Originals(texts)
        let bytes = written(texts, .json, in: language, style: style)
        let reading = try ReadableFormat.json.read(bytes, options)
        #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics.map(line))")
        #expect(reading.texts.map(\.key) == texts.map(\.key))
        for (found, intended) in zip(reading.texts, intended) {
          #expect(
            meanings(found, master: language.description)[language.description]
              == intended[language.description],
            "\(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  @Test func `a text with too many arguments is rejected immediately`() throws {
    let many = (0..<50_000).map { "{{a\($0)}}" }.joined()
    #expect(
      try read("{\"a\": \"\(many)\"}").diagnostics.map(line) == [
        "en.json:1:7: error: [invalid-message] 'a' has more than 99 arguments"
      ])
  }
}
