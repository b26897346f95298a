import TremaDiagnostics
import TremaJSON
import TremaMessages
import TremaSupport

extension FindingList {
  /// Reports a value of the wrong type, whose content is not read.
  ///
  /// - Parameters:
  ///   - wanted: The expected type, with its article.
  ///   - subject: The name of the value, for the message.
  mutating func addUnexpected(_ value: JSONValue, wanted: String, of subject: String) {
    add(
      .error, "unexpected-value", "'\(subject)' must be \(wanted), not \(value.kind)",
      at: value.location, hint: "replace it with \(wanted), or remove it", subject: subject)
  }

  /// Reports a syntax error in a message.
  ///
  /// - Parameter reason: The error, as the end of the message.
  mutating func addInvalidMessage(_ reason: String, key: String, at location: SourceLocation?) {
    add(
      .error, "invalid-message", "'\(key.shortened)' is not a valid message: \(reason)",
      at: location,
      hint: "use ICU syntax, and quote literal braces with apostrophes: '{'",
      subject: key)
  }

  /// Reports a message with more arguments than there are argument numbers.
  mutating func addTooManyArguments(key: String, at location: SourceLocation?) {
    add(
      .error, "invalid-message", "'\(key.shortened)' has more than 99 arguments",
      at: location, hint: "split the text", subject: key)
  }

  /// Reports an argument that the original does not have.
  ///
  /// - Parameters:
  ///   - name: The name of the argument.
  ///   - placeholder: The placeholder that replaces the argument in the catalog, if any.
  mutating func addUnknownArgument(
    _ name: String, _ placeholder: String?, key: String, at location: SourceLocation?
  ) {
    add(
      .warning, "unknown-argument",
      "'\(key.shortened)' has the argument '\(name.shortened)', which is not in the original"
        + (placeholder.map { "; it becomes \($0)" } ?? ""),
      at: location, hint: "correct the argument's name", subject: key)
  }
}

extension Diagnostic {
  /// Returns the diagnostic for a file in a different format.
  ///
  /// - Parameters:
  ///   - root: The top-level value of the file.
  ///   - format: The name of the expected format, with its article.
  static func unexpectedDocument(
    _ root: JSONValue, _ format: String, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .error, "wrong-root",
      root.object == nil
        ? "the top-level value must be an object, not \(root.kind)"
        : "the document is not \(format)",
      at: location, hint: "check that the file is \(format)", kind: .unreadable)
  }

  /// Returns the diagnostic for a monolingual file that does not contain its language.
  static func missingLanguage(of file: String) -> Diagnostic {
    Diagnostic(
      .error, "missing-language", "the language of this file is unknown",
      at: SourceLocation(file: file), hint: "specify the language", kind: .unreadable)
  }
}
