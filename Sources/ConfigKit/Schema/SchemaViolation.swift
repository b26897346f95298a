import TremaConfigValues
import TremaSupport

/// One place where a value breaks a rule of its schema.
package struct SchemaViolation: Hashable, Sendable {
  /// The way to the value; to the key that is missing or unknown, where it is about one.
  package var path: ConfigKeyPath
  /// The place of the value; of a missing key its dictionary, of an unknown one the key itself.
  package var place: ConfigPlace
  /// The keyword of the schema that is broken: `required`; `format`, `x-type`. `$ref` where the
  /// checking itself was given up.
  package var keyword: String
  /// A predicate, to be put after the path: `is a string, not an integer`. It says no value of a
  /// secret.
  package var message: String
  /// The place of the rule in the schema.
  package var rule: SourceLocation?
  package var missingKey: String?
  package var unknownKey: String?
  /// The name or value that was probably meant: a key for an unknown one, a choice for a text that is
  /// none.
  package var suggestion: String?
  /// The requirement of the rule, where a few words can state it: `at least 1`.
  package var expected: String?

  package init(
    _ keyword: String, at path: ConfigKeyPath, in place: ConfigPlace, _ message: String,
    rule: SourceLocation? = nil
  ) {
    self.keyword = keyword
    self.path = path
    self.place = place
    self.message = message
    self.rule = rule
  }
}
