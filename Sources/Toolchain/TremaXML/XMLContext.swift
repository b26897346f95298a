internal import CTremaXML

/// Owns one libxml2 push parser; freed exactly once, never shared between tasks.
struct XMLContext: ~Copyable {
  let raw: xmlParserCtxtPtr

  /// - Parameters:
  ///   - handler: the callbacks; they are copied.
  ///   - owner: what the callbacks find in `_private`, also inside the expansion of an entity, for
  ///     which libxml2 makes a context of its own. It must outlive this value.
  init?(handler: inout xmlSAXHandler, owner: UnsafeMutableRawPointer) {
    guard let raw = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else { return nil }
    let options =
      XML_PARSE_NOENT.rawValue  // without it `&amp;` in an attribute arrives escaped
      | XML_PARSE_NONET.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue  // the bytes are UTF-8 whatever the declaration says
    xmlCtxtUseOptions(raw, Int32(options))
    raw.pointee._private = owner
    self.raw = raw
  }

  deinit {
    // libxml2 keeps the entities of the document in a tree that is not freed with the context.
    if let document = raw.pointee.myDoc { xmlFreeDoc(document) }
    xmlFreeParserCtxt(raw)
  }

  /// Bytes consumed so far.
  var offset: Int { Int(xmlByteConsumed(raw)) }

  var openElement: String? {
    raw.pointee.nameNr > 0 ? raw.pointee.name.map { String(cString: $0) } : nil
  }

  /// - Returns: false when the document is not well formed.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Bool {
    let code = bytes.withMemoryRebound(to: CChar.self) {
      xmlParseChunk(raw, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
    }
    return code == XML_ERR_OK.rawValue || raw.pointee.wellFormed != 0
  }

  /// The line that libxml2 counts on from, for the messages that name one.
  func setLine(_ line: Int) { raw.pointee.input?.pointee.line = Int32(clamping: line) }

  func stop() { xmlStopParser(raw) }
}
