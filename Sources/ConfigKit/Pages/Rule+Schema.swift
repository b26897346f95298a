import TremaDiagnostics

/// The rules for the schema of a configuration.
extension Rule {
  /// The rules, in the order of their pages.
  static let schemaRules: [Rule] = [
    invalidSchema, unresolvedReference, unknownKeyword, unknownDialect,
  ]

  /// Reported by ``SchemaCompiler``. The keyword is ignored.
  private static let invalidSchema = Rule(
    .error, "invalid-schema", "A keyword of the schema has an invalid value.",
    why: "The keyword is ignored, and the schema checks less than expected.",
    example: """
      "x-overridable": "yes"
      """,
    fix: "Write the value as the finding describes.")

  /// Reported by ``SchemaCompiler``. The reference is ignored.
  private static let unresolvedReference = Rule(
    .error, "unresolved-reference", "A `$ref` does not refer to a schema.",
    why: "Nothing is fetched: a reference must point into the same file or to the meta-schema.",
    example: """
      "$ref": "#/$defs/hots"
      """,
    fix: "Correct the reference.")

  /// Reported by ``SchemaCompiler`` only for a name that resembles a known one.
  private static let unknownKeyword = Rule(
    .warning, "unknown-keyword", "An unknown keyword resembles a known one.",
    why: "A schema may have keywords of other tools; a misspelled one checks nothing.",
    example: """
      "x-secert": true
      """,
    fix: "Correct the keyword.")

  /// Reported by ``SchemaDocuments`` for the value of `$schema`.
  private static let unknownDialect = Rule(
    .warning, "unknown-dialect", "The schema is written for another version of JSON Schema.",
    why: "It is read as version 2020-12, in which some keywords have another meaning.",
    example: """
      "$schema": "http://json-schema.org/draft-07/schema#"
      """,
    fix: "Specify version 2020-12.")
}
