import Testing
import TremaCatalog
import TremaSupport
import TremaTestSupport

@testable import TremaFormats

/// The scanner and libxml2 yield the same texts, findings and locations, in pieces of any size.
@Suite struct TextSourceTests {
  private static let keys = ["title", "a.b_c", "größe", "a&amp;b", "", "x y", "k", "k"]
  private static let contexts = [
    "<context/>", "<context></context>", "<context>Button</context>", "<context>a &lt; b</context>",
    "<context>two\nlines</context>", "<context>two\r\nlines</context>", "<context >x</context>",
    "<context><![CDATA[<b>]]></context>", "<context>a<!-- c --></context>", "", "<context a='b'/>",
    "<context>@max 9</context>",
  ]
  private static let attributes = [
    " status=\"translated\"", " status=\"initial\"", " status=\"verified\"", " status=\"special\"",
    " status=\"translated\"", " status=\"odd\"", "", " status='initial'", " a=\"b\"",
    " status=\"initial\" a=\"b\"", "  status=\"initial\"", " status=\"translatedx\"",
  ]
  private static let languages = ["de", "en", "zh-Hans", "de", "x&amp;y", "a longer one", ""]
  private static let contents = [
    "Wort", "", "déjà vu", "a &amp; b", "&#65;", "&#13;", "<![CDATA[<b>]]>", "a<![CDATA[ b]]> c",
    "%1$@ und %d", "{n, plural, one {#} other {#}}", "zwei\nZeilen", "zwei\r\nZeilen", "a\rb",
    "<b>x</b>", "<!-- c -->x", "<?p?>", "]]&gt;", "50 %", "\\n\\u00e9\\x", "\u{FFFE}", "&unknown;",
    "]]>", " ", "<![CDATA[]]>", "<![CDATA[]]>a", "<![CDATA[a\r\nb]]>", "😀",
    "a value that is longer than most, so long",
  ]
  private static let between = ["\n  ", "\n  ", "\r\n", "", " \t", "\n<!-- c -->\n", "stray"]

  private static func text(_ random: inout SeededGenerator, isOdd: Bool) -> String {
    func pick(_ choices: [String], _ random: inout SeededGenerator) -> String {
      isOdd ? random.pick(choices) : random.pick(Array(choices.prefix(3)))
    }
    var text = "<text key=\"\(random.pick(keys))\(random.number(0...30))\">"
    text += pick(between, &random) + pick(contexts, &random)
    for _ in 0..<random.number(isOdd ? 0...3 : 1...3) {
      text += pick(between, &random) + "<value lang=\"\(pick(languages, &random))\""
      text += pick(attributes, &random)
      let content = pick(contents, &random)
      text += content.isEmpty && random.once(in: 2) ? "/>" : ">\(content)</value>"
    }
    return text + pick(between, &random) + "</text>" + pick(between, &random)
  }

  private static func texts(_ random: inout SeededGenerator) -> [String] {
    (0..<random.number(5...40)).map { _ in
      let isOdd = random.once(in: 4)
      return text(&random, isOdd: isOdd)
    }
  }

  private static func catalogue(_ texts: [String], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array("<trema masterLang=\"de\">\(texts.joined())</trema>".utf8)
    if random.once(in: 3) { bytes = Mutation.of(bytes, tokens, &random) }
    return bytes
  }

  private static let tokens: [[UInt8]] = [
    "</value>", "</text>", "<text key=\"z\">", "<value lang=\"de\" status=\"initial\">", "&", "<",
    "\"", "<![CDATA[", "]]>", "\n", "\r",
  ].map { Array($0.utf8) }

  private struct Answer {
    var texts: [Text] = []
    var verdict: [String] = []
  }

  private static func answer(_ bytes: [UInt8], piece: Int) -> Answer {
    var rest = bytes[...]
    var decoder = TremaDecoder(file: "Texts.trm") {
      defer { rest = rest.dropFirst(piece) }
      return rest.isEmpty ? nil : Array(rest.prefix(piece))
    }
    var answer = Answer()
    do throws(Diagnostic) {
      _ = try decoder.header()
      while let text = try decoder.next() { answer.texts.append(text) }
    } catch {
      answer.verdict.append("\(error)")
      // The number of texts before a mistake depends on the pieces.
      answer.texts = []
    }
    answer.verdict += decoder.takeDiagnostics().map { "\($0)" }
    return answer
  }

  @Test func `the scanner and libxml2 produce the same texts`() {
    var random = SeededGenerator(seed: 41)
    var total = 0
    // The scanner leaves documents with a type declaration to libxml2; none of the lines here move.
    let (blank, declared) = (Array("               \n".utf8), Array("<!DOCTYPE trema>\n".utf8))
    for round in 0..<400 {
      let bytes = Self.catalogue(Self.texts(&random), &random)
      let piece = random.pick([1 << 20, 700, 90])
      let read = Self.answer(blank + bytes, piece: piece)
      let other = Self.answer(declared + bytes, piece: random.pick([1 << 20, 700, 90]))
      total += read.texts.count
      if Self.differ(read, other, "round \(round)", bytes) { return }
    }
    #expect(total > 2000)
  }

  @Test func `a text copied to another batch is unchanged`() {
    var random = SeededGenerator(seed: 42)
    let batch = TextBatch(file: "Texts.trm")
    var total = 0
    for _ in 0..<100 {
      let bytes = Self.catalogue(Self.texts(&random), &random)
      for text in Self.answer(bytes, piece: 700).texts {
        batch.append(text)
        total += 1
        let view = batch[batch.count - 1]
        #expect(Self.described(Text(view)) == Self.described(text))
        #expect(
          Self.described(Text(view.keeping(Array(0..<view.valueCount)))) == Self.described(text))
      }
      batch.removeAll()
    }
    #expect(total > 500)
  }

  private static func differ(
    _ read: Answer, _ other: Answer, _ name: String, _ bytes: [UInt8]
  ) -> Bool {
    let (one, two) = (read.texts.map(described), other.texts.map(described))
    if one == two, read.verdict == other.verdict { return false }
    let first = zip(one, two).first { $0 != $1 }
    Issue.record(
      """
      \(name): \(one.count) and \(two.count) texts
      \(read.verdict)
      \(other.verdict)
      \(first?.0 ?? "")
      \(first?.1 ?? "")
      \(String(decoding: bytes, as: UTF8.self).debugDescription)
      """)
    return true
  }

  /// All properties of a text, with every location.
  private static func described(_ text: Text) -> String {
    var lines = ""
    dump(text, to: &lines)
    return lines
  }
}
