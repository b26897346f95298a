import Testing
import TremaMessages

@Suite struct PluralOperandsTests {
  private func operands(_ text: String) throws -> [UInt64] {
    let number = try #require(PluralOperands(text), "\(text)")
    return [number.i, UInt64(number.v), UInt64(number.w), number.f, number.t, UInt64(number.e)]
  }

  // The table of UTS #35 part 3, "Plural operand examples", and further odd operands.
  @Test(
    arguments: [
      ("1", [1, 0, 0, 0, 0, 0]), ("1.0", [1, 1, 0, 0, 0, 0]), ("1.00", [1, 2, 0, 0, 0, 0]),
      ("1.3", [1, 1, 1, 3, 3, 0]), ("1.30", [1, 2, 1, 30, 3, 0]), ("1.03", [1, 2, 2, 3, 3, 0]),
      ("1.230", [1, 3, 2, 230, 23, 0]), ("1200000", [1_200_000, 0, 0, 0, 0, 0]),
      ("1.2c6", [1_200_000, 0, 0, 0, 0, 6]), ("123c6", [123_000_000, 0, 0, 0, 0, 6]),
      ("123c5", [12_300_000, 0, 0, 0, 0, 5]), ("1200.50", [1_200, 2, 1, 50, 5, 0]),
      ("1.20050c3", [1_200, 2, 1, 50, 5, 3]), ("1.2e6", [1_200_000, 0, 0, 0, 0, 6]),
      ("-3", [3, 0, 0, 0, 0, 0]), ("-0.5", [0, 1, 1, 5, 5, 0]), ("007", [7, 0, 0, 0, 0, 0]),
      ("1c0", [1, 0, 0, 0, 0, 0]), ("0c99", [0, 0, 0, 0, 0, 99]),
    ] as [(String, [UInt64])])
  func `the operands of a decimal include its visible fraction digits`(
    text: String, expected: [UInt64]
  ) throws {
    #expect(try operands(text) == expected)
  }

  @Test(arguments: [
    "", "-", "--1", "+1", ".5", "1.", "1,5", "1.5.2", " 1", "1 ", "1c", "1c-6", "1c6c6", "1C6",
    "c6",
    "1.c6", "0x10", "NaN", "inf", "١", "1\u{301}", "1\0", "1c99999999999999999999",
  ])
  func `an invalid decimal is rejected`(text: String) {
    #expect(PluralOperands(text) == nil)
  }

  @Test func `operands accept integers of any type and sign`() throws {
    #expect(PluralOperands(5) == PluralOperands("5"))
    #expect(PluralOperands(-5) == PluralOperands("5"))
    #expect(PluralOperands(Int.min).i == 1 << 63)
    #expect(PluralOperands(Int64.min).i == 1 << 63)
    #expect(PluralOperands(UInt64.max) == PluralOperands("18446744073709551615"))
  }

  @Test func `numbers of any length keep their last digits`() throws {
    let russian = PluralRules(try #require(LanguageTag("ru")))
    let long = String(repeating: "9", count: 100_000)
    let cases: [(String, PluralCategory)] = [
      ("18446744073709551616", .many), ("18446744073709551621", .one), (long + "21", .one),
      (long + "11", .many), (long + "22", .few), (long + "c20", .many),
      ("1c9223372036854775807", .many), ("1." + long + "c9223372036854775807", .many),
      ("21." + long, .other), (long + "1.0", .other),
    ]
    for (text, category) in cases {
      let number = try #require(PluralOperands(text))
      #expect(russian.category(of: number) == category, "\(text.prefix(30))")
    }
    let latvian = PluralRules(try #require(LanguageTag("lv")))
    let fraction = try #require(PluralOperands("0." + long + "21"))
    #expect(fraction.v == 100_002)
    #expect(latvian.category(of: fraction) == .one)
    let zeros = try #require(PluralOperands("1." + String(repeating: "0", count: 100_000)))
    #expect(zeros.isWhole)
    #expect((zeros.v, zeros.w, zeros.f, zeros.t) == (100_000, 0, 0, 0))
  }
}
