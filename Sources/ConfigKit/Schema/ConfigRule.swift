/// A rule that a value of a key must always keep to, for code that checks it without a schema.
package struct ConfigRule: Sendable {
  package enum Test: Sendable {
    /// A limit of a number, as its decimal digits.
    case atLeast(String, isExclusive: Bool)
    case atMost(String, isExclusive: Bool)
    case multiple(of: String)
    /// The minimum length of a string, in Unicode scalars.
    case leastLength(Int)
    case mostLength(Int)
    /// In the spelling of Foundation's regular expressions.
    case pattern(String)
    /// Of an array or a dictionary.
    case leastCount(Int)
    case mostCount(Int)
    case unique
    /// Numbers and Booleans; of strings there is a type.
    case choices([ConfigValue])
  }

  /// What it asks for: `at most 120`.
  package var words: String
  package var test: Test

  /// - Returns: nil for a rule that asks for something else.
  init?(_ rule: SchemaRule) {
    switch rule {
    case .atLeast(let limit, let isExclusive):
      test = .atLeast(limit.description, isExclusive: isExclusive)
    case .atMost(let limit, let isExclusive):
      test = .atMost(limit.description, isExclusive: isExclusive)
    case .multiple(let divisor): test = .multiple(of: divisor.description)
    case .length(.atLeast(let least)): test = .leastLength(least)
    case .length(.atMost(let most)): test = .mostLength(most)
    case .pattern(let pattern):
      guard let spelling = PatternSpelling.foundation(pattern.source) else { return nil }
      test = .pattern(spelling)
      if pattern.source.utf8.count > 40 {
        words = "a text that matches the pattern of the schema"
        return
      }
    case .itemCount(.atLeast(let least)), .keyCount(.atLeast(let least)):
      test = .leastCount(least)
    case .itemCount(.atMost(let most)), .keyCount(.atMost(let most)): test = .mostCount(most)
    case .unique: test = .unique
    case .choices(let choices, _) where choices.values.allSatisfy({ $0.string == nil }):
      test = .choices(choices.values)
      words = "one of \(choices.values.map(SchemaWords.text).joined(separator: ", "))"
      return
    default: return nil
    }
    guard let words = rule.expectation else { return nil }
    self.words = words
  }
}
