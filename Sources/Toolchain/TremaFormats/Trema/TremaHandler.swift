import TremaCatalog
import TremaSupport
import TremaXML

/// Is told of the events of a trema file, for a ``TremaBuilder``.
final class TremaHandler: XMLHandler {
  var builder: TremaBuilder

  init(file: String, options: TremaDecoder.Options) {
    builder = TremaBuilder(file: file, options: options)
  }

  func startElement(_ tag: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    try builder.startElement(tag, in: reader)
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    builder.characters(utf8, in: reader)
  }

  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    builder.endElement(range, in: reader)
  }

  func aside(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) throws(Diagnostic) {
    builder.aside(range: range, position: position, in: reader)
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    builder.documentType(at: position)
  }
}
