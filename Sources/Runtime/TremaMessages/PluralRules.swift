/// A language's plural rules. They determine a number's category.
///
/// ```swift
/// PluralRules(polish).category(of: PluralOperands(22))  // .few
/// ```
/// Languages with the same rules have equal values.
///
/// See UTS #35 part 3, "Language Plural Rules", and CLDR data (`resources/cldr`).
package struct PluralRules: Hashable, Sendable {
  /// The position of the first rule in `words`.
  let start: Int

  /// Finds the rules for a language tag or, if there are none, its closest parent. A language that
  /// is unknown to CLDR has only the `other` category. The deprecated codes `iw`, `in` and `ji` are
  /// supported.
  ///
  /// CLDR's parent locales aren't used because none are defined for plurals: `sr-Latn` uses the
  /// rules for `sr`, and `pt-AO` uses the rules for `pt` instead of `pt-PT`. ICU, iOS and Android
  /// do the same.
  package init(_ language: LanguageTag, _ kind: PluralKind = .cardinal) {
    start = Self.start(of: language, kind)
  }

  /// Returns a number's category.
  package func category(of number: PluralOperands) -> PluralCategory {
    for rule in rules where rule.holds(for: number) { return rule.category }
    return .other
  }

  /// All categories of the language, in CLDR order. The last one is always `other`.
  package var categories: [PluralCategory] { rules.map(\.category) }

  /// The categories of integers that are formatted without decimals and not in a compact form, in
  /// CLDR order. In Polish, no such number has the `other` category.
  package var integerCategories: [PluralCategory] { integerRules.map(\.category) }

  /// Returns the only integer with a category, such as 1 for `one` in English. Texts for this
  /// category need not contain the number.
  ///
  /// - Returns: The integer, or `nil` if there is none, or more than one, such as 0 and 1 for `one`
  ///   in French.
  package func soleInteger(of category: PluralCategory) -> Int? {
    rules.first { $0.category == category }?.onlyWholeNumber
  }

  /// The rules of the categories that integers can have.
  var integerRules: [PluralRule] { rules.filter(\.hasWholeNumbers) }

  /// The rules of the language, in order.
  var rules: some Sequence<PluralRule> {
    sequence(first: PluralRule(start: start), next: \.next)
  }
}

extension PluralRules {
  /// Returns the category for an integer without decimals or exponent, like `category(of:)` but
  /// faster. Nearly all plurals are used with such numbers. All of their operands except n and i
  /// are 0. Evaluates the rules directly on the words; see `PluralRule` for their format.
  func category(ofWhole number: UInt64) -> PluralCategory {
    let words = Self.words
    var rule = start
    while true {
      let relations = words[rule + 2]
      var index = rule + 3
      var holds = true
      var isDecided = false
      for _ in 0..<relations {
        let (head, modulus) = (words[index], words[index + 1])
        let end = index + 3 + 2 * Int(words[index + 2])
        if head & 16 != 0 {
          isDecided = isDecided || holds
          holds = true
        }
        if holds, !isDecided {
          let operand = head & 7 < 2 ? number : 0
          let value = modulus == 0 ? operand : operand % UInt64(modulus)
          var isInside = false
          for range in stride(from: index + 3, to: end, by: 2) {
            isInside = isInside || value >= words[range] && value <= words[range + 1]
          }
          holds = isInside == (head & 8 == 0)
        }
        index = end
      }
      // The last rule, for `other`, has no relations and always applies.
      if isDecided || holds { return PluralRule(start: rule).category }
      rule = index
    }
  }
}

extension PluralRules {
  /// Returns the position of a language's rules in `words`.
  static func start(of language: LanguageTag, _ kind: PluralKind) -> Int {
    // With 8 bytes, a name contains at most a script or a region, but not both, and no variants.
    let specific = (language.script ?? language.region).map { "\(language.language)-\($0)" }
    return locales.withUTF8Buffer { lines in
      for text in [specific, language.language] {
        guard let text, let name = name(text.utf8) else { continue }
        if let line = line(of: name, in: lines) {
          let column = line + (kind == .cardinal ? 9 : 14)
          return lines[column..<column + 4].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
      }
      return 0
    }
  }

  /// Returns whether CLDR has plural rules for a language with any script and region. This is true
  /// for nearly all languages that apps use, but not for words that only look like a tag (`app`).
  package static func areDefined(for language: LanguageTag) -> Bool {
    locales.withUTF8Buffer { lines in
      name(language.language.utf8).map { line(of: $0, in: lines) != nil } ?? false
    }
  }

  /// Returns the position of the line with a name, found by binary search. All lines have the same
  /// length, such as `pt-PT    0123 0456` and a line feed.
  private static func line(of name: UInt64, in lines: UnsafeBufferPointer<UInt8>) -> Int? {
    let length = 19
    var (low, high) = (0, (lines.count + 1) / length)
    while low < high {
      let middle = low + (high - low) / 2
      let start = middle * length
      guard let found = Self.name(lines[start..<start + 8]) else { return nil }
      if found == name { return start }
      if found < name { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns a name, padded with spaces, as an integer that sorts like the name. Returns `nil` if
  /// the name has more than 8 bytes and can therefore not be in the table.
  private static func name(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard bytes.count <= 8 else { return nil }
    let number = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    return (bytes.count..<8).reduce(number) { number, _ in number << 8 | 0x20 }
  }
}
