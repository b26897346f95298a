import TremaCatalog

/// A unit to write, independent of the version.
struct XLIFFOutputUnit {
  private let key: String
  private let annotations: Annotations
  /// The text in the master language, or empty if there is none.
  private let source: String
  /// The translation, or `nil` in the master language's document, and if the text has not been
  /// translated.
  private let target: String?
  /// The translation's state, in the version's terms.
  private let state: XLIFFState

  /// Creates the unit for an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry in the document's language.
  ///   - isMaster: Whether the document's language is the master language.
  init(_ entry: Entry, isMaster: Bool, version: XLIFFVersion) {
    key = entry.key
    annotations = entry.annotations
    let text = entry.message.spelled(like: entry.source)
    if isMaster {
      source = text
      target = nil
    } else {
      source = entry.outline.master.map { $0.message.spelled(like: $0.source) } ?? ""
      target = text.isEmpty ? nil : text
    }
    state = XLIFFState(entry.status, in: version)
  }

  /// Appends a `trans-unit` of XLIFF 1.2.
  func appendVersion1(into output: inout [UInt8]) {
    output.append("      <trans-unit")
    output.append(attribute: "id", key)
    output.append(" xml:space=\"preserve\"")
    if !annotations.isTranslatable { output.append(" translate=\"no\"") }
    if state.isApproved, target != nil { output.append(" approved=\"yes\"") }
    if let maximum = annotations.maximumLength {
      output.append(attribute: "maxwidth", String(maximum))
      // Without this attribute, the maximum width would be in pixels.
      output.append(" size-unit=\"char\"")
    }
    output.append(">\n        <source>")
    append(source, ControlElement.version1, into: &output)
    output.append("</source>\n")
    if let target {
      output.append("        <target")
      if let state = state.state { output.append(attribute: "state", state) }
      if let detail = state.detail { output.append(attribute: "state-qualifier", detail) }
      output.append(">")
      append(target, ControlElement.version1, into: &output)
      output.append("</target>\n")
    }
    for note in notes {
      output.append("        <note")
      if note.isFromTrema { output.append(" from=\"trema\"") }
      output.append(">")
      output.append(xmlText: XMLForbiddenCharacters.escaped(note.text))
      output.append("</note>\n")
    }
    output.append("      </trans-unit>\n")
  }

  /// Appends a `unit` of XLIFF 2.0. The key is stored as its name because not every key is a valid
  /// identifier.
  func appendVersion2(into output: inout [UInt8]) {
    output.append("    <unit")
    output.append(attribute: "id", Self.identifier(key))
    output.append(attribute: "name", key)
    output.append(" xml:space=\"preserve\"")
    if !annotations.isTranslatable { output.append(" translate=\"no\"") }
    if let maximum = annotations.maximumLength {
      output.append(attribute: "slr:sizeRestriction", String(maximum))
    }
    output.append(">\n")
    // In XLIFF 2.0, the notes precede the segments.
    if !notes.isEmpty { output.append("      <notes>\n") }
    for note in notes {
      output.append("        <note")
      if note.isFromTrema { output.append(" category=\"trema\"") }
      output.append(">")
      output.append(xmlText: XMLForbiddenCharacters.escaped(note.text))
      output.append("</note>\n")
    }
    if !notes.isEmpty { output.append("      </notes>\n") }
    // The state belongs to the segment, and each unit has a single segment.
    output.append("      <segment")
    if target != nil {
      if let state = state.state { output.append(attribute: "state", state) }
      if let detail = state.detail { output.append(attribute: "subState", detail) }
    }
    output.append(">\n        <source>")
    append(source, ControlElement.version2, into: &output)
    output.append("</source>\n")
    if let target {
      output.append("        <target>")
      append(target, ControlElement.version2, into: &output)
      output.append("</target>\n")
    }
    output.append("      </segment>\n    </unit>\n")
  }

  /// The notes for translators, followed by a note with the annotations that trema reads back, one
  /// per line as in a context.
  private var notes: [(text: String, isFromTrema: Bool)] {
    var remaining = annotations
    remaining.prose = []
    // These two annotations are attributes of the unit.
    remaining.maximumLength = nil
    remaining.isTranslatable = true
    let lines = remaining.text
    var notes: [(String, Bool)] = []
    if !annotations.prose.isEmpty {
      notes.append((annotations.prose.joined(separator: "\n"), false))
    }
    if !lines.isEmpty { notes.append((lines, true)) }
    return notes
  }

  /// Returns an `NMTOKEN` that is unique to the key. A byte that is not allowed is written as a
  /// colon and two hexadecimal digits.
  private static func identifier(_ key: String) -> String {
    if key.isEmpty { return ":" }
    var bytes: [UInt8] = []
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        bytes.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += (byte < 0x10 ? ":0" : ":").utf8
        bytes += digits.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The elements that represent characters that XML does not allow, in the two versions.
  private enum ControlElement {
    case version1, version2
  }

  /// Appends text. Characters that XML does not allow become elements: `<x ctype="x-cp-001B"/>` in
  /// 1.2, `<cp hex="001B"/>` in 2.0.
  private func append(_ text: String, _ element: ControlElement, into output: inout [UInt8]) {
    let utf8 = Array(text.utf8)
    guard XMLForbiddenCharacters.first(in: utf8) != nil else {
      output.append(xmlText: text)
      return
    }
    var index = 0
    var count = 0
    while let found = XMLForbiddenCharacters.first(in: utf8, from: index) {
      // The identifiers of the elements are unique within the source or target.
      output.append(xmlText: String(decoding: utf8[index..<found.index], as: UTF8.self))
      count += 1
      switch element {
      case .version1:
        output.append("<x")
        output.append(attribute: "id", String(count))
        output.append(" ctype=\"x-cp-")
      case .version2: output.append("<cp hex=\"")
      }
      output.append(hexadecimal: found.scalar, uppercase: true)
      output.append("\"/>")
      index = found.index + found.length
    }
    output.append(xmlText: String(decoding: utf8[index...], as: UTF8.self))
  }
}

extension [UInt8] {
  /// Appends ` name="value"`. Characters that XML does not allow are written in the form `\u0001`.
  mutating func append(attribute name: StaticString, _ value: String) {
    append(" ")
    append(name)
    append("=\"")
    append(xmlAttribute: XMLForbiddenCharacters.escaped(value))
    append("\"")
  }
}
