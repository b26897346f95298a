internal import CTremaXML
import TremaDiagnostics

/// Reads one XML document from pieces of bytes of any size and tells a handler what is in it, with
/// the place of everything.
///
/// Every encoding that libxml2 knows, with or without a byte order mark. External entities, and
/// documents over the limits, are errors; nothing outside the bytes given is ever opened.
public final class XMLReader {
  /// The path to print in diagnostics.
  public let file: String
  let limits: XMLLimits
  private let handler: any XMLHandler
  private let transcoder = Transcoder()
  private var validator = UTF8Validator()
  /// Bytes of the window that libxml2 has not got yet.
  private var waiting: [UInt8] = []
  private var context: XMLContext?
  var window = SourceWindow()
  /// The end of the last tag, comment or instruction: what follows up to the next `<` is text.
  private var markupEnd = 0
  private var hold: Int?
  /// The offset after a carriage return that ended a piece of a CDATA section.
  private var returnEnd: Int?
  private var depth = 0
  private var expanded = 0
  private(set) var hasRoot = false
  private(set) var failure: Diagnostic?
  private var names: [(UnsafePointer<xmlChar>, String)] = []

  public init(file: String, limits: XMLLimits = XMLLimits(), handler: any XMLHandler) {
    self.file = file
    self.limits = limits
    self.handler = handler
    var callbacks = XMLReader.callbacks()
    context = XMLContext(
      handler: &callbacks, owner: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Takes the next bytes of the document.
  ///
  /// - Throws: at the first byte, tag or limit that ends the document early (kind `.unreadable`),
  ///   and whatever the handler throws.
  public func feed(_ bytes: [UInt8]) throws(Diagnostic) {
    try feed(bytes, isLast: false)
  }

  /// Ends the document.
  public func finish() throws(Diagnostic) {
    try feed([], isLast: true)
  }

  private func feed(_ bytes: [UInt8], isLast: Bool) throws(Diagnostic) {
    if let failure { throw failure }
    do {
      try bytes.withUnsafeBufferPointer { bytes in
        try transcoder.transcode(bytes, isLast: isLast) { try parse($0) }
      }
      if isLast { try end() }
    } catch let diagnostic as Diagnostic {
      failure = diagnostic
      throw diagnostic
    } catch let error as Transcoder.Failure {
      let diagnostic = encodingFailure(error)
      failure = diagnostic
      throw diagnostic
    } catch {
      // The closures above throw these two types only; a third would be a defect worth seeing.
      throw unreadable("internal-error", "\(error)", at: window.end)
    }
  }

  private func parse(_ utf8: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    let invalid = validator.firstInvalid(in: utf8)
    let good = UnsafeBufferPointer(rebasing: utf8[..<(invalid ?? utf8.count)])
    window.forget(before: min(hold ?? markupEnd, markupEnd))
    // libxml2 searches an unfinished tag or comment from its beginning whenever it gets more; it gets
    // more only when that is worth the search, or small pieces would cost the square of its length.
    let unfinished = window.end - waiting.count - offset
    window.append(good)
    if window.end - good.count < 3, window[0..<3].elementsEqual([0xEF, 0xBB, 0xBF]) {
      throw secondMark()
    }
    if waiting.isEmpty, good.count >= unfinished / 2 {
      try push(good)
    } else {
      waiting += good
      if waiting.count >= unfinished / 2 || invalid != nil { try pushWaiting() }
    }
    if let invalid { throw invalidByte(utf8[invalid]) }
    let pending = window.end - max(window.start, min(hold ?? markupEnd, markupEnd))
    if pending - XMLLimits.token > limits.held { throw tooLong(at: markupEnd) }
  }

  private func pushWaiting() throws(Diagnostic) {
    // The callbacks may not find this array in use.
    let bytes = waiting
    waiting.removeAll(keepingCapacity: true)
    try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in try push(bytes) }
  }

  private func push(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    // libxml2 takes its lengths as 32-bit numbers.
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 << 20)
      rest = rest.dropFirst(piece.count)
      try push(UnsafeBufferPointer(rebasing: piece), isLast: false)
    }
  }

  private func push(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(Diagnostic) {
    guard let isWellFormed = context?.parse(bytes, isLast: isLast) else {
      throw unreadable("out-of-memory", "no memory for an XML parser", at: 0)
    }
    if let failure { throw failure }
    if !isWellFormed { throw malformed("the document is not well formed") }
  }

  private func end() throws(Diagnostic) {
    if validator.isInsideCharacter {
      throw unreadable(
        "invalid-encoding", "the file ends in the middle of a UTF-8 character", at: window.end,
        hint: "the file was cut short")
    }
    try pushWaiting()
    try push(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
  }

  // MARK: What a handler may ask

  /// Keeps the source from `offset` on until ``release()``.
  public func hold(from offset: Int) { hold = offset }

  public func release() { hold = nil }

  /// The bytes of the document, as UTF-8, between two offsets; they must be held or belong to the
  /// event at hand.
  public func source(_ range: Range<Int>) -> ArraySlice<UInt8> { window[range] }

  /// Where the character data at hand begins, white space not counted; for use in
  /// ``XMLHandler/characters(_:in:)``.
  public func textPosition() -> SourcePosition {
    var start = markupEnd
    while start < window.end, window[start] <= 0x20 { start += 1 }
    return window.position(at: start)
  }

  public func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  // MARK: Events, from the callbacks

  func fail(_ diagnostic: Diagnostic) {
    if failure == nil { failure = diagnostic }
    context?.stop()
  }

  func isMain(_ other: xmlParserCtxtPtr) -> Bool { context?.raw == other }

  var offset: Int { context?.offset ?? 0 }

  /// The name of the innermost element that is open, if there is one.
  var openElement: String? { context?.openElement }

  func name(_ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?) -> String {
    if let prefix { return String(cString: prefix) + ":" + String(cString: local) }
    // libxml2 keeps one copy of each name, so the address tells the name.
    for (pointer, name) in names where pointer == local { return name }
    let name = String(cString: local)
    if names.count < 16 { names.append((local, name)) }
    return name
  }

  func didStart(_ name: String, _ values: TagValues, in current: xmlParserCtxtPtr)
    throws(Diagnostic)
  {
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
    let isEmpty = window[here] == UInt8(ascii: "/")
    let end = here + (isEmpty ? 2 : 1)
    let position = window.position(at: start)
    let attributes = values.attributes(in: window[start..<end], at: position)
    markupEnd = end
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
    if let hold, window.end - hold > limits.held, offset - hold > limits.held {
      throw tooLong(at: hold)
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
    if let hold, start - hold > limits.held { throw tooLong(at: hold) }
    markupEnd = end
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

  func didEndDocumentType() { markupEnd = max(markupEnd, offset) }

  /// The XML declaration is no event, but it is markup.
  private func skipDeclaration() {
    guard markupEnd == 0, window[0..<6].elementsEqual("<?xml ".utf8) else { return }
    markupEnd = window.firstIndex(of: UInt8(ascii: ">"), from: 0).map { $0 + 1 } ?? 0
  }
}
