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
    /// The minimum number of elements of an array, or of keys of a dictionary.
    case leastCount(Int)
    case mostCount(Int)
    case unique
    /// Numbers and Booleans; of strings there is a type.
    case choices([ConfigValue])
  }

  /// The expectation in words: `at most 120`.
  package var words: String
  package var test: Test

  package init(words: String, test: Test) {
    self.words = words
    self.test = test
  }
}
