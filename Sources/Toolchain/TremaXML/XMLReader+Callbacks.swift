internal import CTremaXML
import TremaSupport

/// The libxml2 callbacks find the reader of a context and forward events to it.
extension XMLReader {
  /// Returns the callbacks in the form that libxml2 expects.
  static func callbacks() -> xmlSAXHandler {
    var sax = xmlSAXHandler()
    // libxml2's own functions store the entities of the document. All other functions are replaced.
    xmlSAXVersion(&sax, 2)
    sax.startElementNs = {
      context, local, prefix, _, namespaceCount, namespaces, count, defaults, values in
      XMLReader.withReader(context) { (reader, current) throws(Diagnostic) in
        guard let local else { return }
        let tag = TagValues(
          namespaces: UnsafeBufferPointer(start: namespaces, count: Int(namespaceCount) * 2),
          attributes: UnsafeBufferPointer(start: values, count: Int(count) * 5),
          defaults: Int(defaults))
        try reader.didStart(XMLName(local, prefix), tag, in: current)
      }
    }
    sax.endElementNs = { context, local, prefix, _ in
      XMLReader.withReader(context) { (reader, current) throws(Diagnostic) in
        guard let local else { return }
        try reader.didEnd(XMLName(local, prefix), in: current)
      }
    }
    sax.characters = { context, start, count in
      XMLReader.withReader(context) { (reader, current) throws(Diagnostic) in
        let bytes = UnsafeBufferPointer(start: start, count: Int(count))
        try reader.didRead(bytes.span, in: current)
      }
    }
    sax.ignorableWhitespace = sax.characters
    sax.cdataBlock = { context, start, count in
      XMLReader.withReader(context) { (reader, current) throws(Diagnostic) in
        let bytes = UnsafeBufferPointer(start: start, count: Int(count))
        try reader.didReadSection(bytes, in: current)
      }
    }
    sax.comment = { context, _ in
      XMLReader.withReader(context) { (reader, current) throws(Diagnostic) in
        try reader.didReadCommentOrInstruction(in: current)
      }
    }
    sax.processingInstruction = { context, _, _ in
      XMLReader.withReader(context) { (reader, current) throws(Diagnostic) in
        try reader.didReadCommentOrInstruction(in: current)
      }
    }
    setDocumentTypeCallbacks(&sax)
    sax.reference = nil
    sax.warning = nil
    sax.error = nil
    sax.fatalError = nil
    sax.serror = { context, error in
      guard let error else { return }
      XMLReader.withReader(context) { (reader, _) in reader.didFail(error.pointee) }
    }
    return sax
  }

  /// Sets the callbacks for the document type declaration.
  private static func setDocumentTypeCallbacks(_ sax: inout xmlSAXHandler) {
    sax.internalSubset = { context, name, publicID, systemID in
      xmlSAX2InternalSubset(context, name, publicID, systemID)
      XMLReader.withReader(context) { (reader, _) throws(Diagnostic) in
        try reader.didFindDocumentType()
      }
    }
    // The callback is called at the end of every declaration, with or without an external subset.
    sax.externalSubset = { context, _, _, _ in
      XMLReader.withReader(context) { (reader, _) in reader.didEndDocumentType() }
    }
    sax.resolveEntity = { _, _, _ in nil }
    sax.entityDecl = { context, name, type, publicID, systemID, content in
      guard systemID == nil, publicID == nil else {
        XMLReader.withReader(context) { (reader, _) in
          reader.didDeclareExternalEntity(name.map { String(cString: $0) } ?? "")
        }
        return
      }
      XMLReader.withReader(context) { (reader, _) throws(Diagnostic) in
        try reader.didDeclareEntity(content.map { String(cString: $0) } ?? "")
      }
      xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
    }
  }

  /// Calls a closure with the reader of a context, unless the reader has failed or events are
  /// suppressed. If the closure throws an error, the parser stops.
  private static func withReader(
    _ context: UnsafeMutableRawPointer?,
    _ body: (XMLReader, xmlParserCtxtPtr) throws(Diagnostic) -> Void
  ) {
    guard let context else { return }
    let current = context.assumingMemoryBound(to: xmlParserCtxt.self)
    guard let owner = current.pointee._private else { return }
    // The reader owns the context, so it is alive during callbacks from the context.
    let reader = Unmanaged<XMLReader>.fromOpaque(owner).takeUnretainedValue()
    guard !reader.hasFailed, !reader.isReplaying else { return }
    do throws(Diagnostic) {
      try body(reader, current)
    } catch {
      reader.fail(error)
    }
  }
}
