internal import CTremaXML
import TremaSupport

/// Reads one XML document from pieces of bytes of any size and tells a handler what is in it, with
/// the place of everything.
///
/// Every encoding that libxml2 knows, with or without a byte order mark. External entities, and
/// documents over the limits, are errors; nothing outside the bytes given is ever opened.
///
/// ``XMLScanner`` reads a document as far as it has the common shape, and libxml2 the rest; both report the
/// same events. See `XMLReader+HandingOver.swift`.
package final class XMLReader {
  /// The path to print in diagnostics.
  package let file: String
  let limits: XMLLimits
  let handler: any XMLHandler
  private let transcoder = Transcoder()
  private var validator = UTF8Validator()
  /// While the scanner reads; `nil` once libxml2 does.
  var scanning: XMLScan?
  /// The lines as far as the scanner has counted them.
  var counted = XMLScanner.Place()
  /// The offset at which libxml2 took over from the scanner.
  package var handOver: Int?
  /// libxml2 is told what the handler knows already.
  var isReplaying = false
  /// The offset up to which libxml2 has got the document, where it reads.
  var given = 0
  private var attributeCount = AttributeCount()
  private(set) var context: XMLContext?
  /// The offset in the document of libxml2's first byte.
  private var contextStart = 0
  var window = SourceWindow(room: 3 << 16)
  /// The place from which on a handler wants the source.
  private(set) var hold: (offset: Int, position: SourcePosition)?
  /// The offset after a carriage return that ended a piece of a CDATA section.
  var returnEnd: Int?
  var depth = 0
  var expanded = 0
  /// Bytes that came out of declared attributes.
  var declared = 0
  var hasRoot = false
  private(set) var failure: Diagnostic? { didSet { hasFailed = failure != nil } }
  var markupEnd: Int {
    get { window.markupEnd }
    set { window.markupEnd = newValue }
  }
  /// For every event: to ask the failure itself is to copy it.
  private(set) var hasFailed = false

  /// - Parameters:
  ///   - file: the path to print in diagnostics.
  ///   - limits: what the document may ask of the reader.
  ///   - handler: is told.
  ///   - usesScanner: false to let libxml2 read everything.
  package init(
    file: String, limits: XMLLimits = XMLLimits(), handler: any XMLHandler, usesScanner: Bool = true
  ) {
    self.file = file
    self.limits = limits
    self.handler = handler
    if usesScanner { scanning = XMLScan() } else { startParser() }
  }

  func startParser() {
    var callbacks = XMLReader.callbacks()
    context = XMLContext(
      handler: &callbacks, owner: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Takes the next bytes of the document.
  ///
  /// - Throws: at the first byte, tag or limit that ends the document early (kind `.unreadable`),
  ///   and the errors of the handler.
  package func feed(_ bytes: [UInt8]) throws(Diagnostic) {
    try feed(bytes, isLast: false)
  }

  /// Ends the document.
  package func finish() throws(Diagnostic) {
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
      // A mistake in what comes before that is told first.
      do throws(Diagnostic) {
        try read(isLast: true)
      } catch {
        failure = error
        throw error
      }
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
    window.count(to: counted)
    window.forget(before: min(hold?.offset ?? markupEnd, markupEnd))
    window.append(good)
    if window.end - good.count < 3, window[0..<3].elementsEqual([0xEF, 0xBB, 0xBF]) {
      throw secondMark()
    }
    try read(isLast: invalid != nil)
    if let invalid { throw invalidByte(utf8[invalid]) }
    let pending = window.end - max(window.start, min(hold?.offset ?? markupEnd, markupEnd))
    if pending - XMLLimits.token > limits.held { throw tooLong(from: position(at: markupEnd)) }
  }

  func push(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    guard let excess = attributeCount.excess(over: limits, in: bytes) else {
      return try pushAll(bytes)
    }
    // A mistake in what comes before that is told first.
    try pushAll(UnsafeBufferPointer(rebasing: bytes[..<excess.index]))
    throw tooMany(excess.kind, at: unfinishedMarkup)
  }

  private func pushAll(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
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
    try read(isLast: true)
    if scanning != nil { return }
    if validator.isInsideCharacter {
      throw unreadable(
        "invalid-encoding", "the file ends in the middle of a UTF-8 character", at: window.end,
        hint: "the file was cut short")
    }
    try push(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
  }

  // MARK: What a handler may ask

  /// Keeps the source from `offset` on until ``release()``.
  ///
  /// - Parameters:
  ///   - offset: of a tag, or of the content behind it.
  ///   - position: that of the offset, where a text that is too long is said to begin.
  package func hold(from offset: Int, at position: SourcePosition) { hold = (offset, position) }

  package func release() { hold = nil }

  /// The bytes of the document, as UTF-8, between two offsets; they must be held or belong to the
  /// event at hand.
  package func source(_ range: Range<Int>) -> ArraySlice<UInt8> { window[range] }

  /// The start of the current character data, without white space; for use in
  /// ``XMLHandler/characters(_:in:)``.
  package func textPosition() -> SourcePosition {
    var start = markupEnd
    while start < window.end, window[start] <= 0x20 { start += 1 }
    return position(at: start)
  }

  /// The position of an offset that is not before any asked for so far, and not beyond the event at
  /// hand.
  package func position(at offset: Int) -> SourcePosition {
    window.count(to: counted)
    return window.position(at: offset)
  }

  package func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  // MARK: What the events need

  func fail(_ diagnostic: Diagnostic) {
    if failure == nil { failure = diagnostic }
    context?.stop()
  }

  func isMain(_ other: xmlParserCtxtPtr) -> Bool { context?.raw == other }

  /// How far libxml2 has come.
  var offset: Int { contextStart + (context?.offset ?? 0) }

  /// Gives libxml2 a piece of which nothing shall be told, as if it was on that line.
  func replay(_ piece: String, line: Int) {
    var piece = piece
    context?.setLine(line)
    _ = piece.withUTF8 { context?.parse($0, isLast: false) }
  }

  /// Lets libxml2 go on as if it had come to this place of the document.
  func resume(at offset: Int, line: Int) {
    contextStart = offset - (context?.offset ?? 0)
    context?.setLine(line)
  }

  /// The name of the innermost element that is open, if there is one.
  var openElement: String? { context?.openElement }
}
