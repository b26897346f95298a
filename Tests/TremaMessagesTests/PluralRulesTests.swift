import Foundation
import Testing

@testable import TremaMessages

@Suite struct PluralRulesTests {
  private func rules(_ tag: String, _ kind: PluralKind = .cardinal) throws -> PluralRules {
    PluralRules(try #require(LanguageTag(tag)), kind)
  }

  @Test func `every sample of CLDR has its category and no other`() throws {
    var count = 0
    for data in try PluralData.all() {
      for sample in try data.samples() {
        let number = try #require(PluralOperands(sample.text), "\(sample.text)")
        let rules = try data.rules(sample.locale)
        // `other` applies to every number that no previous rule matches.
        let holding = rules.rules.filter { $0.category != .other && $0.holds(for: number) }
        let expected = sample.category == .other ? [] : [sample.category]
        if rules.category(of: number) != sample.category || holding.map(\.category) != expected {
          Issue.record("\(sample.text) in \(sample.locale): \(holding), not \(sample.category)")
        }
        count += 1
      }
    }
    #expect(count > 15_000, "samples were left out")
  }

  @Test func `a language has the categories of CLDR, in order`() throws {
    for data in try PluralData.all() {
      for (locale, rules) in data.locales {
        #expect(try data.rules(locale).categories == rules.keys.sorted(), "\(locale)")
      }
    }
  }

  /// Small numbers, and large ones around which rules with large moduli change.
  private static let wholeNumbers: [UInt64] =
    Array(0...2_000)
    + (2...3_000).map { $0 * 1_000 } + (2...3_000).map { $0 * 1_000 + 1 }
    + [10_000_000, 123_456_789, 1_000_000_000_000, 1 << 63, .max - 15, .max]

  @Test func `integer categories are the categories of whole numbers`() throws {
    for (locale, rules) in try PluralData.distinctRules() {
      var numbers: [PluralCategory: [UInt64]] = [:]
      for number in Self.wholeNumbers {
        numbers[rules.category(of: PluralOperands(number)), default: []].append(number)
      }
      #expect(rules.integerCategories == numbers.keys.sorted(), "\(locale)")
      for category in PluralCategory.allCases {
        let only = numbers[category].flatMap { $0.count == 1 ? Int($0[0]) : nil }
        #expect(rules.soleInteger(of: category) == only, "\(category) in \(locale)")
      }
    }
  }

  @Test func `a category can apply to a single number`() throws {
    #expect(try rules("en").soleInteger(of: .one) == 1)
    #expect(try rules("ar").soleInteger(of: .zero) == 0)
    #expect(try rules("cy").soleInteger(of: .many) == 6)
    #expect(try rules("pt-PT").soleInteger(of: .one) == 1)
    #expect(try rules("pt").soleInteger(of: .one) == nil)
    #expect(try rules("fr").soleInteger(of: .one) == nil)
    #expect(try rules("lt").soleInteger(of: .one) == nil)
    #expect(try rules("lt").soleInteger(of: .many) == nil)
    #expect(try rules("en").soleInteger(of: .few) == nil)
    #expect(try rules("en").soleInteger(of: .other) == nil)
  }

  @Test func `integer categories exclude those that no whole number has`() throws {
    #expect(try rules("pl").integerCategories == [.one, .few, .many])
    #expect(try rules("cs").categories == [.one, .few, .many, .other])
    #expect(try rules("cs").integerCategories == [.one, .few, .other])
    #expect(try rules("ja").integerCategories == [.other])
  }

  @Test(arguments: [
    ("pt-BR", "pt"), ("pt-AO", "pt"), ("pt-PT-x-old", "pt-PT"), ("zh-Hant-HK", "zh"),
    ("sr-Latn", "sr"), ("sr-Latn-RS", "sr"), ("iw", "he"), ("in", "id"), ("ji", "yi"),
    ("iw-IL", "he"), ("nb-NO", "no"), ("hi-Latn", "hi"), ("de-CH-1996", "de"),
    ("de-u-co-phonebk", "de"), ("xx", "und"), ("xx-XX", "und"), ("zzzzzzzz", "und"),
    ("aa", "und"), ("zzz", "und"), ("kok-Latn", "kok-Latn-IN"),
  ])
  func `a tag has the rules of the closest tag in CLDR`(tag: String, nearest: String) throws {
    #expect(try rules(tag) == rules(nearest))
    #expect(try rules(tag, .ordinal) == rules(nearest, .ordinal))
  }

  @Test func `a tag with many subtags is looked up quickly`() throws {
    let parts = String(repeating: "-abcde", count: 100_000)
    #expect(try rules("pt-PT" + parts) == rules("pt-PT"))
    #expect(try rules("zz" + parts) == rules("und"))
  }

  @Test func `European and Brazilian Portuguese have different rules`() throws {
    let zero = PluralOperands(0)
    #expect(try rules("pt-BR").category(of: zero) == .one)
    #expect(try rules("pt-PT").category(of: zero) == .other)
    #expect(try rules("pt-BR", .ordinal) == rules("pt-PT", .ordinal))
  }

  @Test func `an unknown language has a single category`() throws {
    #expect(try rules("xx").categories == [.other])
    #expect(try rules("xx", .ordinal).category(of: PluralOperands(1)) == .other)
  }

  @Test func `English has four ordinal categories`() throws {
    let english = try rules("en", .ordinal)
    let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111]
    #expect(
      ordinals.map { english.category(of: PluralOperands($0)) } == [
        .one, .two, .few, .other, .other, .other, .other, .one, .two, .few, .one, .other,
      ])
  }

  @Test func `categories have the order of CLDR`() {
    #expect(PluralCategory.allCases.sorted() == PluralCategory.allCases)
    #expect(PluralCategory.allCases.shuffled().sorted() == PluralCategory.allCases)
  }
}
