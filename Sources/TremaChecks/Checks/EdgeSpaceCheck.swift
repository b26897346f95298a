import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// White space at the beginning or end that the master does not have, or the reverse.
struct EdgeSpaceCheck: Check {
  static let rule = Rule(
    .warning, "edge-space", "White space at an end of a value differs from the master.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let master = text.masterIndex else { return }
    let values = text.text.values
    let wanted = Self.edges(values[master].message)
    if values[master].message.isEmpty { return }
    for index in values.indices where index != master && !values[index].message.isEmpty {
      let found = Self.edges(values[index].message)
      if found == wanted { continue }
      let value = values[index]
      if found.begin != wanted.begin {
        report("beginning", value, value.textPosition, text, &findings)
      }
      if found.end != wanted.end {
        let end = value.position(ofSourceOffset: value.source.utf8.count)
        report("end", value, end, text, &findings)
      }
    }
  }

  private func report(
    _ edge: String, _ value: Value, _ position: SourcePosition, _ text: ExaminedText,
    _ findings: inout Findings
  ) {
    findings.report(
      Self.rule,
      "white space at the \(edge) of '\(text.text.key)' in '\(value.language)' differs from the master",
      in: text, value: value, at: text.text.location(position, of: value),
      hint: "begin and end as the master does")
  }

  /// Whether white space stands at the beginning and at the end, whichever branches are chosen.
  private static func edges(_ message: Message) -> (begin: Bool, end: Bool) {
    if let text = message.plainText {
      return (isSpace(text.unicodeScalars.first), isSpace(text.unicodeScalars.last))
    }
    let elements = message.elements
    return (
      elements.first.map { edges($0).begin } ?? false, elements.last.map { edges($0).end } ?? false
    )
  }

  private static func edges(_ element: Message.Element) -> (begin: Bool, end: Bool) {
    switch element {
    case .text(let text): return edges(Message(text))
    case .argument(let argument):
      let branches = argument.branches.map(edges)
      if branches.isEmpty { return (false, false) }
      return (branches.allSatisfy(\.begin), branches.allSatisfy(\.end))
    case .placeholder, .pluralNumber: return (false, false)
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    // The tables of Unicode are slow to ask.
    return scalar.isASCII
      ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
  }
}
