import TremaCatalog

/// One text on its way into a file.
struct XLIFFOutputUnit {
  private let key: String
  private let annotations: Annotations
  /// The master's text; empty where there is none.
  private let source: String
  /// nil in the file of the master language, and for what is to be translated.
  private let target: String?
  private let state: XLIFFState

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

  func appendOne(into output: inout [UInt8]) {
    output.append("      <trans-unit")
    output.append(attribute: "id", key)
    output.append(" xml:space=\"preserve\"")
    if !annotations.isTranslatable { output.append(" translate=\"no\"") }
    if state.isApproved, target != nil { output.append(" approved=\"yes\"") }
    if let maximum = annotations.maximumLength {
      output.append(attribute: "maxwidth", String(maximum))
      output.append(" size-unit=\"char\"")
    }
    output.append(">\n        <source>")
    append(source, ControlElement.one, into: &output)
    output.append("</source>\n")
    if let target {
      output.append("        <target")
      if let state = state.state { output.append(attribute: "state", state) }
      if let detail = state.detail { output.append(attribute: "state-qualifier", detail) }
      output.append(">")
      append(target, ControlElement.one, into: &output)
      output.append("</target>\n")
    }
    for note in notes {
      output.append("        <note")
      if note.isOurs { output.append(" from=\"trema\"") }
      output.append(">")
      output.append(xmlText: XMLForbidden.escaped(note.text))
      output.append("</note>\n")
    }
    output.append("      </trans-unit>\n")
  }

  func appendTwo(into output: inout [UInt8]) {
    output.append("    <unit")
    output.append(attribute: "id", Self.identifier(key))
    output.append(attribute: "name", key)
    output.append(" xml:space=\"preserve\"")
    if !annotations.isTranslatable { output.append(" translate=\"no\"") }
    if let maximum = annotations.maximumLength {
      output.append(attribute: "slr:sizeRestriction", String(maximum))
    }
    output.append(">\n")
    if !notes.isEmpty { output.append("      <notes>\n") }
    for note in notes {
      output.append("        <note")
      if note.isOurs { output.append(" category=\"trema\"") }
      output.append(">")
      output.append(xmlText: XMLForbidden.escaped(note.text))
      output.append("</note>\n")
    }
    if !notes.isEmpty { output.append("      </notes>\n") }
    output.append("      <segment")
    if target != nil {
      if let state = state.state { output.append(attribute: "state", state) }
      if let detail = state.detail { output.append(attribute: "subState", detail) }
    }
    output.append(">\n        <source>")
    append(source, ControlElement.two, into: &output)
    output.append("</source>\n")
    if let target {
      output.append("        <target>")
      append(target, ControlElement.two, into: &output)
      output.append("</target>\n")
    }
    output.append("      </segment>\n    </unit>\n")
  }

  /// The notes for translators, then those that trema reads back: one line each, as in a context.
  private var notes: [(text: String, isOurs: Bool)] {
    var ours = annotations
    ours.prose = []
    ours.maximumLength = nil
    ours.isTranslatable = true
    let lines = ours.text
    var notes: [(String, Bool)] = []
    if !annotations.prose.isEmpty {
      notes.append((annotations.prose.joined(separator: "\n"), false))
    }
    if !lines.isEmpty { notes.append((lines, true)) }
    return notes
  }

  /// The key as an `NMTOKEN`, one for each key: a colon begins the two digits of a byte that has no
  /// place in one.
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

  /// How a version says a character that XML has no place for.
  private enum ControlElement {
    case one, two
  }

  private func append(_ text: String, _ element: ControlElement, into output: inout [UInt8]) {
    let utf8 = Array(text.utf8)
    guard XMLForbidden.first(in: utf8) != nil else {
      output.append(xmlText: text)
      return
    }
    var index = 0
    var count = 0
    while let found = XMLForbidden.first(in: utf8, from: index) {
      output.append(xmlText: String(decoding: utf8[index..<found.index], as: UTF8.self))
      count += 1
      switch element {
      case .one:
        output.append("<x")
        output.append(attribute: "id", String(count))
        output.append(" ctype=\"x-cp-")
      case .two: output.append("<cp hex=\"")
      }
      output.append(hexadecimal: found.scalar, uppercase: true)
      output.append("\"/>")
      index = found.index + found.length
    }
    output.append(xmlText: String(decoding: utf8[index...], as: UTF8.self))
  }
}

extension [UInt8] {
  /// Appends ` name="value"`; what XML has no place for is written as `\u0001`.
  mutating func append(attribute name: StaticString, _ value: String) {
    append(" ")
    append(name)
    append("=\"")
    append(xmlAttribute: XMLForbidden.escaped(value))
    append("\"")
  }
}
