/// A constraint on the value of a key that applies in every environment. Generated code checks it
/// without the schema.
package struct ConfigRule: Sendable {
  /// The condition of a rule.
  package enum Test: Sendable {
    /// A number's lower bound, as decimal digits to avoid losing precision.
    case atLeast(String, isExclusive: Bool)
    /// An upper bound of a number, as decimal digits.
    case atMost(String, isExclusive: Bool)
    /// A value that a number must be a multiple of, as decimal digits.
    case multiple(of: String)
    /// The minimum length of a string, in Unicode scalars.
    case minLength(Int)
    /// The maximum length of a string, in Unicode scalars.
    case maxLength(Int)
    /// A regular expression in `NSRegularExpression` syntax.
    case pattern(String)
    /// The minimum number of array elements or dictionary keys.
    case minCount(Int)
    /// The maximum number of array elements or dictionary keys.
    case maxCount(Int)
    /// The elements of an array must be distinct.
    case unique
    /// The allowed numbers and Booleans. Strings with choices are generated as an enumeration
    /// instead.
    case choices([ConfigValue])
  }

  /// A description of the expectation for messages, such as `at most 120`.
  package var expectation: String
  /// The condition.
  package var test: Test

  /// Creates a rule.
  package init(expectation: String, test: Test) {
    self.expectation = expectation
    self.test = test
  }
}
