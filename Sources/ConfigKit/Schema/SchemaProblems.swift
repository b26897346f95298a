import TremaJSON
import TremaSupport

/// The diagnostics of a schema, each worded in one place.
extension Diagnostic {
  /// Returns the error for a malformed value of a keyword.
  ///
  /// - Parameters:
  ///   - keyword: the name of the keyword.
  ///   - value: the value.
  ///   - expected: the expected value with an article: `a string`.
  ///   - hint: the advice; a general one if it is `nil`.
  static func wrongKeyword(
    _ keyword: String, _ value: JSONValue, expected: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "'\(keyword)' is \(expected), not \(shown(value))",
      at: value.location, hint: hint ?? "without a proper value the keyword is not checked",
      subject: keyword)
  }

  /// Returns a scalar as text, or the kind of any other value.
  private static func shown(_ value: JSONValue) -> String {
    switch value.content {
    case .string(let text): "'\(TerminalText.shown(text))'"
    case .number(let number): number.text
    case .bool(let claim): claim ? "true" : "false"
    default: value.kind
    }
  }

  /// Returns the error for a value that is not a schema.
  static func notASchema(_ value: JSONValue) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "a schema is an object or a Boolean, not \(value.kind)",
      at: value.location, hint: #"write {} for anything, or {"const": …} for one value"#)
  }

  /// Returns the error for a malformed regular expression.
  static func wrongPattern(
    _ pattern: String, _ problem: PatternProblem, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema",
      "'\(TerminalText.shown(pattern))' is no regular expression: \(problem.message)",
      at: location, hint: "patterns are those of JavaScript (ECMA-262)", subject: pattern)
  }

  /// Returns the error for a reference that leads nowhere.
  static func unresolved(_ reference: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "unresolved-reference", "'\(TerminalText.shown(reference))' leads to no schema",
      at: location,
      hint: "refer to a place in this file, as \"#/$defs/name\"; other documents are not loaded",
      subject: reference)
  }

  /// Returns the error for a schema that applies itself to the same value.
  static func endlessReference(at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "the schema refers to itself for the same value, without end",
      at: location, hint: "let it refer to itself only below a property or an item")
  }

  /// Returns the warning for an unknown value of `$schema`.
  static func unknownDialect(_ uri: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .warning, "unknown-dialect",
      "'\(TerminalText.shown(uri))' is not known; the schema is read as one of 2020-12",
      at: location, hint: "write \"$schema\": \"\(Metaschema.uri)\"", subject: uri)
  }

  /// Returns the error for a required vocabulary that is not known.
  static func unknownVocabulary(_ uri: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema",
      "the schema needs the vocabulary '\(TerminalText.shown(uri))', which is not known here",
      at: location, hint: "use the keywords of JSON Schema 2020-12", subject: uri)
  }

  /// Returns the warning for an unknown keyword that resembles a known one.
  static func unknownKeyword(
    _ name: String, meant: String, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .warning, "unknown-keyword", "'\(TerminalText.shown(name))' is no keyword of a schema",
      at: location, hint: "did you mean '\(meant)'?", subject: name)
  }
}
