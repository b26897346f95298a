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
      "the root element must be 'plist', not '\(name)'", code: "wrong-root", at: position,
      hint: Self.elements.contains(name)
        ? "wrap it in <plist version=\"1.0\">" : "use a property list")
  }

  /// Returns the diagnostic for a document type declaration with an internal subset. CoreFoundation
  /// rejects such a file at the `[`, regardless of the declarations in it.
  func internalSubset(at position: SourcePosition) -> Diagnostic {
    problem(
      "the document type declaration has an internal subset", at: position,
      hint: "remove everything from [ to ], and replace entities with their text; "
        + "Apple's platforms reject the file")
  }

  /// Returns the diagnostic for an empty root element.
  func missingValue(at position: SourcePosition) -> Diagnostic {
    problem(
      "the property list has no value", at: position, hint: "add one, for example <dict/>")
  }

  /// Returns the diagnostic for a root element with more than one value.
  ///
  /// - Parameters:
  ///   - position: The position of the second value.
  ///   - first: The position of the first value.
  func extraValue(at position: SourcePosition, first: SourcePosition) -> Diagnostic {
    var diagnostic = problem(
      "the property list has a second top-level value", at: position,
      hint: "wrap both in a <dict> or an <array>; a property list is a single value")
    diagnostic.related = [
      Diagnostic.Related("the first value is here", at: SourceLocation(file: file, start: first))
    ]
    return diagnostic
  }

  /// Returns the diagnostic for an element that property lists do not support. The hint suggests
  /// the most similar name.
  func unknownElement(_ name: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "unknown element '\(name)'", at: position,
      hint: closestMatch(to: name, among: Self.elements).map { "did you mean '\($0)'?" }
        ?? "use one of \(Self.elements.map { "'\($0)'" }.joined(separator: ", "))")
  }

  /// Returns the diagnostic for an element inside an element that can contain only text.
  func unexpectedElement(_ name: String, in outer: String, at position: SourcePosition)
    -> Diagnostic
  {
    problem(
      "the element '\(name)' is not allowed in a <\(outer)>", at: position,
      hint: outer == "string" || outer == "key"
        ? "escape '<' as &lt;, or close the <\(outer)> first"
        : "close the <\(outer)> first")
  }

  /// Returns the diagnostic for a `<key>` outside a dictionary.
  func strayKey(at position: SourcePosition) -> Diagnostic {
    problem(
      "the key is outside a dictionary", at: position, hint: "wrap keys and values in a <dict>")
  }

  /// Returns the diagnostic for a key that is followed by another key or by the end of the
  /// dictionary.
  func keyWithoutValue(_ key: Key) -> Diagnostic {
    problem(
      "the key '\(key.text)' has no value", at: key.position,
      hint: "add a value after the key, for example <string></string>")
  }

  /// Returns the diagnostic for a value in a dictionary that does not follow a key.
  func valueWithoutKey(_ element: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "the value <\(element)> has no key", at: position,
      hint: "add a <key> before it")
  }

  /// Returns the diagnostic for a comment inside a scalar. XML allows it, but Apple's reader
  /// interprets it as the end of the text and rejects the file.
  func embeddedComment(
    _ outer: String, at position: SourcePosition, end: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .error, "comment-in-string", "the <\(outer)> contains a comment",
      at: SourceLocation(file: file, start: position, end: end),
      hint: "move it before the <\(outer)>; Apple's platforms reject the file")
  }

  /// Returns the diagnostic for an encoding that XML readers need not support. Only UTF-8 and
  /// UTF-16 are mandatory.
  func nonportableEncoding(_ name: String) -> Diagnostic {
    Diagnostic(
      .warning, "not-portable-encoding",
      "the file is encoded in \(name), which some readers do not support",
      at: SourceLocation(file: file, start: .start),
      hint: "save it as UTF-8 and declare it: <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
  }

  /// Returns the diagnostic for text other than whitespace between elements.
  func strayText(at position: SourcePosition) -> Diagnostic {
    problem("unexpected text outside a value", at: position, hint: "move it into a <string>")
  }

  /// Returns the diagnostic for an invalid number or date. If whitespace surrounds the text, the
  /// hint is to remove it. Otherwise, the hint states the rule for the type.
  func invalidScalar(_ element: String, _ text: String, at position: SourcePosition) -> Diagnostic {
    let trimmed =
      text.utf8.first.map { $0 <= 0x20 } == true || text.utf8.last.map { $0 <= 0x20 } == true
    let rule =
      switch element {
      case "integer": "use an integer from -2^63 to 2^64 - 1, such as 12, -12 or 0x1F"
      case "real": "use a number such as 0.5, -12 or 1e6, or nan, inf or -inf"
      default: "use a valid date such as 2026-11-21T06:30:00Z"
      }
    let name = element == "real" ? "real number" : element
    return problem(
      text.isEmpty ? "the <\(element)> has no value" : "'\(text)' is not a valid \(name)",
      at: position,
      hint: trimmed ? "remove the whitespace around it" : rule)
  }

  /// Returns the diagnostic for data that is not valid Base64.
  ///
  /// - Parameter reason: The reason, phrased as the end of the message.
  func invalidData(_ reason: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "the data is not valid Base64: \(reason)", at: position,
      hint: "use groups of four characters from A-Z a-z 0-9 + /, and pad the last group with =")
  }
}
