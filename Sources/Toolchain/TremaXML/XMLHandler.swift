import TremaSupport

/// A receiver for one document's events, in document order. If a function throws an error, the
/// reader stops, and ``XMLReader/feed(_:)`` throws the error.
package protocol XMLHandler: AnyObject {
  /// Handles a start tag.
  ///
  /// - Parameter tag: The tag, which is valid only during the call.
  /// - Throws: An error to stop the reader.
  func startElement(_ tag: XMLStartTag, in reader: XMLReader) throws(Diagnostic)

  /// Handles a piece of character data, with entities and CDATA sections resolved and line breaks
  /// normalized to line feeds. Text may be reported in any number of pieces.
  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic)

  /// Handles the end of an element.
  ///
  /// - Parameters:
  ///   - name: The qualified name.
  ///   - range: The end tag, or the whole element if it is an empty-element tag.
  /// - Throws: An error to stop the reader.
  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic)

  /// Handles a comment or a processing instruction outside the document type declaration.
  func commentOrInstruction(range: Range<Int>, position: SourcePosition, in reader: XMLReader)
    throws(Diagnostic)

  /// Handles the start of a document type declaration.
  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic)

  /// Handles the start of an internal subset: the declarations between `[` and `]` in a document
  /// type declaration.
  ///
  /// - Parameter reader: The reader of the document.
  /// - Throws: An error to stop the reader before it reads the declarations.
  func internalSubset(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic)
}

extension XMLHandler {
  package func commentOrInstruction(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) {}
  package func documentType(at position: SourcePosition, in reader: XMLReader) {}
  package func internalSubset(at position: SourcePosition, in reader: XMLReader) {}
}

/// The limits on a document, which bound the cost of reading a malicious one.
package struct XMLLimits: Sendable {
  /// The maximum nesting depth of elements.
  package var depth = 256
  /// The maximum number of bytes that a handler may hold, or that may occur without a tag.
  package var heldBytes = 16 << 20
  /// The maximum number of attributes in a tag. libxml2 compares each attribute with all preceding
  /// ones.
  package var attributes = 256
  /// The maximum number of quoted values in all entity and default attribute declarations.
  package var declaredValues = 10_000
  /// The maximum number of bytes that the document's entities expand to, in total.
  package var expansion = 1_000_000
  /// The factor by which the size of default attributes may exceed how much of the document has
  /// been read, if the result is greater than ``expansion``.
  static let defaultAttributeFactor = 2
  /// The factor by which a file may grow because of content that it contains once and refers to
  /// repeatedly, if the result is greater than ``expansion``.
  package var growthFactor = 10
  /// The maximum number of bytes in a tag, comment or attribute. This is libxml2's limit, which
  /// cannot be raised safely.
  package static let token = 10_000_000
  /// The maximum number of bytes in a name. This is also a libxml2 limit.
  package static let name = 50_000

  package init() {}

  /// Returns the maximum number of bytes that a file format's references, other than entities, may
  /// expand to.
  ///
  /// - Parameter size: The file's size in bytes, before any expansion.
  package func expansion(of size: Int) -> Int { max(expansion, growthFactor * size) }
}
