import TremaDiagnostics

/// The rules for the schema of a configuration.
extension Rule {
  /// The rules, in the order of their pages.
  static let schemaRules: [Rule] = [
    invalidSchema, unresolvedReference, unknownKeyword, unknownDialect,
  ]

  /// Reported by ``SchemaCompiler``. The keyword is ignored.
  private static let invalidSchema = Rule(
    .error, "invalid-schema", "A keyword in the schema has an invalid value.",
    why: "The keyword is ignored, so the schema checks less than expected.",
    example: """
      "x-overridable": "yes"
      """,
    fix: "Use a value that the finding describes.")

  /// Reported by ``SchemaCompiler``. The reference is ignored.
  private static let unresolvedReference = Rule(
    .error, "unresolved-reference", "A `$ref` does not refer to a schema.",
    why: "No files are fetched, so a reference must be to the same file or to the meta-schema.",
    example: """
      "$ref": "#/$defs/hots"
      """,
    fix: "Correct the reference.")

  /// Reported by ``SchemaCompiler`` only for a name that resembles a known one.
  private static let unknownKeyword = Rule(
    .warning, "unknown-keyword", "An unknown keyword resembles a known one.",
    why: "A schema may contain keywords of other tools, but a misspelled one checks nothing.",
    example: """
      "x-secert": true
      """,
    fix: "Correct the keyword.")

  /// Reported by ``SchemaDocuments`` for the value of `$schema`.
  private static let unknownDialect = Rule(
    .warning, "unknown-dialect", "The schema uses a different version of JSON Schema.",
    why: "It is read as version 2020-12, in which some keywords have a different meaning.",
    example: """
      "$schema": "http://json-schema.org/draft-07/schema#"
      """,
    fix: "Specify version 2020-12.")
}
