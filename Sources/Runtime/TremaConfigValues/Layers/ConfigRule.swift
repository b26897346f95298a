/// A constraint on the value of a key that holds in every environment. Generated code checks it
/// without the schema.
package struct ConfigRule: Sendable {
  /// The condition of a rule.
  package enum Test: Sendable {
    /// A lower bound of a number, as decimal digits, so that no precision is lost.
    case atLeast(String, isExclusive: Bool)
    /// An upper bound of a number, as decimal digits.
    case atMost(String, isExclusive: Bool)
    /// The factor of which a number must be a multiple, as decimal digits.
    case multiple(of: String)
    /// The minimum length of a string, in Unicode scalars.
    case minLength(Int)
    /// The maximum length of a string, in Unicode scalars.
    case maxLength(Int)
    /// A regular expression in the syntax of `NSRegularExpression`.
    case pattern(String)
    /// The minimum number of elements of an array, or of keys of a dictionary.
    case minCount(Int)
    /// The maximum number of elements of an array, or of keys of a dictionary.
    case maxCount(Int)
    /// All elements of an array differ.
    case unique
    /// The only values that are allowed: numbers and Booleans. Strings with choices are generated
    /// as an enumeration instead.
    case choices([ConfigValue])
  }

  /// The expectation in words, for messages: `at most 120`.
  package var expectation: String
  /// The condition.
  package var test: Test

  /// Creates a rule.
  package init(expectation: String, test: Test) {
    self.expectation = expectation
    self.test = test
  }
}
