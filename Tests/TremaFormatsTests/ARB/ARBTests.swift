import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct ARBTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(
      "Fixtures/corpora/arb/zulip-flutter/assets/l10n")

  private func read(_ source: String, language: String? = nil) throws -> FormatReading {
    try ReadableFormat.arb.read(
      Array(source.utf8), ReadingOptions(file: "app.arb", language: language))
  }

  @Test func `only the template contains the metadata of texts`() {
    var text = Text(key: "daysLeft")
    text.context = Context(
      "Shown in the \"trial\" banner\n@param 1 count\n@param 2 price what it costs then")
    text.values = [
      Value(
        language: "en",
        source: "It's {count, plural, =0 {over} one {# day} other {# days}}, then %2$.2f '{'CHF'}'"),
      Value(language: "pt-BR", source: "100 %: {count, plural, other {#}} %2$.2f"),
    ]
    let english = TranslatedTexts.master
    #expect(
      String(
        decoding: written([text], .arb, in: english, usesARBEscaping: true), as: UTF8.self) == """
          {
            "@@locale": "en",
            "daysLeft": "It''s {count, plural, =0{over} one{{count} day} other{{count} days}}, then {price} '{'CHF'}'",
            "@daysLeft": {
              "description": "Shown in the \\"trial\\" banner",
              "placeholders": {
                "count": {
                  "type": "int"
                },
                "price": {
                  "type": "double",
                  "format": "decimalPatternDigits",
                  "optionalParameters": {
                    "decimalDigits": 2
                  },
                  "description": "what it costs then"
                }
              }
            }
          }

          """)
    let portuguese = LanguageTag("pt-BR")
    #expect(
      portuguese.map { String(decoding: written([text], .arb, in: $0), as: UTF8.self) } == """
        {
          "@@locale": "pt_BR",
          "daysLeft": "100 %: {count, plural, other{{count}}} {price}"
        }

        """)
  }

  @Test func `a catalogue keeps its meaning in every language through a round trip`() throws {
    var generator = TranslatedTexts(seed: 83)
    for _ in 0..<60 {
      let texts = generator.texts(5)
      let intended = texts.map { meanings($0) }
      var originals: [ExactKey: Text] = [:]
      for language in TranslatedTexts.languages {
        var options = ReadingOptions(file: "Texts.arb")
        options.masterLanguage = "en"
        options.originals = Originals(originals.values)
        options.usesARBEscaping = true
        let bytes = written(texts, .arb, in: language, usesARBEscaping: true)
        let reading = try ReadableFormat.arb.read(bytes, options)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.losses.isEmpty)
        #expect(reading.texts.map(\.key) == texts.map(\.key))
        for (index, found) in reading.texts.enumerated() {
          // Read with the original, which numbers the arguments.
          var both = found
          if language == TranslatedTexts.master {
            originals[ExactKey(found.key)] = found
            #expect(Annotations(found.context).prose == Annotations(texts[index].context).prose)
          } else if let original = originals[ExactKey(found.key)]?["en"] {
            both.values.insert(original, at: 0)
          }
          #expect(
            meanings(both)[language.description] == intended[index][language.description],
            "\(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  @Test func `real files survive a round trip`() throws {
    var counts: [String: Int] = [:]
    for name in ["de", "el", "nb", "sk"] {
      let bytes = [UInt8](
        try Data(contentsOf: Self.folder.appendingPathComponent("app_\(name).arb")))
      var options = ReadingOptions(file: "app_\(name).arb", language: name)
      let reading = try ReadableFormat.arb.read(bytes, options)
      #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics.map(line))")
      counts[name] = reading.texts.count
      let language = try #require(LanguageTag(name))
      var file = FileDescription(
        source: "Texts.trm", table: "app", language: language, defaultLanguage: language)
      file.masterLanguage = language
      var writer = ResourceFormat.arb.writer(file)
      var output: [UInt8] = []
      writer.begin(into: &output)
      for text in reading.texts {
        let outline = TextOutline(text, annotations: Annotations(text.context), master: name)
        writer.append(Entry(text, at: 0, outline), into: &output)
        #expect(writer.takeLosses().isEmpty)
      }
      writer.end(into: &output)
      options.language = nil
      let again = try ReadableFormat.arb.read(output, options)
      #expect(again.diagnostics.isEmpty)
      #expect(again.losses.isEmpty)
      #expect(again.texts == reading.texts)
    }
    #expect(counts == ["de": 388, "el": 4, "nb": 15, "sk": 106])
    #expect(try read("{}", language: "fr").texts.isEmpty)
  }

  @Test func `metadata defines the number and format of arguments`() throws {
    let reading = try read(
      """
      {
        "@@locale": "pt_BR", "@@last_modified": "2020-01-01",
        "a": "{b} of {a}: {c}% {d}",
        "@a": {"description": "About", "placeholders": {
          "a": {"type": "int"}, "b": {"type": "String", "description": "who"},
          "c": {"type": "double", "format": "decimalPatternDigits", "optionalParameters": {"decimalDigits": 1}},
          "d": {"type": "DateTime", "format": "yMd", "example": "1.2."}}},
        "@b": {"description": "not translated yet"},
        "c": "{n, plural, =1{one} other{{n} of {a}}}",
        "@c": {"placeholders": {"a": {"type": "int"}, "n": {}}}
      }
      """)
    #expect(reading.texts.map(\.key) == ["a", "c"])
    #expect(
      reading.texts[0].context?.text
        == "About\n@param 1 a\n@param 2 b who\n@param 3 c\n@param 4 d for example 1.2.")
    #expect(reading.texts[0]["pt-BR"]?.source == "%2$@ of %1$d: %3$.1f%% %4$@")
    #expect(reading.texts[1]["pt-BR"]?.source == "{n, plural, =1 {one} other {# of {a}}}")
    #expect(reading.texts[1].context?.text == "@param 1 a\n@param 2 n")
    #expect(Set(reading.losses.losses.keys) == [.unknownField, .argumentStyle])
    #expect(reading.losses[.unknownField]?.count == 2)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `a plural's number format is a loss if a catalogue cannot represent it`()
    throws
  {
    let reading = try read(
      #"""
      {"@@locale": "en", "a": "{n, plural, other{{n} of {day}}}", "b": "{n, plural, other{{n}}}",
        "@a": {"placeholders": {"n": {"type": "int", "format": "compact"}, "day": {"type": "String"}}},
        "@b": {"placeholders": {"n": {"type": "int"}}}}
      """#)
    #expect(reading.losses[.argumentStyle]?.count == 1)
    #expect(reading.losses[.argumentStyle]?.key == "a")
  }

  @Test(arguments: [
    (
      #"{"a": "\u00e9\n\ud83d\ude00{x, plural, other{y}"}"#,
      "app.arb:1:28: error: [invalid-message] 'a' is not a valid message: '{' has no matching '}'"
    ),
    (#"{"k": 1}"#, "app.arb:1:7: error: [unexpected-value] 'k' must be a string, not a number"),
    (
      "{\n\"a\": \"é{n, plural, one{x}}\"}",
      "app.arb:2:27: error: [invalid-message] 'a' is not a valid message: the branch 'other' is missing"
    ),
    (
      #"{"a": "b", "@a": 1}"#,
      "app.arb:1:18: error: [unexpected-value] '@a' must be an object, not a number"
    ),
  ])
  func `errors are located at their byte, even after escapes`(
    source: String, wanted: String
  ) throws {
    #expect(try read(source, language: "en").diagnostics.map(line) == [wanted])
  }

  @Test func `the number of a plural is written as an argument in a nested select`() throws {
    let source = #"""
      {"@@locale": "en",
        "n": "{n, plural, =1{{g, select, male{his file} other{their file}}} other{{g, select, male{his {n} files} other{their {n} files}}}}"}
      """#
    let reading = try read(source)
    #expect(
      reading.texts[0]["en"]?.source
        == "{n, plural, =1 {{g, select, male {his file} other {their file}}} "
        + "other {{g, select, male {his {n} files} other {their {n} files}}}}")
    let output = String(
      decoding: written(reading.texts, .arb, in: TranslatedTexts.master), as: UTF8.self)
    #expect(output.contains("male{his {n} files} other{their {n} files}}}}"), "\(output)")
  }

  @Test func `files without a language and files that are not an object are rejected`() {
    for (source, wanted) in [
      ("{}", "app.arb: error: [missing-language] the language of this file is unknown"),
      (
        "[]", "app.arb:1:1: error: [wrong-root] the top-level value must be an object, not an array"
      ),
      ("\u{FEFF}{\r\n\"a\": x}", "app.arb:2:6: error: [invalid-json] unknown word 'x'"),
    ] {
      let found = #expect(throws: Diagnostic.self) { try read(source) }
      #expect(found.map(line) == wanted)
    }
  }

  @Test func `similar keys are distinct, each with its own metadata`() throws {
    let reading = try read(
      "{\"é\": \"a\", \"e\u{301}\": \"b\", \"@é\": {\"description\": \"1\"}, \"@e\u{301}\": {\"description\": \"2\"}}",
      language: "en")
    #expect(reading.texts.map { $0.context?.text } == ["1", "2"])
  }

  @Test func `a text with too many arguments is rejected immediately`() throws {
    let many = (0..<9_000).map { "{a\($0)}" }.joined()
    for text in [many, "{n, plural, other {\(many)}}"] {
      let reading = try read("{\"a\": \"\(text)\"}", language: "en")
      #expect(
        reading.diagnostics.map(line) == [
          "app.arb:1:7: error: [invalid-message] 'a' has more than 99 arguments"
        ])
    }
  }

  @Test func `an argument that the original lacks is reported in branches too`() throws {
    let original = try read(#"{"@@locale":"en","k":"{n, plural, one {a} other {b {who}}}"}"#)
    var options = ReadingOptions(file: "app_de.arb", language: "de")
    options.masterLanguage = "en"
    options.originals = Originals(original.texts)
    let source = #"{"@@locale":"de","k":"{n, plural, one {a} other {b {wer}}}"}"#
    let reading = try ReadableFormat.arb.read(Array(source.utf8), options)
    #expect(
      reading.diagnostics.map(\.message) == [
        "'k' has the argument 'wer', which is not in the original"
      ])
  }

  @Test func `an unknown field is reported by name`() throws {
    let reading = try read(#"{"k":"x","@k":{"weird":1}}"#, language: "en")
    #expect(reading.losses.lossDescription(.unknownField) == "an unknown field ('weird')")
    let several = try read(#"{"k":"x","@k":{"weird":1,"odd":2}}"#, language: "en")
    #expect(
      several.losses.lossDescription(.unknownField) == "an unknown field ('weird' and others)")
  }

  @Test func `the skeleton of a date is a loss`() throws {
    let reading = try read(
      #"{"a":"On {d, date, ::yMd} at {t, time, ::jm}","b":"{n, plural, other {{d, date, ::yMd}}}"}"#,
      language: "en")
    #expect(
      reading.texts.map { $0.values[0].source } == [
        "On %1$@ at %2$@", "{n, plural, other {{d, date}}}",
      ])
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.losses[.argumentStyle]?.count == 2)
  }
}
