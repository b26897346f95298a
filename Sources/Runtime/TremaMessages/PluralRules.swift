/// Which plural category a number has in a language.
///
/// ```swift
/// PluralRules(polish).category(of: PluralOperands(22))  // .few
/// ```
/// Two languages with the same rules have equal values.
///
/// Source: UTS #35 part 3, "Language Plural Rules"; the data is CLDR's (`resources/cldr`).
package struct PluralRules: Hashable, Sendable {
  /// The start in ``words``.
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

extension PluralRules {
  /// Returns the same as ``category(of:)`` for a whole number without decimals or an exponent, which
  /// nearly all plurals count: all operands but n and i are 0. It reads ``PluralRule`` word by word.
  func category(ofWhole number: UInt64) -> PluralCategory {
    let words = Self.words
    var rule = start
    while true {
      let relations = words[rule + 2]
      var place = rule + 3
      var holds = true
      var isDecided = false
      for _ in 0..<relations {
        let (head, modulus) = (words[place], words[place + 1])
        let end = place + 3 + 2 * Int(words[place + 2])
        if head & 16 != 0 {
          isDecided = isDecided || holds
          holds = true
        }
        if holds, !isDecided {
          let operand = head & 7 < 2 ? number : 0
          let value = modulus == 0 ? operand : operand % UInt64(modulus)
          var isInside = false
          for range in stride(from: place + 3, to: end, by: 2) {
            isInside = isInside || value >= words[range] && value <= words[range + 1]
          }
          holds = isInside == (head & 8 == 0)
        }
        place = end
      }
      // The rule of `other` is the last, and has no relation: it holds.
      if isDecided || holds { return PluralRule(start: rule).category }
      rule = place
    }
  }
}

extension PluralRules {
  /// The start of the rules of a language in ``words``.
  static func start(of language: LanguageTag, _ kind: PluralKind) -> Int {
    // In 8 bytes there is no room for a script and a region, nor for what comes behind them.
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

  /// Whether CLDR has plural rules for a language in any script and region: nearly all that apps
  /// are translated into, and no word that merely looks like a tag (`app`).
  package static func areKnown(for language: LanguageTag) -> Bool {
    locales.withUTF8Buffer { lines in
      name(language.language.utf8).map { line(of: $0, in: lines) != nil } ?? false
    }
  }

  /// A binary search; every line is as long as the others: `pt-PT    0123 0456` and a line feed.
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

  /// A name as a number of the same order, spaces filling it up; nil for one of more than 8 bytes,
  /// which no line has.
  private static func name(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard bytes.count <= 8 else { return nil }
    let number = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    return (bytes.count..<8).reduce(number) { number, _ in number << 8 | 0x20 }
  }
}
