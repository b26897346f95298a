import Foundation
import Testing
import TremaMessages

@testable import TremaFormats

@Suite struct RoundTripTests {
  @Test func `every text is found by its key, byte for byte`() throws {
    let catalogue = try CompiledSample.catalogue(CompiledSample.texts)
    #expect(catalogue.count == CompiledSample.texts.count)
    #expect(catalogue.language == "en")
    for (number, text) in CompiledSample.texts.enumerated() {
      #expect(catalogue.find(text.0) == number)
      #expect(catalogue.key(number).map { Array($0.utf8) } == Array(text.0.utf8))
    }
    for key in ["Plain", "plai", "plain ", "plural\0", "e", "no such key"] {
      #expect(catalogue.find(key) == nil)
    }
    try catalogue.verify()
  }

  @Test(arguments: [
    // The texts of the catalogue, of `.strings`, and as shown.
    ("Good morning", "Good morning", "Good morning"),
    ("", "", ""),
    ("50 % off", "50 % off", "50 % off"),
    ("%% %%", "% %", "% %"),
    (#"%%%%"#, "%%", "%"),
    ("{name} is no argument", "{name} is no argument", "{name} is no argument"),
    (#"a\n\"b\""#, "a\n\"b\"", "a\n\"b\""),
    ("%d of %s", "%d of %@", "%d of %@"),
    ("100%% of %1$@", "100%% of %1$@", "100%% of %1$@"),
    (
      "{n, plural, one {# day} other {# days}}", "{0, plural, one {# day} other {# days}}",
      "{0, plural, one {# day} other {# days}}"
    ),
    (
      "{n, plural, =7 {a week} other {# days}}", "{0, plural, =7 {a week} other {# days}}",
      "{0, plural, =7 {a week} other {# days}}"
    ),
    (
      "{b, select, x {{a}} other {%@}}", "{0, select, x {{1}} other {%3$@}}",
      "{0, select, x {{1}} other {%3$@}}"
    ),
  ])
  func `a compiled text equals its entry in a .strings file`(
    _ source: String, _ text: String, _ spelling: String
  ) throws {
    let catalogue = try CompiledSample.catalogue([("a", source)])
    #expect(catalogue.text(0) == text)
    let message = try catalogue.message(0)
    #expect(message.plainText ?? message.spelled() == spelling)
    let shape = try #require(catalogue.shape(0))
    #expect(shape.hasBranches == message.hasBranches)
    #expect(shape.takesArguments == message.takesArguments)
    #expect(shape.isPlain == (message.plainText == text))
    #expect(catalogue.plainText(0) == (shape.isPlain && !text.isEmpty ? text : nil))
    #expect(catalogue.plainText(1) == nil)
  }

  @Test func `a compiled plural equals its stringsdict entry`() throws {
    // `{n, number, integer}` cannot be expressed there; the platform shows a plain number.
    let source = "{n, plural, one {# of {n, number, integer}} other {#}}"
    let message = try CompiledSample.catalogue([("a", source)]).message(0)
    #expect(message.spelled() == "{0, plural, one {# of #} other {#}}")
  }

  @Test func `the last of two texts with the same key is used`() throws {
    let catalogue = try CompiledSample.catalogue([
      ("a", "1"), ("b", "%@"), ("a", "{n, plural, other {2}}"), ("c", "3"), ("a", "4"),
      ("a", "5 %d"),
    ])
    #expect(catalogue.count == 3)
    #expect((0..<3).compactMap(catalogue.key) == ["b", "c", "a"])
    #expect(catalogue.find("a").flatMap(catalogue.text) == "5 %d")
    try catalogue.verify()
  }

  @Test func `a catalogue without texts is valid`() throws {
    let catalogue = try CompiledSample.catalogue([], language: "zh-Hant-HK")
    #expect(catalogue.count == 0)
    #expect(catalogue.find("a") == nil)
    #expect(catalogue.find("") == nil)
    #expect(catalogue.language == "zh-Hant-HK")
    try catalogue.verify()
  }

  @Test func `an entry number out of range yields nil`() throws {
    let catalogue = try CompiledSample.catalogue([("a", "%@")])
    for number in [-1, 1, Int.max, Int.min, Int(UInt32.max)] {
      #expect(catalogue.key(number) == nil)
      #expect(catalogue.text(number) == nil)
      #expect(catalogue.shape(number) == nil)
      #expect(throws: CompiledProblem.self) { try catalogue.message(number) }
    }
  }

  @Test func `all of ten thousand texts are found`() throws {
    let texts = (0..<10_000).map { ("screen.\($0 % 40).title \($0)", "Text \($0): %@") }
    let catalogue = try CompiledSample.catalogue(texts)
    for (number, text) in texts.enumerated() {
      #expect(catalogue.find(text.0) == number)
      #expect(catalogue.find(text.0 + "x") == nil)
    }
    try catalogue.verify()
  }

  @Test func `the texts of a real app survive a round trip`() throws {
    for name in ["Core", "Frontend", "InfoPlist", "Localizable"] {
      for language in ["de", "cs"] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent(
            "../../TremaFormatsTests/Fixtures/corpora/strings/home-assistant-ios/\(language).lproj/\(name).strings"
          )
        let list = try PropertyListSerialization.propertyList(
          from: Data(contentsOf: url), options: [], format: nil)
        let texts = try #require(list as? [String: String]).sorted { $0.key < $1.key }
        #expect(texts.count > 2)
        let escaped = texts.map { ($0.key, $0.value.replacingOccurrences(of: "\\", with: "\\\\")) }
        let catalogue = try CompiledSample.catalogue(escaped, language: language)
        for (key, text) in texts {
          let entry = try #require(catalogue.find(key))
          #expect(catalogue.key(entry) == key)
          let known = try #require(catalogue.text(entry))
          // Percent signs may be doubled otherwise, and braces renumbered.
          if !text.contains("%"), !text.contains("{") { #expect(known == text) }
          #expect(try catalogue.message(entry) == Message.parse(known, backslash: .literal).message)
        }
        try catalogue.verify()
      }
    }
  }
}
