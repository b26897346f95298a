import TremaSupport
import TremaXML

/// A reader's report of a document, one line an event; consecutive pieces of text are joined,
/// because the chunk boundaries are arbitrary.
final class EventRecorder: XMLHandler {
  private(set) var events: [String] = []
  private(set) var textLength = 0
  private var text = ""
  private let keepsText: Bool

  init(keepsText: Bool = true) { self.keepsText = keepsText }

  private func flush() {
    if !text.isEmpty { events.append("text \(text.debugDescription)") }
    text = ""
  }

  func startElement(_ tag: XMLStartTag, in reader: XMLReader) {
    flush()
    let attributes = tag.attributes.map { attribute in
      " \(attribute.name)@\(attribute.position.spelled)=\(attribute.value.debugDescription)@"
        + attribute.valuePosition.spelled
    }
    events.append(
      "<\(tag.name)@\(tag.position.spelled)\(attributes.joined())\(tag.isEmpty ? "/" : "")>@"
        + tag.contentPosition.spelled)
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {
    textLength += utf8.count
    if keepsText { utf8.withUnsafeBufferPointer { text += String(decoding: $0, as: UTF8.self) } }
  }

  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) {
    flush()
    events.append("</\(name)> \(String(decoding: reader.source(range), as: UTF8.self))")
  }

  func commentOrInstruction(range: Range<Int>, position: SourcePosition, in reader: XMLReader) {
    flush()
    events.append(
      "aside@\(position.spelled) \(String(decoding: reader.source(range), as: UTF8.self))")
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) {
    flush()
    events.append("doctype@\(position.spelled)")
  }
}

extension SourcePosition {
  var spelled: String { "\(line):\(column)" }
}

extension Diagnostic {
  /// `2:5 malformed-xml: …`
  var spelled: String { "\(location?.start?.spelled ?? "-") \(code): \(message)" }
}

/// Reads a document in pieces of `size` bytes.
func read(
  _ bytes: [UInt8], inPiecesOf size: Int = .max, limits: XMLLimits = XMLLimits(),
  to handler: any XMLHandler
) throws(Diagnostic) {
  let reader = XMLReader(file: "test.xml", limits: limits, handler: handler)
  var start = 0
  while start < bytes.count {
    let end = bytes.count - start > size ? start + size : bytes.count
    try reader.feed(Array(bytes[start..<end]))
    start = end
  }
  try reader.finish()
}

func events(
  of bytes: [UInt8], inPiecesOf size: Int = .max, limits: XMLLimits = XMLLimits()
) throws(Diagnostic) -> [String] {
  let recorder = EventRecorder()
  try read(bytes, inPiecesOf: size, limits: limits, to: recorder)
  return recorder.events
}

/// The error message, or `well formed`.
func verdict(
  _ bytes: [UInt8], inPiecesOf size: Int = .max, limits: XMLLimits = XMLLimits()
) -> String {
  do throws(Diagnostic) {
    try read(bytes, inPiecesOf: size, limits: limits, to: EventRecorder(keepsText: false))
    return "well formed"
  } catch {
    return error.spelled
  }
}

func verdict(_ text: String, limits: XMLLimits = XMLLimits()) -> String {
  verdict(Array(text.utf8), limits: limits)
}
