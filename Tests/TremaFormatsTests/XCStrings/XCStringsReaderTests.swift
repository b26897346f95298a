import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct XCStringsReaderTests {
  private func read(_ strings: String) throws -> FormatReading {
    try XCStringsTests.read(#"{"sourceLanguage":"en","strings":{\#(strings)},"version":"1.0"}"#)
  }

  private func value(_ node: String, in language: String = "en") throws -> Value? {
    let reading = try read(#""k":{"localizations":{"\#(language)":\#(node)}}"#)
    #expect(reading.diagnostics.isEmpty)
    return reading.texts.first?[language]
  }

  private func unit(_ text: String) -> String {
    #"{"stringUnit":{"state":"translated","value":"\#(text)"}}"#
  }

  @Test(arguments: [
    ("translated", "translated", false), ("translated", "new", true),
    ("needs_review", "translated", true),
  ])
  func `different states among the forms of a value are a loss`(
    one: String, other: String, isLost: Bool
  ) throws {
    func unit(_ state: String) -> String {
      #"{"stringUnit":{"state":"\#(state)","value":"%ld"}}"#
    }
    let plural = #"{"one":\#(unit(one)),"other":\#(unit(other))}"#
    let reading = try read(#""k":{"localizations":{"en":{"variations":{"plural":\#(plural)}}}}"#)
    #expect((reading.losses[.state] != nil) == isLost)
  }

  @Test func `a key without a source text is its own source text`() throws {
    let reading = try read(#""%lld items":{"localizations":{"de":\#(unit("%lld Dinge"))}},"":{}"#)
    #expect(reading.texts.map(\.key) == ["%lld items", ""])
    #expect(reading.texts[0].values.map(\.language) == ["en", "de"])
    #expect(reading.texts[0]["en"]?.source == "%lld items")
    #expect(reading.texts[1]["en"]?.source == "")
  }

  @Test(arguments: [
    ("%lld day", "%lld days", "{0, plural, one {%1$lld day} other {%1$lld days}}"),
    ("%ld day", "%ld days", "{0, plural, one {# day} other {# days}}"),
    ("one for %@", "%ld for %@", "{0, plural, one {one for %2$@} other {# for %2$@}}"),
    ("%@: one", "%@: %lld", "{1, plural, one {%1$@: one} other {%1$@: %2$lld}}"),
    ("100%%", "%05d", "{0, plural, one {100%%} other {%1$05d}}"),
    ("{a}", "#", "{0, plural, one {'{'a'}'} other {'#'}}"),
  ])
  func `a text that varies by number becomes one plural`(one: String, other: String, wanted: String)
    throws
  {
    let node = #"{"variations":{"plural":{"other":\#(unit(other)),"one":\#(unit(one))}}}"#
    #expect(try value(node)?.source == wanted)
  }

  @Test func `zero means 0 if the language has no such category`() throws {
    let node = #"{"variations":{"plural":{"zero":\#(unit("none")),"other":\#(unit("%ld"))}}}"#
    #expect(try value(node)?.source == "{0, plural, =0 {none} other {#}}")
    #expect(try value(node, in: "ar")?.source == "{0, plural, zero {none} other {#}}")
  }

  @Test func `substitutions become plurals of their numbered arguments`() throws {
    let variations =
      #""variations":{"plural":{"one":\#(unit("%arg day")),"other":\#(unit("%arg days"))}}"#
    func plural(_ number: String) -> String {
      "plural, one {\(number) day} other {\(number) days}}"
    }
    func node(_ text: String, _ fields: String) -> String {
      #"{"stringUnit":{"state":"new","value":"\#(text)"},"substitutions":{"d":{\#(fields)\#(variations)}}}"#
    }
    #expect(
      try value(node("%#@d@ for %@", #""argNum":1,"formatSpecifier":"lld","#))?.source
        == "{0, \(plural("%1$lld")) for %2$@")
    #expect(
      try value(node("%@: %#@d@", #""argNum":2,"formatSpecifier":"lld","#))?.source
        == "%1$@: {1, \(plural("%2$lld"))")
    #expect(
      try value(node("%#@d@", #""argNum":1,"formatSpecifier":".2f","#))?.source
        == "{0, plural, one {%1$.2f day} other {%1$.2f days}}")
  }

  @Test func `an argument is named after its substitution in the source language`() throws {
    func node(_ first: String, _ second: String) -> String {
      func substitution(_ number: Int) -> String {
        #"{"argNum":\#(number),"formatSpecifier":"lld","variations":{"plural":{"other":\#(unit("%arg"))}}}"#
      }
      return
        #"{"stringUnit":{"state":"new","value":"%#@\#(first)@ in %#@\#(second)@"},"substitutions":{"\#(first)":\#(substitution(1)),"\#(second)":\#(substitution(2)),"unused":\#(substitution(3))}}"#
    }
    let reading = try read(
      #""k":{"localizations":{"de":\#(node("vögel", "bäume")),"en":\#(node("birds", "trees"))},"comment":"In the park\n@param 2 wood"},"l":{"localizations":{"en":\#(node("arg1", "a b"))}}"#
    )
    #expect(
      reading.texts.map { $0.context?.text } == ["In the park\n@param 1 birds\n@param 2 wood", nil])
  }

  @Test func `device variations become separate texts`() throws {
    let plural = #"{"variations":{"plural":{"other":\#(unit("%d taps"))}}}"#
    let reading = try read(
      #""k":{"localizations":{"en":{"variations":{"device":{"mac":\#(unit("click")),"other":\#(plural)}}}}}"#
    )
    #expect(
      reading.texts.map { "\($0.key): \($0["en"]?.source ?? "")" } == [
        "k: {0, plural, other {%1$d taps}}", "k|==|device.mac: click",
      ])
    #expect(Array(reading.losses.losses.keys) == [.extractionState])
  }

  @Test func `states, comments and unsupported features are reported`() throws {
    let reading = try read(
      #"""
      "k":{"comment":"Line one\nLine two","extractionState":"stale","shouldTranslate":false,"isX":true,
        "localizations":{"en":{"stringUnit":{"state":"needs_review","value":"a"}},
        "pt_BR":{"stringUnit":{"state":"odd","value":"b"}}}}
      """#)
    let text = reading.texts[0]
    #expect(text.context?.text == "Line one\nLine two\n@translatable false")
    #expect(text["en"]?.status == .special)
    #expect(text["pt-BR"]?.status == .undefined("odd"))
    #expect(Set(reading.losses.losses.keys) == [.extractionState, .unknownField])
  }

  @Test func `a feature lost in several languages is reported once`() throws {
    let one = #"{"isX":true,"stringUnit":{"state":"translated","value":"a"}}"#
    let reading = try read(
      #""k":{"localizations":{"de":\#(one),"en":\#(one)}},"l":{"localizations":{"en":\#(one)}}"#)
    #expect(reading.losses[.unknownField]?.count == 2)
    #expect(reading.losses[.unknownField]?.key == "k")
  }

  @Test func `a format specifier that is not a string is reported, not replaced`() throws {
    let reading = try read(
      #"""
      "k":{"localizations":{"en":{"stringUnit":{"state":"new","value":"%#@d@"},
        "substitutions":{"d":{"formatSpecifier":5}}}}}
      """#)
    #expect(
      reading.diagnostics.first?.message == "'formatSpecifier' must be a string, not a number")
  }

  @Test(arguments: [
    (
      "\"a\":1",
      "Texts.xcstrings:1:39: error: [unexpected-value] 'a' must be an object, not a number"
    ),
    (
      "\"a\":{\"localizations\":{\"en\":{\"variations\":{\"plural\":{}}}}}",
      "Texts.xcstrings:1:62: error: [invalid-message] 'a' is not a valid message: the plural has no form for 'other'"
    ),
    (
      "\"a\":{\"localizations\":{\"en\":{\"stringUnit\":{\"state\":\"new\"}}}}",
      "Texts.xcstrings:1:76: error: [invalid-message] 'a' is not a valid message: the stringUnit has no value"
    ),
  ])
  func `errors are reported with their location`(strings: String, wanted: String) throws {
    let found = try read(strings).diagnostics.map(line)
    #expect(found == [wanted])
  }

  @Test func `duplicate keys, other JSON and invalid JSON are rejected`() {
    for (source, wanted) in [
      (
        "{}",
        "Texts.xcstrings:1:1: error: [wrong-root] the document is not an Xcode string catalogue"
      ),
      (
        #"{"strings":{}}"#,
        "Texts.xcstrings:1:1: error: [missing-master-language] the catalogue has no 'sourceLanguage'"
      ),
      (
        #"{"sourceLanguage":"en","strings":{"a":{},"a":{}}}"#,
        "Texts.xcstrings:1:42: error: [invalid-json] key 'a' is defined twice (first in column 35)"
      ), ("", "Texts.xcstrings:1:1: error: [invalid-json] the document is empty"),
    ] {
      let found = #expect(throws: Diagnostic.self) { try XCStringsTests.read(source) }
      #expect(found.map(line) == wanted)
    }
  }

  @Test func `a catalogue with excessively repeated plurals is rejected promptly`() throws {
    let many = String(repeating: "%#@d@", count: 100_000)
    let reading = try read(
      #""k":{"localizations":{"en":{"stringUnit":{"value":"\#(many)"},"substitutions":{"d":{"variations":{"plural":{"other":\#(unit(String(repeating: "x", count: 100_000)))}}}}}}}"#
    )
    #expect(reading.diagnostics.map(\.code) == ["invalid-message"])
  }
}

/// The first line of a diagnostic as it is printed.
func line(_ diagnostic: Diagnostic) -> String {
  let place = diagnostic.location
  let start = place?.start.map { ":\($0.line):\($0.column)" } ?? ""
  return
    "\(place?.file ?? "")\(start): \(diagnostic.severity): [\(diagnostic.code)] \(diagnostic.message)"
}
