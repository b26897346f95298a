import TremaJSON
import TremaSupport

/// The diagnostics of a schema.
extension Diagnostic {
  /// Returns the error for a malformed value of a keyword.
  ///
  /// - Parameters:
  ///   - expected: The expected value with its article, such as `a string`.
  ///   - hint: The advice, or `nil` for a generic one.
  static func invalidKeyword(
    _ keyword: String, _ value: JSONValue, expected: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "'\(keyword)' must be \(expected), not \(valueText(value))",
      at: value.location, hint: hint ?? "correct the value; the keyword is ignored until then",
      subject: keyword)
  }

  /// Returns a scalar as a string, or the kind of any other value.
  private static func valueText(_ value: JSONValue) -> String {
    switch value.content {
    case .string(let text): "'\(TerminalText.escaped(text))'"
    case .number(let number): number.text
    case .bool(let boolean): boolean ? "true" : "false"
    default: value.kind
    }
  }

  /// Returns the error for a value that is not a schema.
  static func invalidSchema(_ value: JSONValue) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "a schema must be an object or a Boolean, not \(value.kind)",
      at: value.location, hint: #"use {} to allow any value, or {"const": …} to allow one value"#)
  }

  /// Returns the error for a malformed regular expression.
  static func invalidPattern(
    _ pattern: String, _ problem: PatternProblem, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema",
      "'\(TerminalText.escaped(pattern))' is not a valid regular expression: \(problem.message)",
      at: location, hint: "use JavaScript (ECMA-262) syntax", subject: pattern)
  }

  /// Returns the error for a reference that cannot be resolved.
  static func unresolvedReference(_ reference: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "unresolved-reference",
      "'\(TerminalText.escaped(reference))' does not refer to a schema",
      at: location,
      hint:
        "use a reference in this file, such as \"#/$defs/name\"; other documents are not loaded",
      subject: reference)
  }

  /// Returns the error for a schema that applies itself to the same value.
  static func circularReference(at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "the schema refers to itself infinitely for the same value",
      at: location, hint: "move the reference to a property or an item")
  }

  /// Returns the warning for an unknown value of `$schema`.
  static func unknownDialect(_ uri: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .warning, "unknown-dialect",
      "unknown version '\(TerminalText.escaped(uri))'; the schema is read as 2020-12",
      at: location, hint: "use \"$schema\": \"\(Metaschema.uri)\"", subject: uri)
  }

  /// Returns the error for an unknown required vocabulary.
  static func unknownVocabulary(_ uri: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema",
      "the schema requires the vocabulary '\(TerminalText.escaped(uri))', which is not supported",
      at: location, hint: "use JSON Schema 2020-12 keywords", subject: uri)
  }

  /// Returns the warning for an unknown keyword that resembles a known keyword.
  static func unknownKeyword(
    _ name: String, suggestion: String, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .warning, "unknown-keyword", "unknown keyword '\(TerminalText.escaped(name))'",
      at: location, hint: "did you mean '\(suggestion)'?", subject: name)
  }
}
