import TremaConfigValues

extension ConfigRule {
  /// Creates the constraint for a schema rule.
  ///
  /// - Returns: `nil` for a rule that generated code does not check.
  init?(_ rule: SchemaRule) {
    let test: Test
    switch rule {
    case .atLeast(let limit, let isExclusive):
      test = .atLeast(limit.description, isExclusive: isExclusive)
    case .atMost(let limit, let isExclusive):
      test = .atMost(limit.description, isExclusive: isExclusive)
    case .multiple(let divisor): test = .multiple(of: divisor.description)
    case .length(.atLeast(let least)): test = .minLength(least)
    case .length(.atMost(let most)): test = .maxLength(most)
    case .pattern(let pattern):
      guard let spelling = PatternTranslation.foundation(pattern.source) else { return nil }
      test = .pattern(spelling)
      // A long pattern would make the message unreadable.
      if pattern.source.utf8.count > 40 {
        self.init(expectation: "a string that matches the pattern of the schema", test: test)
        return
      }
    case .itemCount(.atLeast(let least)), .keyCount(.atLeast(let least)):
      test = .minCount(least)
    case .itemCount(.atMost(let most)), .keyCount(.atMost(let most)): test = .maxCount(most)
    case .unique: test = .unique
    // Lists of strings are generated as an enumeration, whose type already excludes other values.
    case .choices(let choices, _) where choices.values.allSatisfy({ $0.string == nil }):
      test = .choices(choices.values)
      let words = choices.values.map(SchemaValueText.text).joined(separator: ", ")
      self.init(expectation: "one of \(words)", test: test)
      return
    default: return nil
    }
    guard let words = rule.expectation else { return nil }
    self.init(expectation: words, test: test)
  }
}
