internal import CTremaXML
import TremaSupport

/// Converts libxml2 events to handler events, and adds the positions that libxml2 does not provide.
extension XMLReader {
  /// Handles a start tag. Inside an entity's expansion, the position is that of the reference.
  func didStart(_ name: XMLName, _ values: TagValues, in current: xmlParserCtxtPtr)
    throws(Diagnostic)
  {
    // Default attributes are counted in addition to the attributes in the tag.
    if values.count > limits.attributes {
      throw excessiveCount(.attributes, at: unfinishedMarkupOffset)
    }
    defaultAttributeBytes += values.declaredSize
    let maximum = max(limits.expansion, XMLLimits.defaultAttributeFactor * offset)
    if defaultAttributeBytes > maximum {
      throw unreadableDocument(
        "expansion-limit", "the declared default attributes add up to more than \(maximum) bytes",
        at: unfinishedMarkupOffset, hint: "specify the attributes in the tags that need them")
    }
    depth += 1
    hasRoot = true
    guard isMainContext(current) else {
      let position = window.position(at: markupEnd)
      try checkDepth(at: position)
      let currentOffset = offset
      try handler.startElement(
        XMLStartTag(
          name: name, attributes: values.attributes(at: position),
          range: currentOffset..<currentOffset,
          position: position, contentPosition: position, isEmpty: false), in: self)
      return
    }
    let (tag, contentPosition, isEmpty) = window.startTag(endingAt: offset)
    try checkDepth(at: tag.position)
    // The handler may request bytes of the window during the call. They share storage with these
    // bytes.
    try window[tag.range].withUnsafeBufferPointer { (source) throws(Diagnostic) in
      try handler.startElement(
        XMLStartTag(
          name: name, attributes: values.attributes(in: source, at: tag.position),
          range: tag.range, position: tag.position, contentPosition: contentPosition,
          isEmpty: isEmpty), in: self)
    }
  }

  /// Throws an error if elements are nested too deeply.
  private func checkDepth(at position: SourcePosition) throws(Diagnostic) {
    guard depth > limits.depth else { return }
    throw unreadableDocument(
      "depth-limit", "elements are nested more than \(counted(limits.depth, "level")) deep",
      from: position,
      hint: "reduce the nesting; the limit protects against malicious files")
  }

  /// Handles character data, and checks the limits for expanded entities and for held bytes.
  func didRead(_ utf8: Span<UInt8>, in current: xmlParserCtxtPtr) throws(Diagnostic) {
    if !isMainContext(current) {
      expandedBytes += utf8.count
      if expandedBytes > limits.expansion {
        throw unreadableDocument(
          "expansion-limit", "the entities expand to more than \(limits.expansion) bytes",
          at: markupEnd, hint: "replace the declared entities with their text")
      }
    }
    try handler.characters(utf8, in: self)
    if let heldStart, window.end - heldStart.offset > limits.heldBytes,
      offset - heldStart.offset > limits.heldBytes
    {
      throw excessiveLength(from: heldStart.position)
    }
  }

  /// Handles a piece of a CDATA section. The libxml2 push parser does not normalize line breaks in
  /// sections.
  func didReadSection(
    _ utf8: UnsafeBufferPointer<UInt8>, in current: xmlParserCtxtPtr
  ) throws(Diagnostic) {
    let carriageReturn = UInt8(ascii: "\r")
    let start = offset
    let followsReturn = carriageReturnEnd == start && utf8.first == UInt8(ascii: "\n")
    guard isMainContext(current), followsReturn || utf8.contains(carriageReturn) else {
      return try didRead(utf8.span, in: current)
    }
    // The `span` of an array requires macOS 26.
    var bytes: ContiguousArray<UInt8> = []
    var previous = followsReturn ? carriageReturn : 0
    for byte in utf8 {
      if byte == carriageReturn {
        bytes.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || previous != carriageReturn {
        bytes.append(byte)
      }
      previous = byte
    }
    if previous == carriageReturn { carriageReturnEnd = start + utf8.count }
    try didRead(bytes.span, in: current)
  }

  /// Handles the end of an element.
  func didEnd(_ name: XMLName, in current: xmlParserCtxtPtr) throws(Diagnostic) {
    depth -= 1
    let end = offset
    guard isMainContext(current) else {
      try handler.endElement(name, range: end..<end, in: self)
      return
    }
    let range = window.endTag(to: end)
    if let heldStart, range.lowerBound - heldStart.offset > limits.heldBytes {
      throw excessiveLength(from: heldStart.position)
    }
    try handler.endElement(name, range: range, in: self)
  }

  /// Handles a comment or processing instruction whose end libxml2 has passed.
  func didReadCommentOrInstruction(in current: xmlParserCtxtPtr) throws(Diagnostic) {
    // Inside a document type declaration, they are part of it.
    guard isMainContext(current), current.pointee.inSubset == 0 else { return }
    let markup = window.commentOrInstruction(to: offset)
    try handler.commentOrInstruction(range: markup.range, position: markup.position, in: self)
  }

  /// Handles the start of a document type declaration and its internal subset.
  func didFindDocumentType() throws(Diagnostic) {
    window.skipDeclaration()
    let start = window.firstIndex(of: UInt8(ascii: "<"), from: markupEnd) ?? markupEnd
    try handler.documentType(at: window.position(at: start), in: self)
    let currentOffset = offset
    if currentOffset < window.end, window[currentOffset] == UInt8(ascii: "[") {
      try handler.internalSubset(at: window.position(at: currentOffset), in: self)
    }
  }

  /// The offset of the tag, comment or section that libxml2 is reading.
  var unfinishedMarkupOffset: Int {
    window.firstIndex(of: UInt8(ascii: "<"), from: markupEnd) ?? markupEnd
  }

  /// Handles the end of a document type declaration.
  func didEndDocumentType() { markupEnd = max(markupEnd, offset) }
}
