import Testing
import TremaCatalog
import TremaMessages
import TremaSupport
import TremaTestSupport

@testable import TremaAccessors

/// Members written straight from bytes, beside those that are made of a text.
@Suite struct PlainAccessorTests {
  private static let words = [
    "word", "a", "Grüezi", "über", "समोसा", "борщ", "日本語", "😀", "👨‍👩‍👧‍👦", "très", "—", "…", "“x”", "5",
    "1.", "2)", "12.5", "-", "--", "+", "*", "**", "*b*", "#", "##", ">", "|", "=", "==", "~~~",
    "@x",
    "@see", "_a_", "[x](y)", "[x]", "<b>", "`code`", "`a b`", "`", "```", "*/", "/*", "/**", "a*/b",
    "//", "/", "\\", "\\*/", "\"q\"", "'", "- Parameter", "- Returns:", "\u{A0}", "a\u{A0}b",
    "\u{202F}!", "\u{202E}", "\u{2066}x", "\u{200B}", "\u{200D}", "\u{301}", "e\u{301}", "\u{AD}",
    "\u{FEFF}", "\u{FE0F}", "\u{3000}", "\u{2003}", "\u{1680}", "\u{61C}", "\u{85}", "\u{7F}",
    "\u{2028}", "\u{E0041}", "\u{FFFF}", "\u{10FFFF}", "\u{180E}", "\u{205F}", "ﷺ", "&", "$",
  ]

  private static let keys = [
    "a", "B", "URL", "Key", "login", "_", "-", ".", "/", ":", " ", "1", "é", "+", "\"", "\\", "`",
    "class", "array", "of", "translate", "x1Y", "*", "_*/", "/*", "漢", "\u{202E}", "\n", "(", "$",
  ]

  private static func words(
    _ random: inout SeededGenerator, upTo count: Int, separators: [String]
  ) -> String {
    var text = ""
    let rarity = random.pick([3, 20, 60])
    for _ in 0..<random.number(0...count) {
      if !text.isEmpty { text += random.once(in: rarity) ? random.pick(separators) : " " }
      text +=
        random.once(in: rarity) ? random.pick(words) : random.pick(["word", "Tisch", "je", "à"])
      if random.once(in: 200) { text += String(repeating: "long", count: random.number(1...50)) }
    }
    return text
  }

  private static func key(_ random: inout SeededGenerator) -> String {
    if random.once(in: 3) {
      return (0..<random.number(0...5)).map { _ in random.pick(keys) }.joined()
    }
    let end = String(repeating: "x", count: random.once(in: 2) ? 1 : random.number(0...90))
    return "screen\(random.number(1...20)).label_\(end)"
  }

  private static let conversions = [
    ["%@"], ["%d"], ["%1$@"], ["%1$@", "%2$d"], ["%1$d", "%2$d", "%3$@"],
    (1...7).map { "%\($0)$@" },
  ]

  /// A text as a reader of plain texts lets it pass.
  private static func text(_ random: inout SeededGenerator) -> Text {
    var context = words(&random, upTo: 18, separators: [" "])
    if !context.withUTF8(Annotations.isOneLineOfProse) { context = "" }
    var source = random.pick(["", "", "", "", "", "", "\n", " ", "\u{301}"])
    source += words(&random, upTo: 30, separators: ["  ", "\n", "\t"])
    if random.once(in: 3) {
      for conversion in random.pick(conversions) { source += random.pick([" ", ""]) + conversion }
    }
    if source.isEmpty { source = "x" }
    return Text(
      key: key(&random), context: context.isEmpty ? nil : Context(context),
      values: ["de", "fr"].map { Value(language: $0, source: source, backslash: .literal) },
      file: "Texts.trm")
  }

  private static func append(
    _ text: Text, to writer: inout some AccessorWriter, into output: inout [UInt8]
  ) -> Bool {
    let signs = Signs(in: text.values[0].source.utf8)
    var (key, comment, source) = (text.key, text.context?.text ?? "", text.values[0].source)
    return key.withUTF8 { key in
      comment.withUTF8 { comment in
        source.withUTF8 { source in
          withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.count + 1) { names in
            writer.append(
              plain: PlainMember(
                key: key, prose: comment, master: source, signs: signs, names: names),
              into: &output)
          }
        }
      }
    }
  }

  /// Writes texts with two writers, with one of them the short way.
  ///
  /// - Returns: how many went that way.
  private static func compare(_ writer: some AccessorWriter, _ texts: [Text]) -> Int {
    var (short, long) = (writer, writer)
    var (bytes, expected): ([UInt8], [UInt8]) = ([], [])
    var count = 0
    for text in texts {
      // As a whole the two would take long to compare.
      bytes.removeAll(keepingCapacity: true)
      expected.removeAll(keepingCapacity: true)
      let annotations = Annotations(text.context)
      let found = long.append(text, annotations: annotations, into: &expected)
      if !annotations.isArray, append(text, to: &short, into: &bytes) {
        count += 1
        #expect(found.isEmpty)
      } else {
        #expect(bytes.isEmpty)
        #expect(short.append(text, annotations: annotations, into: &bytes) == found)
      }
      if bytes != expected {
        let (own, other) = (
          String(decoding: bytes, as: UTF8.self), String(decoding: expected, as: UTF8.self)
        )
        Issue.record("\(text)\n\(own)\n\(other)")
        return count
      }
    }
    short.end(into: &bytes)
    long.end(into: &expected)
    #expect(bytes == expected)
    return count
  }

  private static func texts(_ seed: UInt64) -> [Text] {
    var random = SeededGenerator(seed: seed)
    return (0..<4000).map { number in
      if random.once(in: 50) {
        return Text("days.\(number % 3)", "@array", ["de": "x", "fr": "x"])
      }
      return text(&random)
    }
  }

  @Test(arguments: [
    SwiftAccessors.Options(),
    .init(table: "a \"b\"", bundle: .module, access: .internal),
    .init(bundle: .expression("screen1Label(argument1).bundle"), access: .package),
  ])
  func `a plain text has the same Swift member either way`(
    options: SwiftAccessors.Options
  ) {
    let writer = SwiftAccessors(options: options, masterLanguage: "de")
    #expect(Self.compare(writer, Self.texts(1)) > 250)
  }

  @Test func `a plain text has the same Kotlin member either way`() {
    #expect(Self.compare(KotlinAccessors(masterLanguage: "de"), Self.texts(2)) > 250)
  }

  @Test func `members of any length are broken the same either way`() {
    var texts: [Text] = []
    for length in 1...120 {
      let end = String(repeating: "x", count: length)
      texts.append(Text("v_\(end)", nil, ["de": "x"]))
      texts.append(Text("a_b", end, ["de": "\(end) \(end)"]))
      texts.append(Text("a_b", nil, ["de": "é\(end) 日 \(end)é"]))
      texts.append(Text("f_\(end)", nil, ["de": "%d"]))
      texts.append(Text("g_\(end)", nil, ["de": "%1$@ %2$d %3$d %4$@"]))
    }
    let swift = SwiftAccessors(masterLanguage: "de")
    #expect(Self.compare(swift, texts) > 300)
    #expect(Self.compare(KotlinAccessors(masterLanguage: "de"), texts) > 300)
  }

  @Test func `members of a run are written up to the first that is not plain`() throws {
    var texts = PlainTexts(file: "Texts.trm")
    func append(_ text: String) -> Range<Int> {
      var text = text
      return text.withUTF8 { texts.append($0) }
    }
    func language(_ tag: String) throws -> Int {
      var tag = tag
      return try #require(tag.withUTF8 { texts.language($0) })
    }
    let rows = [
      ("a.b", "de", "x"), ("c.d", "de", "%1$@ y"), ("e f", "de", "z"), ("g.h", "fr", "z"),
      ("i.j", "de", "ß"),
    ]
    var run: [PlainText] = []
    for (key, tag, value) in rows {
      let (own, text, number) = (append(key), append(value), texts.values.count)
      texts.append(
        PlainText.Value(
          language: try language(tag), text: text, signs: Signs(in: value.utf8), source: text,
          isInitial: false))
      run.append(
        PlainText(
          key: own, context: 0..<0, values: number..<number + 1, hasStatus: false,
          position: SourcePosition(line: 1, column: 1),
          keyPosition: SourcePosition(line: 1, column: 1)))
    }
    var (stops, output): ([Int], [UInt8]) = ([], [])
    PlainMember.with(run[...], of: texts, masterLanguage: "de") { members in
      var writer = SwiftAccessors(masterLanguage: "de")
      var next = writer.append(plain: members, from: 0, into: &output)
      while next < members.count {
        stops.append(next)
        next = writer.append(plain: members, from: next + 1, into: &output)
      }
    }
    // A key with a space, and a text without a value in the master language.
    #expect(stops == [2, 3])
    var expected: [UInt8] = []
    var writer = SwiftAccessors(masterLanguage: "de")
    for number in [0, 1, 4] {
      let text = texts.text(run[number], inLanguage: "de")
      #expect(writer.append(text, annotations: Annotations(""), into: &expected).isEmpty)
    }
    #expect(output == expected)
  }

  @Test func `nested members and views are written the long way alone`() {
    let text = Text("a.b", nil, ["de": "x"])
    for options in [SwiftAccessors.Options(nesting: "."), .init(swiftUI: true)] {
      var writer = SwiftAccessors(options: options, masterLanguage: "de")
      var output: [UInt8] = []
      #expect(!Self.append(text, to: &writer, into: &output))
      #expect(output.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `characters are escaped the same by bytes and one by one`(hidingSpaces: Bool) {
    var short = 0
    for value in (0...0x11_000).map(UInt32.init) + [0x1F600, 0xE0000, 0xE007F, 0xE0100, 0x10FFFF] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for source in ["\(scalar)a", "a\(scalar)"] {
        var (bytes, expected): ([UInt8], [UInt8]) = ([], [])
        var text = source
        let isDone = text.withUTF8 {
          SourceText.appendByBytes(
            $0, escaping: "\\`*_[<", hidingSpaces: hidingSpaces, into: &bytes)
        }
        SourceText.appendByScalars(
          source, escaping: "\\`*_[<", hidingSpaces: hidingSpaces, into: &expected)
        if isDone { short += 1 }
        if bytes != (isDone ? expected : []) { Issue.record("U+\(String(value, radix: 16))") }
      }
    }
    #expect(short > 130_000)
  }
}
