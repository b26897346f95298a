import TremaSupport
import TremaXML

/// Records everything that a reader reports: names, values, ranges, positions and the source of the
/// held elements. Consecutive pieces of text are joined.
final class FullRecorder: XMLHandler {
  private(set) var events: [String] = []
  private var text: [UInt8] = []
  private var textPosition: SourcePosition?
  private var held: [(depth: Int, start: Int)] = []
  private var depth = 0
  /// Elements of this name are held until their end.
  private let holds: String?

  init(holding name: String?) { holds = name }

  private func flush() {
    if !text.isEmpty { events.append("\(textPosition?.spelled ?? "-") \(text.debugDescription)") }
    text.removeAll(keepingCapacity: true)
    textPosition = nil
  }

  func startElement(_ tag: XMLStartTag, in reader: XMLReader) {
    flush()
    depth += 1
    var event =
      "<\(tag.name) \(tag.range) \(tag.position.spelled) \(tag.contentPosition.spelled)"
    event += tag.isEmpty ? "/" : ""
    for attribute in tag.attributes {
      event += " \(attribute.name)=\(Array(attribute.value.utf8).debugDescription)"
      event += "@\(attribute.position.spelled)@\(attribute.valuePosition.spelled)"
    }
    events.append(event)
    if tag.name.description == holds, held.isEmpty {
      held.append((depth, tag.range.upperBound))
      reader.hold(from: tag.range.upperBound, at: tag.contentPosition)
    }
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {
    utf8.withUnsafeBufferPointer {
      text += $0
      // The start of continuing whitespace depends on the piece.
      if textPosition == nil, $0.contains(where: { $0 > 0x20 }) {
        textPosition = reader.textPosition()
      }
    }
  }

  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) {
    flush()
    let source = String(decoding: reader.source(range), as: UTF8.self)
    events.append(
      "</\(name) \(range) \(reader.position(at: range.upperBound).spelled) \(source)")
    if let (level, start) = held.last, level == depth {
      let content = String(
        decoding: reader.source(start..<max(start, range.lowerBound)), as: UTF8.self)
      events.append("held \(content)")
      held.removeLast()
      reader.release()
    }
    depth -= 1
  }

  func commentOrInstruction(range: Range<Int>, position: SourcePosition, in reader: XMLReader) {
    flush()
    let source = String(decoding: reader.source(range), as: UTF8.self)
    events.append("aside \(range) \(position.spelled) \(source)")
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) {
    flush()
    events.append("doctype \(position.spelled)")
  }
}
