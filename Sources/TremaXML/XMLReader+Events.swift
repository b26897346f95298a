internal import CTremaXML
import TremaDiagnostics

/// From what libxml2 says to what a handler is told, with the places that libxml2 does not know.
extension XMLReader {
  func didStart(_ name: String, _ values: TagValues, in current: xmlParserCtxtPtr)
    throws(Diagnostic)
  {
    // Those that are declared come beside those that stand there.
    if values.count > limits.attributes { throw tooMany(.attributes, at: unfinishedMarkup) }
    depth += 1
    hasRoot = true
    let here = offset
    guard isMain(current) else {
      let position = window.position(at: markupEnd)
      try checkDepth(at: markupEnd)
      try handler.startElement(
        XMLTag(
          name: name, attributes: values.attributes(at: position), range: here..<here,
          position: position, contentPosition: position, isEmpty: false), in: self)
      return
    }
    let start = window.lastIndex(of: UInt8(ascii: "<"), before: here) ?? here
    try checkDepth(at: start)
    let position = position(at: start)
    let isEmpty = window[here] == UInt8(ascii: "/")
    let end = here + (isEmpty ? 2 : 1)
    let attributes = values.attributes(in: window[start..<end], at: position)
    markupEnd = end
    if depth == 1 { didStartRoot(start..<end, at: position) }
    try handler.startElement(
      XMLTag(
        name: name, attributes: attributes, range: start..<end, position: position,
        contentPosition: window.position(at: end), isEmpty: isEmpty), in: self)
  }

  private func checkDepth(at offset: Int) throws(Diagnostic) {
    guard depth > limits.depth else { return }
    throw unreadable(
      "depth-limit", "elements are nested deeper than \(limits.depth)", at: offset,
      hint: "no catalogue needs that; the limit keeps hostile files cheap")
  }

  func didRead(_ utf8: Span<UInt8>, in current: xmlParserCtxtPtr) throws(Diagnostic) {
    if !isMain(current) {
      expanded += utf8.count
      if expanded > limits.expansion {
        throw unreadable(
          "expansion-limit", "the entities expand to more than \(limits.expansion) bytes",
          at: markupEnd, hint: "write the text itself instead of entities of the file's own")
      }
    }
    try handler.characters(utf8, in: self)
    if let hold, window.end - hold.offset > limits.held, offset - hold.offset > limits.held {
      throw tooLong(from: hold.position)
    }
  }

  /// A piece of a CDATA section, in which libxml2's push parser forgets to make line feeds of line
  /// ends.
  func didReadSection(
    _ utf8: UnsafeBufferPointer<UInt8>, in current: xmlParserCtxtPtr
  ) throws(Diagnostic) {
    let carriageReturn = UInt8(ascii: "\r")
    let start = offset
    let followsReturn = returnEnd == start && utf8.first == UInt8(ascii: "\n")
    guard isMain(current), followsReturn || utf8.contains(carriageReturn) else {
      return try didRead(utf8.span, in: current)
    }
    var bytes: [UInt8] = []
    var previous = followsReturn ? carriageReturn : 0
    for byte in utf8 {
      if byte == carriageReturn {
        bytes.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || previous != carriageReturn {
        bytes.append(byte)
      }
      previous = byte
    }
    if previous == carriageReturn { returnEnd = start + utf8.count }
    try didRead(bytes.span, in: current)
  }

  func didEnd(_ name: String, in current: xmlParserCtxtPtr) throws(Diagnostic) {
    depth -= 1
    let end = offset
    guard isMain(current) else {
      try handler.endElement(name, range: end..<end, in: self)
      return
    }
    let start = window.lastIndex(of: UInt8(ascii: "<"), before: end) ?? end
    if let hold, start - hold.offset > limits.held { throw tooLong(from: hold.position) }
    markupEnd = end
    didEndElement(in: depth)
    try handler.endElement(name, range: start..<end, in: self)
  }

  func didPass(in current: xmlParserCtxtPtr) throws(Diagnostic) {
    // Inside a document type declaration they belong to it.
    guard isMain(current), current.pointee.inSubset == 0 else { return }
    skipDeclaration()
    let end = offset
    let start = firstMarkup(from: markupEnd) ?? end
    markupEnd = end
    try handler.aside(range: start..<end, position: window.position(at: start), in: self)
  }

  func didFindDocumentType() throws(Diagnostic) {
    skipDeclaration()
    let start = window.firstIndex(of: UInt8(ascii: "<"), from: markupEnd) ?? markupEnd
    try handler.documentType(at: window.position(at: start), in: self)
  }

  /// Where the tag, comment or section begins that libxml2 is busy with.
  var unfinishedMarkup: Int {
    window.firstIndex(of: UInt8(ascii: "<"), from: markupEnd) ?? markupEnd
  }

  /// The first `<` that begins no CDATA section: those belong to the text before a comment.
  private func firstMarkup(from offset: Int) -> Int? {
    var offset = offset
    while let found = window.firstIndex(of: UInt8(ascii: "<"), from: offset) {
      guard window[found..<found + 9].elementsEqual("<![CDATA[".utf8) else { return found }
      guard let end = window.firstIndex(of: "]]>", from: found + 9) else { return nil }
      offset = end + 3
    }
    return nil
  }

  func didEndDocumentType() {
    markupEnd = max(markupEnd, offset)
    isInDeclaration = false
  }

  /// The XML declaration is no event, but it is markup.
  private func skipDeclaration() {
    guard markupEnd == 0, window[0..<6].elementsEqual("<?xml ".utf8) else { return }
    markupEnd = window.firstIndex(of: UInt8(ascii: ">"), from: 0).map { $0 + 1 } ?? 0
  }
}
