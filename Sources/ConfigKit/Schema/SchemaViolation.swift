import TremaConfigValues
import TremaSupport

/// One place where a value breaks a rule of its schema.
public struct SchemaViolation: Hashable, Sendable {
  /// The way to the value; to the key that is missing or unknown, where it is about one.
  public var path: ConfigKeyPath
  /// Where the value stands; the dictionary of a missing key, the key itself of an unknown one.
  public var place: ConfigPlace
  /// The keyword of the schema that is broken: `required`; `format`, `x-type`. `$ref` where the
  /// checking itself was given up.
  public var keyword: String
  /// A predicate, to be put after the path: `is a string, not an integer`. It says no value of a
  /// secret.
  public var message: String
  /// Where the schema says so.
  public var rule: SourceLocation?
  public var missingKey: String?
  public var unknownKey: String?
  /// What was perhaps meant: a key for an unknown one, a choice for a text that is none.
  public var suggestion: String?
  /// What the rule asks for, where a few words say it: `at least 1`.
  public var expected: String?

  public init(
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
