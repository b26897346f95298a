internal import CTremaXML

/// Owns a libxml2 push parser, which is freed exactly once and never shared between tasks.
struct XMLContext: ~Copyable {
  /// The libxml2 context.
  let raw: xmlParserCtxtPtr

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - handler: The callbacks, which are copied.
  ///   - owner: The pointer that callbacks find in `_private`. This includes callbacks inside the
  ///     expansion of an entity, for which libxml2 creates a separate context. The owner must
  ///     outlive this value.
  /// - Returns: The parser, or `nil` if memory is exhausted.
  init?(handler: inout xmlSAXHandler, owner: UnsafeMutableRawPointer) {
    guard let raw = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else { return nil }
    let options =
      XML_PARSE_NOENT.rawValue  // without it `&amp;` in an attribute arrives escaped
      | XML_PARSE_NONET.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue  // the bytes are UTF-8, regardless of the declaration
    xmlCtxtUseOptions(raw, Int32(options))
    raw.pointee._private = owner
    self.raw = raw
  }

  deinit {
    // libxml2 stores the document's entities in a tree that isn't freed with the context.
    if let document = raw.pointee.myDoc { xmlFreeDoc(document) }
    xmlFreeParserCtxt(raw)
  }

  /// The number of bytes that libxml2 has consumed.
  var offset: Int { Int(xmlByteConsumed(raw)) }

  /// The name of the innermost open element, or `nil` if there is none.
  var openElement: String? {
    raw.pointee.nameNr > 0 ? raw.pointee.name.map { String(cString: $0) } : nil
  }

  /// Parses the next bytes.
  ///
  /// - Returns: `false` if the document is not well-formed.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Bool {
    let code = bytes.withMemoryRebound(to: CChar.self) {
      xmlParseChunk(raw, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
    }
    return code == XML_ERR_OK.rawValue || raw.pointee.wellFormed != 0
  }

  /// Sets the number of the current line, for errors that mention a line.
  func setLine(_ line: Int) { raw.pointee.input?.pointee.line = Int32(clamping: line) }

  /// Stops the parser. No further callbacks are called.
  func stop() { xmlStopParser(raw) }
}
