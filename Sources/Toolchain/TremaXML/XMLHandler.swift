import TremaSupport

/// Takes the events of one document, in document order. What it throws stops the reader and comes
/// out of ``XMLReader/feed(_:)``.
package protocol XMLHandler: AnyObject {
  func startElement(_ tag: XMLStartTag, in reader: XMLReader) throws(Diagnostic)

  /// A piece of character data, entities and CDATA resolved, line ends as line feeds. One text may
  /// come in any number of pieces.
  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic)

  /// - Parameters:
  ///   - name: the qualified name.
  ///   - range: the end tag, or the whole element when it is an empty-element tag.
  ///   - reader: what reads.
  /// - Throws: to stop the reader.
  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic)

  /// A comment or a processing instruction outside the document type declaration.
  func aside(range: Range<Int>, position: SourcePosition, in reader: XMLReader) throws(Diagnostic)

  /// The document has a document type declaration.
  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic)

  /// The document type declaration has declarations of its own, between `[` and `]`.
  ///
  /// - Parameters:
  ///   - position: of the `[`.
  ///   - reader: what reads.
  /// - Throws: to stop the reader before it reads them.
  func internalSubset(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic)
}

extension XMLHandler {
  package func aside(range: Range<Int>, position: SourcePosition, in reader: XMLReader) {}
  package func documentType(at position: SourcePosition, in reader: XMLReader) {}
  package func internalSubset(at position: SourcePosition, in reader: XMLReader) {}
}

/// The limits of a document, so that a hostile one stays cheap.
package struct XMLLimits: Sendable {
  /// Elements inside each other.
  package var depth = 256
  /// Bytes of source that a handler holds, or that come without any tag.
  package var held = 16 << 20
  /// Attributes of one tag: libxml2 compares each with all before it.
  package var attributes = 256
  /// Values in quotes in all declarations, of entities and of attributes that have one by default.
  package var declaredValues = 10_000
  /// Bytes that come out of entities declared in the document, all together.
  package var expansion = 1_000_000
  /// How many times as many bytes as were read so far may come out of attributes that have a value by
  /// default, where that is more than ``expansion``.
  static let defaults = 2
  /// How many times as many bytes as a file has may come out of what it says once and refers to many
  /// times, where that is more than ``expansion``.
  package var growth = 10
  /// Bytes of one tag, comment or attribute; libxml2's own limit, which cannot be raised safely.
  package static let token = 10_000_000
  /// Bytes of a name; libxml2's own limit too.
  package static let name = 50_000

  package init() {}

  /// Bytes that may come out of what a file of a format refers to, other than entities.
  ///
  /// - Parameter size: bytes of the file, before anything comes out of it.
  package func expansion(of size: Int) -> Int { max(expansion, growth * size) }
}
