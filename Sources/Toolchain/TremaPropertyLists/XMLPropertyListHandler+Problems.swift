import TremaSupport

extension XMLPropertyListHandler {
  /// The names of the elements that a property list may contain.
  private static let elements = [
    "dict", "array", "key", "string", "integer", "real", "true", "false", "date", "data",
  ]

  private func problem(
    _ message: String, code: String = "invalid-property-list", at position: SourcePosition,
    hint: String?
  ) -> Diagnostic {
    .unreadablePropertyList(message, code: code, file: file, at: position, hint: hint)
  }

  /// Returns the diagnostic for a root element other than `<plist>`. The hint is different if the
  /// element is a property list element.
  func wrongRoot(_ name: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "the root element is '\(name)', not 'plist'", code: "wrong-root", at: position,
      hint: Self.elements.contains(name)
        ? "put <plist version=\"1.0\"> around it" : "use a property list")
  }

  /// Returns the diagnostic for a document type declaration with an internal subset. CoreFoundation
  /// rejects such a file at the `[`, regardless of the declarations in it.
  func internalSubset(at position: SourcePosition) -> Diagnostic {
    problem(
      "a document type declaration with an internal subset", at: position,
      hint: "remove everything from [ to ]: Apple's platforms refuse the file as it is; "
        + "write the text itself in place of an entity")
  }

  /// Returns the diagnostic for an empty root element.
  func missingValue(at position: SourcePosition) -> Diagnostic {
    problem(
      "the property list has no value", at: position, hint: "write one, for example <dict/>")
  }

  /// Returns the diagnostic for a root element with more than one value.
  ///
  /// - Parameters:
  ///   - position: The position of the second value.
  ///   - first: The position of the first value.
  func extraValue(at position: SourcePosition, first: SourcePosition) -> Diagnostic {
    var diagnostic = problem(
      "a second value in the property list", at: position,
      hint: "a property list is one value; put both into a <dict> or an <array>")
    diagnostic.related = [
      Diagnostic.Related("the first", at: SourceLocation(file: file, start: first))
    ]
    return diagnostic
  }

  /// Returns the diagnostic for an element that property lists do not support. The hint suggests
  /// the most similar name.
  func unknownElement(_ name: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "'\(name)' is not an element of property lists", at: position,
      hint: closestMatch(to: name, among: Self.elements).map { "did you mean <\($0)>?" }
        ?? "the elements are \(Self.elements.joined(separator: ", "))")
  }

  /// Returns the diagnostic for an element inside an element that can contain only text.
  func unexpectedElement(_ name: String, in outer: String, at position: SourcePosition)
    -> Diagnostic
  {
    problem(
      "the element '\(name)' is not allowed in a <\(outer)>", at: position,
      hint: outer == "string" || outer == "key"
        ? "write &lt; for '<' itself, or close the <\(outer)> first"
        : "close the <\(outer)> first")
  }

  /// Returns the diagnostic for a `<key>` outside a dictionary.
  func strayKey(at position: SourcePosition) -> Diagnostic {
    problem(
      "a key outside of a dictionary", at: position, hint: "put <dict> around keys and values")
  }

  /// Returns the diagnostic for a key that is followed by another key or by the end of the
  /// dictionary.
  func keyWithoutValue(_ key: Key) -> Diagnostic {
    problem(
      "the key '\(key.text)' has no value", at: key.position,
      hint: "write a value after the key, for example <string></string>")
  }

  /// Returns the diagnostic for a value in a dictionary that does not follow a key.
  func valueWithoutKey(_ element: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "the value <\(element)> has no key", at: position,
      hint: "in a <dict> each value follows a <key>")
  }

  /// Returns the diagnostic for a comment inside a scalar. XML allows it, but Apple's reader
  /// interprets it as the end of the text and rejects the file.
  func embeddedComment(
    _ outer: String, at position: SourcePosition, end: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .error, "comment-in-string", "a comment inside of a <\(outer)>",
      at: SourceLocation(file: file, start: position, end: end),
      hint: "put it before the <\(outer)>: Apple's platforms refuse the file as it is")
  }

  /// Returns the diagnostic for an encoding that XML readers need not support. Only UTF-8 and
  /// UTF-16 are mandatory.
  func nonportableEncoding(_ name: String) -> Diagnostic {
    Diagnostic(
      .warning, "not-portable-encoding", "the file is \(name), which some readers do not support",
      at: SourceLocation(file: file, start: .start),
      hint: "save it as UTF-8 and declare it: <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
  }

  /// Returns the diagnostic for text other than whitespace between elements.
  func strayText(at position: SourcePosition) -> Diagnostic {
    problem("text outside of a value", at: position, hint: "put it into a <string>")
  }

  /// Returns the diagnostic for an invalid number or date. If whitespace surrounds the text, the
  /// hint is to remove it. Otherwise, the hint states the rule for the type.
  func invalidScalar(_ element: String, _ text: String, at position: SourcePosition) -> Diagnostic {
    let trimmed =
      text.utf8.first.map { $0 <= 0x20 } == true || text.utf8.last.map { $0 <= 0x20 } == true
    let rule =
      switch element {
      case "integer": "write a whole number from -2^63 to 2^64 - 1: 12, -12 or 0x1F"
      case "real": "write a number: 0.5, -12 or 1e6, or nan, inf, -inf"
      default: "write a date of the calendar: 2026-11-21T06:30:00Z"
      }
    let name = element == "real" ? "real number" : element
    return problem(
      text.isEmpty ? "the <\(element)> has no value" : "'\(text)' is not a valid \(name)",
      at: position,
      hint: trimmed ? "remove the white space around it" : rule)
  }

  /// Returns the diagnostic for data that is not valid Base64.
  ///
  /// - Parameter reason: The reason, as the end of the message.
  func invalidData(_ reason: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "the data is not valid Base64: \(reason)", at: position,
      hint: "write groups of four of A-Z a-z 0-9 + /, and pad the last one with =")
  }
}
