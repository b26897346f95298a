import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for leading or trailing whitespace that only the translation or only its master has.
struct EdgeSpaceCheck: Check {
  static let rule = Rule(
    .warning, "edge-space",
    "The whitespace at the beginning or end of a value differs from the master.",
    why: "Such spaces separate texts that are joined: a missing space runs words together, and an "
      + "extra one shows as a gap. Escapes are decoded first. A plural is reported only if all of "
      + "its branches differ. A space next to a tag, after full-width Chinese or Japanese "
      + "punctuation, and after the last sentence of a master is not compared.",
    example: """
      <value lang="en">Name: </value>
      <value lang="de">Name:</value>
      """,
    fix: "Use the same leading and trailing whitespace as the master.")

  static let needs = CheckNeeds(.edgeSpace)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let master = text.masterIndex else { return }
    let values = text.text.values
    let wanted = Self.edges(values[master].message)
    if values[master].message.isEmpty { return }
    for index in values.indices where index != master && !values[index].message.isEmpty {
      let found = Self.edges(values[index].message)
      if found == wanted { continue }
      let value = values[index]
      // A value that consists of whitespace is reported by a different check.
      guard value.message.plainText?.unicodeScalars.allSatisfy(Self.isSpace) != true else {
        continue
      }
      if found.begin != wanted.begin,
        !Self.isTag(Self.edgeCharacter(of: value.message, atEnd: false))
      {
        report(
          "beginning", value, value.textPosition,
          found.begin ? Self.space(in: value)?.begin : nil, text, &findings)
      }
      let last = Self.edgeCharacter(of: value.message, atEnd: true)
      if found.end != wanted.end, !Self.isTag(last),
        found.end || !Self.endsSentence(values[master].message) && last?.isIdeographic != true
      {
        report(
          "end", value, value.position(ofSourceOffset: value.source.utf8.count),
          found.end ? Self.space(in: value)?.end : nil, text, &findings)
      }
    }
  }

  /// Returns whether a character delimits a tag. Whitespace next to a tag is usually not visible.
  private static func isTag(_ character: Unicode.Scalar?) -> Bool {
    character == "<" || character == ">"
  }

  /// Returns whether a message ends with a sentence and a space, which is rarely intended.
  private static func endsSentence(_ master: Message) -> Bool {
    guard case .text(let text)? = master.elements.last, text.unicodeScalars.last == " " else {
      return false
    }
    let character = edgeCharacter(of: master, atEnd: true)
    return character == "." || character == "!" || character == "?"
  }

  /// Returns the first or last character of a message that is not whitespace, or `nil` if there is
  /// a placeholder or a choice instead.
  private static func edgeCharacter(of message: Message, atEnd: Bool) -> Unicode.Scalar? {
    let elements = message.elements
    guard case .text(let text)? = atEnd ? elements.last : elements.first else { return nil }
    let scalars = text.unicodeScalars
    return atEnd ? scalars.last { !isSpace($0) } : scalars.first { !isSpace($0) }
  }

  /// Reports a difference at one end of a value.
  ///
  /// - Parameters:
  ///   - edge: The name of the end in the message.
  ///   - position: The position of the finding.
  ///   - fix: The range of the source that an edit removes, or `nil` if there is none.
  private func report(
    _ edge: String, _ value: Value, _ position: @autoclosure () -> SourcePosition,
    _ fix: @autoclosure () -> Range<Int>?, _ text: ExaminedText, _ findings: inout Findings
  ) {
    findings.report(
      Self.rule,
      "the whitespace at the \(edge) of '\(text.shownKey)' in '\(value.language)' differs from "
        + "the master",
      in: text, value: value, at: text.text.location(position(), of: value),
      hint: "use the same leading and trailing whitespace as the master",
      fixes: fix().map { range in
        [.init(at: value.location(ofSource: range, in: text.text), replacement: "")]
      } ?? [])
  }

  /// Returns the leading and trailing whitespace of the source, or `nil` if the source contains
  /// escapes or only whitespace.
  private static func space(in value: Value) -> (begin: Range<Int>, end: Range<Int>)? {
    guard let text = value.message.plainText, text.equalsExactly(value.source),
      let first = text.unicodeScalars.firstIndex(where: { !isSpace($0) }),
      let last = text.unicodeScalars.lastIndex(where: { !isSpace($0) })
    else { return nil }
    let begin = text.utf8.distance(from: text.startIndex, to: first)
    let end = text.unicodeScalars.index(after: last)
    let after = text.utf8.distance(from: text.startIndex, to: end)
    return (0..<begin, after..<text.utf8.count)
  }

  /// Returns whether a message starts and ends with whitespace, regardless of the selected
  /// branches.
  private static func edges(_ message: Message) -> (begin: Bool, end: Bool) {
    (hasSpace(message, atEnd: false), hasSpace(message, atEnd: true))
  }

  /// Returns whether a message has whitespace at an end. All branches of a plural or select must
  /// have it; the search ends at the first branch that does not.
  private static func hasSpace(_ message: Message, atEnd: Bool) -> Bool {
    if let text = message.plainText { return hasSpace(text, atEnd: atEnd) }
    let elements = message.elements
    switch atEnd ? elements.last : elements.first {
    case .text(let text): return hasSpace(text, atEnd: atEnd)
    case .argument(let argument):
      return argument.isChoice && !argument.containsBranch { !hasSpace($0, atEnd: atEnd) }
    case .placeholder, .pluralNumber, nil: return false
    }
  }

  /// Returns whether a string has whitespace at an end.
  private static func hasSpace(_ text: String, atEnd: Bool) -> Bool {
    isSpace(atEnd ? text.unicodeScalars.last : text.unicodeScalars.first)
  }

  /// Returns whether a character is whitespace, or `false` for `nil`.
  private static func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    // A lookup in the Unicode property tables is slow.
    return scalar.isASCII
      ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
  }
}
