import Testing
import TremaCatalog
import TremaSupport
import TremaTestSupport

@testable import TremaFormats

/// Texts that are read straight from their bytes, or are known from another state, beside those that
/// events tell of: the same texts, the same oddities, the same mistakes.
@Suite struct CommonTextTests {
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
    // An instruction is for libxml2, and so is all that follows.
    let head = random.pick(["", "\n", "<?a?>"])
    var bytes = Array("\(head)<trema masterLang=\"de\">\(texts.joined())</trema>".utf8)
    if random.once(in: 3) { bytes = Mutation.of(bytes, tokens, &random) }
    return bytes
  }

  private static let tokens: [[UInt8]] = [
    "</value>", "</text>", "<text key=\"z\">", "<value lang=\"de\" status=\"initial\">", "&", "<",
    "<!DOCTYPE x>", "\"", "<![CDATA[", "]]>", "\n", "\r",
  ].map { Array($0.utf8) }

  private struct Answer {
    var texts: [Text] = []
    var verdict: [String] = []
    /// Where they were asked for.
    var sources: TextSources?
  }

  /// What is read, places and all.
  private static func answer(
    _ bytes: [UInt8], piece: Int, _ change: (inout TremaDecoder.Options) -> Void = { _ in }
  ) -> Answer {
    var options = TremaDecoder.Options()
    change(&options)
    var rest = bytes[...]
    var decoder = TremaDecoder(file: "Texts.trm", options: options) {
      defer { rest = rest.dropFirst(piece) }
      return rest.isEmpty ? nil : Array(rest.prefix(piece))
    }
    var answer = Answer()
    do throws(Diagnostic) {
      if options.keepsSources {
        answer.sources = try decoder.state().texts
        answer.texts = answer.sources?.texts() ?? []
      } else {
        _ = try decoder.header()
        while let text = try decoder.next() { answer.texts.append(text) }
      }
    } catch {
      answer.verdict.append("\(error)")
      // How many texts come before a mistake depends on the pieces.
      answer.texts = []
    }
    answer.verdict += decoder.takeDiagnostics().map { "\($0)" }
    return answer
  }

  @Test func `texts that are read straight from their bytes are those that events tell of`() {
    var random = SeededGenerator(seed: 41)
    var (common, total) = (0, 0)
    for round in 0..<400 {
      let bytes = Self.catalogue(Self.texts(&random), &random)
      let piece = random.pick([1 << 20, 700, 90])
      let told = Self.answer(bytes, piece: piece) { $0.readsElements = false }
      let read = Self.answer(bytes, piece: piece)
      let kept = Self.answer(bytes, piece: piece) { $0.keepsSources = true }
      common += kept.sources?.records.count ?? 0
      total += told.texts.count
      if Self.differ(read, told, "round \(round)", bytes, by: Self.withPlaces) { return }
      if Self.differ(kept, told, "round \(round), kept", bytes, by: Self.withPlaces) { return }
    }
    #expect(common > 500 && common < total)
  }

  @Test func `texts that are known from another state are those that stand there`() {
    var random = SeededGenerator(seed: 42)
    var known = 0
    for round in 0..<400 {
      var texts = Self.texts(&random)
      let first = Self.answer(
        Array("<trema masterLang=\"de\">\(texts.joined())</trema>".utf8), piece: 1 << 20
      ) { $0.keepsSources = true }
      for _ in 0..<random.number(0...4) {
        let index = random.number(0...texts.count - 1)
        switch random.number(0...4) {
        case 0: texts[index] = Self.text(&random, isOdd: false)
        case 1: texts.insert(Self.text(&random, isOdd: false), at: index)
        case 2 where texts.count > 1: texts.remove(at: index)
        case 3: texts.insert(random.pick(texts), at: index)
        default: texts.insert(random.pick(["\n", "   ", "<!-- c -->"]), at: index)
        }
      }
      let bytes = Self.catalogue(texts, &random)
      let piece = random.pick([1 << 20, 700, 90])
      let told = Self.answer(bytes, piece: piece) { $0.readsElements = false }
      let read = Self.answer(bytes, piece: piece) {
        $0.keepsSources = true
        $0.firstState = first.sources
      }
      for case .known(let numbers) in read.sources?.items ?? [] { known += numbers.count }
      if Self.differ(read, told, "round \(round)", bytes, by: Self.withoutPlaces) { return }
    }
    #expect(known > 500)
  }

  @Test func `texts are copied where that is what is written of them`() {
    var random = SeededGenerator(seed: 43)
    var copied = 0
    for round in 0..<400 {
      let texts = (0..<random.number(1...20)).map { number in
        let isOdd = random.once(in: 3)
        var text = "<text key=\"\(random.pick(Array(Self.keys.dropLast())))\(number)\">"
        text += "\n    " + (isOdd ? random.pick(Self.contexts) : "<context/>")
        for _ in 0..<random.number(1...3) {
          text += random.once(in: 40) ? random.pick(Self.between) : "\n    "
          text +=
            "<value lang=\"\(random.pick(Array(Self.languages.prefix(3))))\" status=\"initial\">"
          text += (isOdd ? random.pick(Self.contents) : "Wort") + "</value>"
        }
        return text + (random.once(in: 40) ? "\n    </text>" : "\n  </text>")
      }
      let bytes = Array("<trema masterLang=\"de\">\(texts.joined())</trema>".utf8)
      let read = Self.answer(bytes, piece: 1 << 20) { $0.keepsSources = true }
      guard var sources = read.sources else { continue }
      for case .own(let numbers) in sources.items {
        var written: [UInt8] = []
        var next = numbers.lowerBound
        while next < numbers.upperBound {
          let end = sources.encode(next..<numbers.upperBound, into: &written)
          if end > next + 1 { copied += end - next }
          next = end
        }
        var encoded: [UInt8] = []
        var encoder = TremaEncoder()
        for number in numbers { encoder.append(sources.text(number), into: &encoded) }
        #expect(
          String(decoding: written, as: UTF8.self) == String(decoding: encoded, as: UTF8.self),
          "round \(round)")
      }
    }
    #expect(copied > 500)
  }

  private static func differ(
    _ read: Answer, _ told: Answer, _ name: String, _ bytes: [UInt8], by spelled: (Text) -> String
  ) -> Bool {
    let (one, other) = (read.texts.map(spelled), told.texts.map(spelled))
    if one == other, read.verdict == told.verdict { return false }
    let first = zip(one, other).first { $0 != $1 }
    Issue.record(
      """
      \(name): \(one.count) and \(other.count) texts
      \(read.verdict)
      \(told.verdict)
      \(first?.0 ?? "")
      \(first?.1 ?? "")
      \(String(decoding: bytes, as: UTF8.self).debugDescription)
      """)
    return true
  }

  /// All that it is, with the places of everything.
  private static func withPlaces(_ text: Text) -> String {
    var lines = ""
    dump(text, to: &lines)
    return lines
  }

  private static func withoutPlaces(_ text: Text) -> String {
    var bytes: [UInt8] = []
    var encoder = TremaEncoder()
    encoder.append(text, into: &bytes)
    return text.file + String(decoding: bytes, as: UTF8.self)
  }
}
