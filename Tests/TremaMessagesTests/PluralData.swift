import Foundation
import Testing
import TremaMessages

/// The plural rules of CLDR in the form of the files in resources/cldr.
struct PluralData {
  struct Sample {
    var text: String
    var locale: String
    var category: PluralCategory
  }

  let kind: PluralKind
  /// The categories of each locale and, for each, the rule with its samples.
  let locales: [String: [PluralCategory: String]]

  static func all() throws -> [PluralData] {
    [
      try PluralData(.cardinal, "plurals.json", "plurals-type-cardinal"),
      try PluralData(.ordinal, "ordinals.json", "plurals-type-ordinal"),
    ]
  }

  /// The rules of all locales, each once, with a locale that has them.
  static func distinctRules() throws -> [(locale: String, rules: PluralRules)] {
    var known: Set<PluralRules> = []
    return try all().flatMap { data in
      try data.locales.keys.sorted().compactMap { locale in
        let rules = try data.rules(locale)
        return known.insert(rules).inserted ? (locale, rules) : nil
      }
    }
  }

  private init(_ kind: PluralKind, _ file: String, _ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "resources/cldr")
    let root = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appending(path: file)))
    let data = try #require((root as? [String: Any])?["supplemental"] as? [String: Any])
    let locales = try #require(data[name] as? [String: [String: String]])
    self.kind = kind
    self.locales = try locales.mapValues { rules in
      try Dictionary(
        uniqueKeysWithValues: rules.map { name, rule in
          let name = String(name.dropFirst("pluralRule-count-".count))
          return (try #require(PluralCategory(rawValue: name)), rule)
        })
    }
  }

  func rules(_ locale: String) throws -> PluralRules {
    PluralRules(try #require(LanguageTag(locale)), kind)
  }

  /// Every number of the samples; `2.0~2.3` are four of them.
  func samples() throws -> [Sample] {
    try locales.flatMap { locale, rules in
      try rules.flatMap { category, rule in
        try rule.split(separator: "@").dropFirst().flatMap { samples in
          // The first word is "integer" or "decimal".
          try samples.split(separator: " ").dropFirst().flatMap(Self.numbers)
        }.map { Sample(text: $0, locale: locale, category: category) }
      }
    }
  }

  private static func numbers(_ sample: Substring) throws -> [String] {
    let text = sample.hasSuffix(",") ? sample.dropLast() : sample
    if text == "…" { return [] }
    let ends = text.split(separator: "~")
    guard ends.count == 2 else { return [String(text)] }
    let decimals = ends.map { $0.split(separator: ".").dropFirst().first?.count ?? 0 }
    try #require(decimals[0] == decimals[1] && !text.contains("c"))
    let numbers = try ends.map { try #require(Int($0.filter { $0 != "." })) }
    return (numbers[0]...numbers[1]).map { number in
      let digits = String(number)
      if decimals[0] == 0 { return digits }
      let padded = String(repeating: "0", count: max(0, decimals[0] + 1 - digits.count)) + digits
      return padded.dropLast(decimals[0]) + "." + padded.suffix(decimals[0])
    }
  }
}
