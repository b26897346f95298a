import TremaSupport

@testable import TremaXML

/// Notes the same as ``FullRecorder``, but reads children of the root that are spelled `<p>…</p>` by
/// itself.
final class ElementRecorder: XMLElementHandler {
  private let recorder: FullRecorder
  /// How many elements it has read by itself.
  private(set) var count = 0

  init(holding name: String?) { recorder = FullRecorder(holding: name) }

  var events: [String] { recorder.events }

  func readElements(_ scanner: inout XMLScanner, limit: Int) -> Bool? {
    let before = count
    while readElement(&scanner, limit) { count += 1 }
    if count > before { return true }
    return scanner.contains("</p>", from: scanner.place.index) ? false : nil
  }

  /// The scanner stays where it is when there is none.
  private func readElement(_ scanner: inout XMLScanner, _ limit: Int) -> Bool {
    let before = scanner.place
    scanner.skipSpace()
    let start = scanner.place
    if scanner.skip("<p>"), !scanner.isAtEnd {
      let content = scanner.place
      let part = scanner.text()
      let end = scanner.place
      if part == .plainText || part == .text, scanner.skip("</p>"),
        scanner.place.index - start.index <= limit
      {
        var text: [UInt8] = []
        scanner.tellContent(hasReferences: part == .text) { text += $0 }
        var first = XMLScanner(bytes: scanner.bytes, place: content)
        first.skipSpace()
        recorder.note(
          space: scanner.part(before.index..<start.index), text: text,
          positions: (
            start: start.position, content: content.position, text: first.place.position,
            end: scanner.place.position
          ),
          endTag: String(decoding: scanner.part(end.index..<scanner.place.index), as: UTF8.self))
        return true
      }
    }
    scanner.place = before
    return false
  }

  func startElement(_ tag: XMLTag, in reader: XMLReader) throws(Diagnostic) {
    recorder.startElement(tag, in: reader)
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    recorder.characters(utf8, in: reader)
  }

  func endElement(_ name: String, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    recorder.endElement(name, range: range, in: reader)
  }

  func aside(range: Range<Int>, position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    recorder.aside(range: range, position: position, in: reader)
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    recorder.documentType(at: position, in: reader)
  }
}
