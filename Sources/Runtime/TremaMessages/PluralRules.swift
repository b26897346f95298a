/// Which plural category a number has in a language.
///
/// ```swift
/// PluralRules(polish).category(of: PluralOperands(22))  // .few
/// ```
/// Two languages with the same rules have equal values.
///
/// Source: UTS #35 part 3, "Language Plural Rules"; the data is CLDR's (`resources/cldr`).
package struct PluralRules: Hashable, Sendable {
  /// Where they begin in ``words``.
  let start: Int

  /// Finds the rules of the tag itself, else of the tag without its last part, and so on; a language
  /// that CLDR does not know has the category `other` only. The codes `iw`, `in` and `ji` are known.
  ///
  /// CLDR's parent locales play no part, as it has none for plurals: `sr-Latn` counts as `sr`, and
  /// `pt-AO` as `pt`, not `pt-PT`. So do ICU, iOS and Android.
  package init(_ language: LanguageTag, _ kind: PluralKind = .cardinal) {
    start = Self.start(of: language, kind)
  }

  package func category(of number: PluralOperands) -> PluralCategory {
    for rule in rules where rule.holds(for: number) { return rule.category }
    return .other
  }

  /// All categories that the language has, in order; `other` is always the last.
  package var categories: [PluralCategory] { rules.map(\.category) }

  /// The categories of whole numbers that are written without decimals and not in a compact form,
  /// in order. Polish has no such number with `other`.
  package var integerCategories: [PluralCategory] { integerRules.map(\.category) }

  /// The one whole number that has the category: 1 for `one` in English. A text for it may well do
  /// without the number.
  ///
  /// - Returns: nil when there are several, as 0 and 1 for `one` in French, or none.
  package func soleInteger(of category: PluralCategory) -> Int? {
    rules.first { $0.category == category }?.onlyWholeNumber
  }

  var integerRules: [PluralRule] { rules.filter(\.hasWholeNumbers) }

  var rules: some Sequence<PluralRule> {
    sequence(first: PluralRule(start: start), next: \.next)
  }
}
