import Testing
import TremaCatalog
import TremaMessages
import TremaSupport
import TremaTestSupport

@testable import TremaChecks

/// A check is skipped only for texts in which it would find nothing.
@Suite struct SkippedTextTests {
  private static let languages = ["de", "en", "fr", "pt-BR", "zh-Hans", "de_CH", "x!", "en", "ar"]

  private static let words = [
    "Bitte", "bitte", "open", "Open", "the", "the", "déjà", "Größe", "iPhone", "12", "3.5", "e.g.",
    "…", "...", "Ja!", "Nein?", "a,b", "one.Two", "(s)", "„so“", "\"so\"", "-", "–", "->",
    "(c) 2020",
    "www.example.com", "a@example.com", "https://a.example/x", "50 %", "%@", "%d files", "%1$@",
    "%2$d", "% d", "$1", "$s", "{0}", "{n, plural, one {# day} other {# days}}", "Ã¤", "l´été",
    "со", "Cо", "日本語", "مرحبا", "ـمـ", "\u{202E}", "\u{200B}", "\u{AD}", "\u{FFFD}", "•", "* ", "“",
    "*/", "l'eau", "a`b", "\"a\"", "5\"", "<b>y</b>", "<b>", "</b>", "<i>z</i>", "<a href=\"x\">",
    "://",
    "«so»", "「すし」",
  ]

  private static func source(_ random: inout SeededGenerator) -> String {
    switch random.number(0...9) {
    case 0: return HostileText.value(&random)
    case 1: return random.pick(["", " ", "\u{200B}", "\u{A0}", "\n"])
    default:
      let space = random.pick([" ", " ", " ", "  ", "\u{A0}", "\n", "\t"])
      let count = random.once(in: 8) ? random.number(20...60) : random.number(1...7)
      return (0..<count).map { _ in random.pick(words) }.joined(separator: space)
    }
  }

  private static func text(_ random: inout SeededGenerator, _ number: Int) -> Text {
    var text = Text(
      key: random.pick(["k\(number)", "a.b\(number % 9)", "a_b\(number % 9)", "größe"]))
    let contexts = ["", "Button", "@max 9", "@translatable false", "@ignore edge-space x", "@mx 3"]
    if random.once(in: 2) { text.context = Context(random.pick(contexts)) }
    if random.once(in: 30) { text.leadingTrivia = [Trivia("<!-- trema:conflict x -->")] }
    let shared = source(&random)
    for _ in 0..<random.number(0...4) {
      let own = random.once(in: 3) ? shared : source(&random)
      var value = Value(
        language: random.pick(languages), status: random.pick([.translated, .initial, .verified]),
        source: own)
      if random.once(in: 40) { value.status = .undefined("odd") }
      if random.once(in: 40) { value.hasMarkup = true }
      if random.once(in: 40) { value.leadingTrivia = [Trivia("<!-- trema:conflict y -->")] }
      text.values.append(value)
    }
    return text
  }

  private func findings(
    _ texts: [Text], _ depth: Checker.Depth, _ targets: [CheckTarget], asksAlways: Bool
  ) -> [Diagnostic] {
    var scope = CheckScope(master: LanguageTag("de"))
    scope.targets = targets
    var checker = Checker(scope, depth: depth, policy: .everything, asksAlways: asksAlways)
    var found: [Diagnostic] = []
    for text in texts { found += checker.examine(text, annotations: Annotations(text.context)) }
    return found + checker.finish()
  }

  @Test(arguments: [Checker.Depth.outputs, .everything])
  func `a skipped check would have found nothing`(_ depth: Checker.Depth) {
    var random = SeededGenerator(seed: depth == .outputs ? 11 : 12)
    var count = 0
    for round in 0..<60 {
      let texts = (0..<12).map { Self.text(&random, round * 12 + $0) }
      let targets = random.pick([[], [.apple], CheckTarget.allCases])
      let quick = findings(texts, depth, targets, asksAlways: false)
      let plain = findings(texts, depth, targets, asksAlways: true)
      #expect(quick == plain, "round \(round)")
      count += plain.count
    }
    #expect(count > 600)
  }

  @Test func `characters are found at any position in a text`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<5000 {
      let source = Self.source(&random)
      let value = Value(language: "de", source: source)
      let scalars = source.unicodeScalars
      let edges = [scalars.first, scalars.last].compactMap { $0?.properties.isWhitespace }
      #expect(value.flags.contains(.edgeSpace) == edges.contains(true), "\(source)")
      #expect(value.flags.contains(.doubleSpace) == source.utf8.hasTwoSpaces, "\(source)")
      #expect(value.flags.contains(.nonASCII) == source.utf8.contains { $0 >= 0x80 })
      #expect(value.flags.contains(.brace) == source.utf8.contains(0x7B))
      #expect(value.message == Message.parse(source).message)
      if value.isPlainText { #expect(value.message.plainText == source) }
    }
  }
}

extension String.UTF8View {
  fileprivate var hasTwoSpaces: Bool {
    zip(self, dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }
}
