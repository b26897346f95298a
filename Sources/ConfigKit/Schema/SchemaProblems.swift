import TremaJSON
import TremaSupport

/// The problems of a schema, each worded once.
extension Diagnostic {
  /// - Parameter expected: what the value of the keyword has to be: `a string`.
  static func wrongKeyword(
    _ keyword: String, _ value: JSONValue, expected: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "'\(keyword)' is \(expected), not \(shown(value))",
      at: value.location, hint: hint ?? "without a proper value the keyword is not checked",
      subject: keyword)
  }

  private static func shown(_ value: JSONValue) -> String {
    switch value.content {
    case .string(let text): "'\(TerminalText.shown(text))'"
    case .number(let number): number.text
    case .bool(let claim): claim ? "true" : "false"
    default: value.kind
    }
  }

  static func notASchema(_ value: JSONValue) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "a schema is an object or a Boolean, not \(value.kind)",
      at: value.location, hint: #"write {} for anything, or {"const": …} for one value"#)
  }

  static func wrongPattern(
    _ pattern: String, _ problem: PatternProblem, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema",
      "'\(TerminalText.shown(pattern))' is no regular expression: \(problem.message)",
      at: location, hint: "patterns are those of JavaScript (ECMA-262)", subject: pattern)
  }

  static func unresolved(_ reference: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "unresolved-reference", "'\(TerminalText.shown(reference))' leads to no schema",
      at: location,
      hint: "refer to a place in this file, as \"#/$defs/name\"; other documents are not loaded",
      subject: reference)
  }

  static func endlessReference(at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema", "the schema refers to itself for the same value, without end",
      at: location, hint: "let it refer to itself only below a property or an item")
  }

  static func unknownDialect(_ uri: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .warning, "unknown-dialect",
      "'\(TerminalText.shown(uri))' is not known; the schema is read as one of 2020-12",
      at: location, hint: "write \"$schema\": \"\(Metaschema.uri)\"", subject: uri)
  }

  static func unknownVocabulary(_ uri: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "invalid-schema",
      "the schema needs the vocabulary '\(TerminalText.shown(uri))', which is not known here",
      at: location, hint: "use the keywords of JSON Schema 2020-12", subject: uri)
  }

  static func unknownKeyword(
    _ name: String, meant: String, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .warning, "unknown-keyword", "'\(TerminalText.shown(name))' is no keyword of a schema",
      at: location, hint: "did you mean '\(meant)'?", subject: name)
  }
}
