import TremaConfigValues
import TremaSupport

/// A violation of a schema by one value.
package struct SchemaViolation: Hashable, Sendable {
  /// The path of the value, or the missing or unknown key's path.
  package var path: ConfigKeyPath
  /// The location of the value, the unknown key, or the dictionary that lacks the missing key.
  package var location: ConfigLocation
  /// The violated keyword, such as `required`, `format` or `x-type`; `$ref` if the evaluation was
  /// abandoned.
  package var keyword: String
  /// The predicate of a sentence whose subject is the path: `is a string, not an integer`. It does
  /// not reveal the value of a secret.
  package var message: String
  /// The location of the keyword in the schema.
  package var rule: SourceLocation?
  /// The missing key, or `nil` for any other violation.
  package var missingKey: String?
  /// The disallowed key, or `nil` for any other violation.
  package var unknownKey: String?
  /// The name or value that was probably intended: a declared key, or an allowed choice.
  package var suggestion: String?
  /// A short description of the expectation, such as `at least 1`, or `nil` if it cannot be
  /// described in a few words.
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
