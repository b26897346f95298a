import Testing
import TremaTestSupport

@testable import TremaMessages

@Suite struct QuickMessageTests {
  /// Returns the results of the fast path and the general formatter.
  private func compare(
    _ message: Message, _ arguments: [any TextArgument], _ locale: MessageLocale
  ) -> (quick: String?, plain: (text: String, problems: [FormatProblem])) {
    let quick = QuickMessage(message, in: locale.language).flatMap { quick in
      arguments.map(\.formatArgument).withUnsafeBufferPointer {
        quick.formatted(
          with: $0, smallNumbersArePlain: locale.writesSmallNumbersPlainly)
      }
    }
    return (quick, message.formatted(with: arguments, in: locale))
  }

  private static let languages = ["en", "de", "fr", "pl", "ru", "ar", "ja", "lv", "cy", "gv"]

  private func locale(_ language: String, plain: Bool) -> MessageLocale {
    plain
      ? .plain(LanguageTag(language))
      : MessageLocale(
        language: LanguageTag(language), number: { number, _ in "<\(number)>" },
        date: { seconds, _ in "<\(seconds)>" }, time: { seconds, _ in "<\(seconds)>" })
  }

  @Test func `the fast path gives the same result as the general formatter`() {
    var random = SeededGenerator(seed: 9)
    var answered = 0
    for round in 0..<30_000 {
      let source = round.isMultiple(of: 3) ? random.source() : random.usualSource(depth: 2)
      let parsed = Message.parse(source, backslash: .literal).message
      let message =
        Bool.random(using: &random) ? parsed : parsed.numbered(by: ArgumentNumbers([parsed]))
      let locale = locale(random.pick(Self.languages), plain: Bool.random(using: &random))
      let arguments = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        random.usualArgument()
      }
      let (quick, plain) = compare(message, arguments, locale)
      guard let quick else { continue }
      answered += 1
      #expect(
        quick.utf8.elementsEqual(plain.text.utf8), "\(source) with \(arguments)")
      #expect(plain.problems.isEmpty, "\(source) with \(arguments)")
    }
    // Enough messages must use the fast path for the comparison to be meaningful.
    #expect(answered > 3000)
  }

  @Test func `common messages use the fast path`() throws {
    let usual: [(source: String, arguments: [any TextArgument], shown: String)] = [
      ("Hallo %@", ["Zoë"], "Hallo Zoë"),
      ("%2$@ und %1$ld", [-12, "x"], "x und -12"),
      ("%@ %d %lu %i", [1, Int.min, UInt.max, 0], "1 \(Int.min) \(UInt.max) 0"),
      ("{n, plural, =0 {keine} one {# Tag} other {# Tage}}", [0], "keine"),
      ("{n, plural, =0 {keine} one {# Tag} other {# Tage}}", [1], "1 Tag"),
      ("{who}: {n, plural, one {# Tag} other {# Tage}}", ["Zoë", 999], "Zoë: 999 Tage"),
      ("100 %%", [], "100 %"), ("a%n b", [], "a b"),
    ]
    for (source, arguments, shown) in usual {
      let message = Message.parse(source).message
      #expect(compare(message, arguments, .plain(LanguageTag("de"))).quick == shown)
    }
  }

  @Test func `uncommon messages use the general formatter`() {
    let unusual: [(source: String, arguments: [any TextArgument])] = [
      ("%@", []), ("%@", ["a", "b"]), ("%d", ["a"]), ("%d", [1.0]), ("%d", [true]), ("%u", [-1]),
      ("%@", [1.5]), ("%5d", [1]), ("%.2f", [1.0]), ("%x", [1]), ("%*d", [1, 2]), ("%c", ["a"]),
      ("{n, plural, one {#} other {#}}", [1.5]), ("{n, plural, one {#} other {#}}", [1000]),
      ("{n, plural, one {#} other {#}}", [-1]), ("{n, plural, one {#} other {#}}", ["x"]),
      ("{n, plural, offset:1 one {#} other {#}}", [1]), ("{n, select, a {x} other {y}}", ["a"]),
    ]
    for (source, arguments) in unusual {
      let message = Message.parse(source).message
      #expect(
        compare(message, arguments, .plain(LanguageTag("de"))).quick == nil, "\(source)")
    }
    let message = Message.parse("{n, plural, one {#} other {#}}").message
    #expect(compare(message, [1], locale("de", plain: false)).quick == nil)
  }

  @Test func `the fast lookup of integer categories agrees with the full rules`() {
    let numbers =
      (0...1_100).map { UInt64($0) } + [9_999, 10_000, 100_000, 1_000_000, 2_000_001, .max]
    let names = PluralRules.locales.withUTF8Buffer { lines in
      lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
        LanguageTag(String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
      }
    }
    #expect(names.count > 200)
    // Languages with the same rules are equal.
    let rules = Set(names.flatMap { [PluralRules($0), PluralRules($0, .ordinal)] })
    for rules in rules {
      let differing = numbers.filter {
        rules.category(ofWhole: $0) != rules.category(of: PluralOperands($0))
      }
      #expect(differing.isEmpty)
    }
  }
}

extension SeededGenerator {
  /// A source in the common forms of texts.
  fileprivate mutating func usualSource(depth: Int) -> String {
    let pieces = [
      "Hallo ", "日本 ", "é", "#", " 50 % ", "%%", "%@", "%1$@", "%2$@", "%ld", "%1$ld", "%2$d",
      "%lu",
      "%3$u", "%n", "%i", "{0}", "{1}", "{name}", "%1$5d",
    ]
    var source = ""
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      if depth > 0, Int.random(in: 0..<3, using: &self) == 0 {
        let kind = pick(["plural", "plural", "selectordinal", "plural, offset:1"])
        source += "{\(pick(["n", "0", "1", "name"])), \(kind)\(kind.hasSuffix("1") ? "" : ",")"
        for selector in ["=0", "=1", "one", "few", "many"] where Bool.random(using: &self) {
          source += " \(selector) {\(usualSource(depth: depth - 1))}"
        }
        source += " other {\(usualSource(depth: depth - 1))}}"
      } else {
        source += pick(pieces)
      }
    }
    return source
  }

  fileprivate mutating func usualArgument() -> any TextArgument {
    if Int.random(in: 0..<8, using: &self) == 0 { return argument() }
    return pick(
      [
        0, 1, 2, 3, 5, 11, 21, 100, 999, 1_000, -1, 2 as UInt, 999 as UInt64, "Zoë",
        "a longer name %@",
      ] as [any TextArgument])
  }
}
