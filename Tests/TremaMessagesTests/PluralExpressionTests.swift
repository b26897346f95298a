import Foundation
import Testing
import TremaMessages
import TremaTestSupport

@Suite struct PluralExpressionTests {
  private static let numbers: [UInt64] =
    Array(0...1_000) + [
      1_001, 1_002, 1_011, 1_021, 1_100, 2_000, 10_000, 20_000, 40_000, 40_001, 100_000, 100_001,
      999_999, 1_000_000, 1_000_001, 1_000_002, 1_100_000, 2_000_000, 10_000_000, 123_456_789,
      1_000_000_000_000, .max - 4, .max,
    ]

  @Test func `Python's gettext selects the form of the category`() throws {
    let all = try PluralData.distinctRules()
    try #require(all.count > 50)
    let program = """
      import gettext, sys
      numbers = [int(word) for word in sys.argv[1].split()]
      for line in sys.stdin:
        form = gettext.c2py(line.strip())
        print(*[form(number) for number in numbers])
      """
    let verdict = try Judge.python.run(
      ["-c", program, Self.numbers.map(String.init).joined(separator: " ")],
      input: Array(all.map { $0.rules.integerExpression() + "\n" }.joined().utf8))
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let lines = verdict.text.split(separator: "\n")
    try #require(lines.count == all.count)
    for ((locale, rules), line) in zip(all, lines) {
      let forms = rules.integerCategories
      let expected = Self.numbers.map { number in
        let category = rules.category(of: PluralOperands(number))
        return forms.firstIndex(of: category).map(String.init) ?? "\(category)"
      }
      #expect(
        line == expected.joined(separator: " "), "\(locale): \(rules.integerExpression())")
    }
  }

  @Test func `msgfmt accepts each expression and the count of forms`() throws {
    for (locale, rules) in try PluralData.distinctRules() {
      let forms = rules.integerCategories.indices
      let catalogue = """
        msgid ""
        msgstr ""
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=\(forms.count); plural=\(rules.integerExpression());\\n"

        msgid "day"
        msgid_plural "days"
        \(forms.map { "msgstr[\($0)] \"form \($0)\"" }.joined(separator: "\n"))

        """
      let verdict = try Judge.msgfmt.run(
        ["--check-format", "--check-domain", "-o", "/dev/null", "-"], input: Array(catalogue.utf8))
      #expect(verdict.status == 0, "\(locale): \(verdict.complaint)")
    }
  }

  @Test(arguments: [
    ("ja", "0"), ("en", "n != 1"), ("ak", "n > 1"), ("tzm", "n <= 1 || n >= 11 && n <= 99 ? 0 : 1"),
    ("cs", "n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2"),
    (
      "ru",
      """
      n % 10 == 1 && n % 100 != 11 ? 0 : \
      n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2
      """
    ),
    ("fr", "n <= 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2"),
  ])
  func `an expression reads as if written by hand`(language: String, expression: String) throws {
    let rules = PluralRules(try #require(LanguageTag(language)))
    #expect(rules.integerExpression() == expression)
  }
}
