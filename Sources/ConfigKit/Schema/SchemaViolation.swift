import TremaConfigValues
import TremaSupport

/// A violation of a schema by one value.
package struct SchemaViolation: Hashable, Sendable {
  /// The path of the value, or that of the missing or unknown key.
  package var path: ConfigKeyPath
  /// The location of the value; for a missing key that of its dictionary, for an unknown one that
  /// of the key.
  package var location: ConfigLocation
  /// The violated keyword, such as `required`, `format` or `x-type`; `$ref` if the evaluation was
  /// abandoned.
  package var keyword: String
  /// The predicate of a sentence whose subject is the path: `is a string, not an integer`. It does
  /// not reveal the value of a secret.
  package var message: String
  /// The location of the keyword in the schema.
  package var rule: SourceLocation?
  /// The key that is missing, or `nil` for any other violation.
  package var missingKey: String?
  /// The key that is not allowed, or `nil` for any other violation.
  package var unknownKey: String?
  /// The name or value that was probably meant: a declared key for an unknown one, a choice for
  /// another text.
  package var suggestion: String?
  /// The expectation of the rule in a few words: `at least 1`; `nil` if it needs more.
  package var expected: String?

  /// Creates a violation.
  package init(
    _ keyword: String, at path: ConfigKeyPath, in location: ConfigLocation, _ message: String,
    rule: SourceLocation? = nil
  ) {
    self.keyword = keyword
    self.path = path
    self.location = location
    self.message = message
    self.rule = rule
  }
}
