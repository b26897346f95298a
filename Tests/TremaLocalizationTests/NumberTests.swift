import Foundation
import Testing
import TremaMessages

@testable import TremaLocalization

@Suite struct NumberTests {
  private func locale(_ language: String, _ wanted: [String] = []) throws -> MessageLocale {
    TextLocale.messageLocale(
      for: try #require(LanguageTag(language)), wanted: wanted.compactMap(LanguageTag.init))
  }

  @Test func `numbers below a thousand are formatted as by Foundation in every locale`() throws {
    for identifier in Locale.availableIdentifiers.sorted() {
      guard let tag = LanguageTag(identifier) else { continue }
      let ours = TextLocale.messageLocale(for: tag, wanted: [])
      let style = IntegerFormatStyle<Int64>(locale: Locale(identifier: identifier))
      for number in [0, 7, 10, 11, 19, 20, 45, 99, 100, 101, 110, 999, 1000, -1] as [Int64] {
        #expect(ours.number(.integer(number), .standard) == style.format(number), "\(tag)")
      }
    }
  }

  @Test(arguments: [
    ("de", "1.234.567"), ("en", "1,234,567"), ("hi", "12,34,567"), ("ar", "1,234,567"),
    ("ar-EG", "١٬٢٣٤٬٥٦٧"), ("de-CH", "1’234’567"), ("xx", "1234567"), ("iw", "1,234,567"),
  ])
  func `a million is grouped according to the language`(language: String, shown: String) throws {
    #expect(try locale(language).number(.integer(1_234_567), .standard) == shown)
  }

  @Test func `the user's region applies if the text's language has none`() throws {
    let number = FormatArgument.integer(1_234_567)
    #expect(try locale("de", ["fr-FR", "de-CH"]).number(number, .standard) == "1’234’567")
    #expect(try locale("de-DE", ["de-CH"]).number(number, .standard) == "1.234.567")
    #expect(try locale("en", ["de-CH"]).number(number, .standard) == "1,234,567")
    // The plurals stay those of the text's language.
    #expect(try locale("pt", ["pt-PT"]).language?.description == "pt")
  }

  @Test func `number styles set digits, grouping and percent`() throws {
    let german = try locale("de")
    let plain = NumberStyle(isGrouped: false, minimumIntegers: 4, fractions: 2...2)
    #expect(german.number(.integer(12), plain) == "0012,00")
    #expect(german.number(.floating(12_345.678), plain) == "12345,68")
    #expect(german.number(.floating(1234.56789), .standard) == "1.234,568")
    #expect(german.number(.floating(1234.5), .integer) == "1.234")
    #expect(german.number(.floating(0.5), .percent) == "50\u{A0}%")
    #expect(german.number(.integer(12), .percent) == "1.200\u{A0}%")
    #expect(german.number(.integer(.max), .percent) == "922.337.203.685.477.580.700\u{A0}%")
    let most = NumberStyle(minimumIntegers: 30, fractions: 30...30)
    #expect(german.number(.floating(0.5), most).count == 30 + 9 + 1 + 30)
  }

  @Test func `the minimum and maximum of each number type are formatted`() throws {
    let german = try locale("de")
    #expect(german.number(.unsigned(.max), .standard) == "18.446.744.073.709.551.615")
    #expect(german.number(.integer(.min), .standard) == "-9.223.372.036.854.775.808")
    #expect(german.number(.unsigned(7), .standard) == "7")
    #expect(german.number(.floating(.infinity), .standard) == "∞")
    #expect(german.number(.floating(.nan), .percent).hasPrefix("NaN"))
    #expect(german.number(.floating(.greatestFiniteMagnitude), .standard).count == 309 + 102)
  }

  @Test func `dates are formatted in the user's language and time zone`() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    for language in ["de", "en", "en-GB", "ja", "ar", "hi", "fr-CA"] {
      let ours = try locale(language)
      let judge = DateFormatter()
      judge.locale = Locale(identifier: language)
      let styles: [(DateLength?, DateFormatter.Style)] = [
        (.short, .short), (nil, .medium), (.medium, .medium), (.long, .long), (.full, .full),
      ]
      for (length, style) in styles {
        (judge.dateStyle, judge.timeStyle) = (style, .none)
        #expect(ours.date(date.timeIntervalSince1970, length) == judge.string(from: date))
        (judge.dateStyle, judge.timeStyle) = (.none, style)
        #expect(ours.time(date.timeIntervalSince1970, length) == judge.string(from: date))
      }
    }
    for odd in [Double.nan, .infinity, -1e300, 1e300] {
      #expect(try locale("de").date(odd, .short) == String(odd))
    }
  }

  @Test func `dates and decimals can be arguments`() throws {
    let bundle = try TemporaryBundle([
      "de.lproj/Localizable.strings": """
      when = "{0, date, long} {1, plural, other {#}}"; at = "am %@"; price = "%.2f"; all = "%@";
      """
    ])
    let (german, problems) = translator(bundle, ["de"])
    let noon = Date(timeIntervalSince1970: 1_700_000_000 - 36_000)
    #expect(
      german.translate("when", noon, Decimal(string: "1234.5") ?? 0) == "14. November 2023 1.234,5")
    #expect(german.translate("at", noon).hasPrefix("am 14.11.23 "))
    #expect(german.translate("price", Decimal(12)) == "12.00")
    #expect(problems.all.isEmpty)
    let digits = "123456789012345678901234567890.125"
    #expect(german.translate("all", Decimal(string: digits) ?? 0) == digits)
    #expect(german.translate("price", Decimal.nan) == "nan")
    #expect(german.translate("at", 3) == "am 3")
  }
}
