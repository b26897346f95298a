import TremaSupport

/// The problems in the structure of a property list in XML, each worded once.
extension XMLPropertyListHandler {
  private static let elements = [
    "dict", "array", "key", "string", "integer", "real", "true", "false", "date", "data",
  ]

  private func problem(
    _ message: String, code: String = "invalid-property-list", at position: SourcePosition,
    hint: String?
  ) -> Diagnostic {
    .unreadable(message, code: code, file: file, at: position, hint: hint)
  }

  func wrongRoot(_ name: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "the root element is '\(name)', not 'plist'", code: "wrong-root", at: position,
      hint: Self.elements.contains(name)
        ? "put <plist version=\"1.0\"> around it" : "is this a property list?")
  }

  /// CoreFoundation refuses the file at the `[`, with any declarations.
  func declarations(at position: SourcePosition) -> Diagnostic {
    problem(
      "a document type declaration with declarations of its own", at: position,
      hint: "remove everything from [ to ]: Apple's platforms refuse the file as it is; "
        + "write the text itself in place of an entity")
  }

  func noValue(at position: SourcePosition) -> Diagnostic {
    problem(
      "the property list holds no value", at: position, hint: "write one, for example <dict/>")
  }

  func secondValue(at position: SourcePosition, first: SourcePosition) -> Diagnostic {
    var diagnostic = problem(
      "a second value in the property list", at: position,
      hint: "a property list is one value; put both into a <dict> or an <array>")
    diagnostic.related = [
      Diagnostic.Related("the first", at: SourceLocation(file: file, start: first))
    ]
    return diagnostic
  }

  func unknownElement(_ name: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "a property list has no element '\(name)'", at: position,
      hint: nearest(to: name, among: Self.elements).map { "did you mean <\($0)>?" }
        ?? "its elements are \(Self.elements.joined(separator: ", "))")
  }

  func markup(_ name: String, in outer: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "an element '\(name)' in a <\(outer)>", at: position,
      hint: outer == "string" || outer == "key"
        ? "write &lt; for '<' itself, or close the <\(outer)> first"
        : "close the <\(outer)> first")
  }

  func strayKey(at position: SourcePosition) -> Diagnostic {
    problem(
      "a key outside of a dictionary", at: position, hint: "put <dict> around keys and values")
  }

  func keyWithoutValue(_ key: Key) -> Diagnostic {
    problem(
      "the key '\(key.text)' has no value", at: key.position,
      hint: "write a value after the key, for example <string></string>")
  }

  func valueWithoutKey(_ element: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "a value without a key: <\(element)>", at: position,
      hint: "in a <dict> each value follows a <key>")
  }

  /// XML allows it; Apple's reader takes it for the end of the text and refuses the file.
  func commentInside(
    _ outer: String, at position: SourcePosition, end: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .error, "comment-in-string", "a comment inside of a <\(outer)>",
      at: SourceLocation(file: file, start: position, end: end),
      hint: "put it before the <\(outer)>: Apple's platforms refuse the file as it is")
  }

  func unusualEncoding(_ name: String) -> Diagnostic {
    Diagnostic(
      .warning, "not-portable-encoding", "the file is \(name), which not every reader knows",
      at: SourceLocation(file: file, start: .start),
      hint: "save it as UTF-8, and say so: <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
  }

  func strayText(at position: SourcePosition) -> Diagnostic {
    problem("text that belongs to no value", at: position, hint: "put it into a <string>")
  }

  func invalid(_ element: String, _ text: String, at position: SourcePosition) -> Diagnostic {
    let trimmed =
      text.utf8.first.map { $0 <= 0x20 } == true || text.utf8.last.map { $0 <= 0x20 } == true
    let rule =
      switch element {
      case "integer": "whole numbers from -2^63 to 2^64 - 1 are written 12, -12 or 0x1F"
      case "real": "numbers are written 0.5, -12 or 1e6, or nan, inf, -inf"
      default: "a day of the calendar is written 2026-11-21T06:30:00Z"
      }
    let name = element == "real" ? "real number" : element
    return problem(
      text.isEmpty ? "a <\(element)> without a value" : "'\(text)' is no \(name)", at: position,
      hint: trimmed ? "remove the white space around it" : rule)
  }

  func invalidData(_ reason: String, at position: SourcePosition) -> Diagnostic {
    problem(
      "the data is no Base64: \(reason)", at: position,
      hint: "groups of four of A-Z a-z 0-9 + /, the last one filled up with =")
  }
}
