extension PluralRules {
  /// As ``category(of:)``, for what nearly all plurals count: a whole number without decimals or an
  /// exponent, of which all operands but n and i are 0. It reads ``PluralRule`` word by word.
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
