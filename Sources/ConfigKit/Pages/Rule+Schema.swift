import TremaDiagnostics

/// The rules for the schema of a configuration.
extension Rule {
  /// The rules, in the order of their pages.
  static let ofSchema: [Rule] = [
    invalidSchema, unresolvedReference, unknownKeyword, unknownDialect,
  ]

  /// Reported by ``SchemaCompiler``. The keyword is ignored.
  private static let invalidSchema = Rule(
    .error, "invalid-schema", "A keyword of the schema has a value that it cannot have.",
    why:
      "Without a proper value it is not checked, and the schema promises less than it seems "
      + "to.",
    example: """
      "x-overridable": "yes"
      """,
    fix: "Write the value as the finding says.")

  /// Reported by ``SchemaCompiler``. The reference is ignored.
  private static let unresolvedReference = Rule(
    .error, "unresolved-reference", "A `$ref` leads to no schema.",
    why: "Nothing is fetched: a reference leads into the same file, or to the meta-schema.",
    example: """
      "$ref": "#/$defs/hots"
      """,
    fix: "Correct it.")

  /// Reported by ``SchemaCompiler`` only for a name that resembles a known one.
  private static let unknownKeyword = Rule(
    .warning, "unknown-keyword", "A keyword is nearly one that there is.",
    why: "A schema may have keywords of others; a misspelled one checks nothing.",
    example: """
      "x-secert": true
      """,
    fix: "Correct it.")

  /// Reported by ``SchemaDocuments`` for the value of `$schema`.
  private static let unknownDialect = Rule(
    .warning, "unknown-dialect", "The schema is written for another version of JSON Schema.",
    why: "It is read as one of 2020-12, in which some keywords mean something else.",
    example: """
      "$schema": "http://json-schema.org/draft-07/schema#"
      """,
    fix: "Name the version 2020-12.")
}
