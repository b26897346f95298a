import Testing
import TremaCatalog
import TremaMessages
import TremaTestSupport

@testable import TremaFormats

/// The short ways of writers, beside the long ones.
@Suite struct PlainEntryTests {
  private static func text(_ random: inout SeededGenerator) -> Text {
    var text = Text(key: HostileText.text(&random, of: [HostileText.pieces, ["a.b", "title_x"]]))
    let contexts = ["", "Button", "a * b */ c", "a -- b-", "@array", "@translatable false"]
    text.context = Context(random.pick(contexts))
    if random.once(in: 3) { text.key = random.pick(["days.0", "days.1", "a_b", "class", "1a_b"]) }
    for language in ["de", "en", "fr"].prefix(random.number(1...3)) {
      let pieces = [HostileText.pieces, ["word", " ", "bitte", "déjà"]]
      let source =
        random.once(in: 4) ? HostileText.value(&random) : HostileText.text(&random, of: pieces)
      text.values.append(Value(language: language, source: source))
    }
    if random.once(in: 9) {
      text.values.append(
        Value(language: "it", source: "{n, plural, one {# day} other {# days}}"))
    }
    return text
  }

  @Test(arguments: ResourceFormat.allCases)
  func `a plain value is written in the same bytes either way`(_ format: ResourceFormat) throws {
    var random = SeededGenerator(seed: 3)
    let german = try #require(LanguageTag("de"))
    let english = try #require(LanguageTag("en"))
    let file = FileDescription(
      source: "Texts.trm", table: "Localizable", language: english, defaultLanguage: german)
    var short = format.writer(file)
    var long = format.writer(file)
    var (bytes, expected): ([UInt8], [UInt8]) = ([], [])
    var count = 0
    for number in 0..<600 {
      let text = Self.text(&random)
      var head: [UInt8] = []
      let outline = TextOutline(
        text, annotations: Annotations(text.context), master: "de")
      for index in text.values.indices {
        long.append(Entry(text, at: index, outline), into: &expected)
        let losses = (long.takeLosses(), long.takeProblems())
        let isWritten = PlainEntry.with(
          text, index, outline, for: type(of: short), head: &head
        ) { short.appendPlain($0, into: &bytes) }
        if isWritten == true {
          count += 1
          #expect(losses.0.isEmpty && losses.1.isEmpty)
        } else {
          short.append(Entry(text, at: index, outline), into: &bytes)
          #expect(short.takeLosses() == losses.0)
          _ = short.takeProblems()
        }
      }
      if bytes != expected {
        Issue.record("text \(number): \(text)")
        return
      }
    }
    short.end(into: &bytes)
    long.end(into: &expected)
    #expect(bytes == expected)
    #expect(count > 40 || ![.strings, .android].contains(format))
  }

  @Test func `what needs no escape is copied, and all else is escaped, in every form`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<5000 {
      let text = HostileText.text(
        &random, of: [HostileText.pieces, HostileText.backslashes, ["word", " "]])
      var (quick, plain): ([UInt8], [UInt8]) = ([], [])
      quick.append(quotable: text, controlsAs: "\\u", escapesMark: true)
      plain.append(quotableByByte: text, controlsAs: "\\u", escapesMark: true)
      #expect(quick == plain)
      var (known, unknown): ([UInt8], [UInt8]) = ([], [])
      var bytes = text
      bytes.withUTF8 { known.append(quotable: $0, having: Signs(in: $0), controlsAs: "\\U") }
      unknown.append(quotableByByte: text, controlsAs: "\\U")
      #expect(known == unknown)
    }
  }

  @Test func `buffers are equal when their bytes are`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<5000 {
      let bytes = (0..<random.number(0...40)).map { _ in UInt8(random.number(0...3)) }
      var other = bytes
      if !other.isEmpty, random.once(in: 2) {
        other[random.number(0...other.count - 1)] = UInt8(random.number(0...3))
      }
      let isEqual = bytes.withUnsafeBufferPointer { bytes in
        other.withUnsafeBufferPointer { bytes.isEqual(to: $0) }
      }
      #expect(isEqual == (bytes == other))
    }
  }
}
