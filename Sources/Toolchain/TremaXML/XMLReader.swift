internal import CTremaXML
import TremaSupport

/// A reader for one XML document, in pieces of any size. It reports the content and its positions
/// to a handler.
///
/// All encodings that libxml2 can read are supported, with or without a byte order mark. External
/// entities and documents that exceed the limits are errors. Only the given bytes are ever read.
///
/// ``XMLScanner`` reads documents in the common form, and libxml2 reads all others. Both report the
/// same events. See `XMLReader+Handover.swift`.
package final class XMLReader {
  /// The path to print in diagnostics.
  package let file: String
  /// The limits of the document.
  let limits: XMLLimits
  /// The receiver of the events.
  let handler: any XMLHandler
  /// The converter to UTF-8.
  private let transcoder = Transcoder()
  /// The UTF-8 validator.
  private var validator = UTF8Validator()
  /// The progress of the scanner, or `nil` once libxml2 has taken over.
  var scanning: XMLScan?
  /// The cursor up to which the scanner has counted lines.
  var countedEnd = XMLScanner.Cursor()
  /// The offset at which libxml2 took over from the scanner, or `nil` before that.
  package var switchOffset: Int?
  /// Whether libxml2 is receiving content that the handler has already received, so events are
  /// suppressed.
  var isReplaying = false
  /// The offset up to which libxml2 has received the document.
  var suppliedEnd = 0
  /// The counter for attributes that libxml2 has not read yet.
  private var attributeCount = AttributeCount()
  /// The libxml2 parser, once it is needed.
  private(set) var context: XMLContext?
  /// The document offset of the first byte that libxml2 has received.
  private var contextStart = 0
  /// The bytes that events may refer to.
  var window = SourceWindow(capacity: 3 << 16)
  /// The start of the source that the handler holds.
  private(set) var heldStart: (offset: Int, position: SourcePosition)?
  /// The offset after a carriage return that ends a piece of a CDATA section.
  var carriageReturnEnd: Int?
  /// The number of open elements.
  var depth = 0
  /// The number of bytes from expanded entities.
  var expandedBytes = 0
  /// The number of bytes from default attributes.
  var defaultAttributeBytes = 0
  /// Whether the root element has begun.
  var hasRoot = false
  /// The error that ended the document, or `nil`.
  private(set) var failure: Diagnostic? { didSet { hasFailed = failure != nil } }
  /// The end of the last tag, comment or instruction.
  var markupEnd: Int {
    get { window.markupEnd }
    set { window.markupEnd = newValue }
  }
  /// Whether there is a failure. It is stored because every event reads it, and reading the failure
  /// itself copies it.
  private(set) var hasFailed = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - file: The path to print in diagnostics.
  ///   - usesScanner: Whether the scanner reads as much as it can. If `false`, libxml2 reads
  ///     everything.
  package init(
    file: String, limits: XMLLimits = XMLLimits(), handler: any XMLHandler, usesScanner: Bool = true
  ) {
    self.file = file
    self.limits = limits
    self.handler = handler
    if usesScanner { scanning = XMLScan() } else { startParser() }
  }

  /// Creates the libxml2 parser.
  func startParser() {
    var callbacks = XMLReader.callbacks()
    context = XMLContext(
      handler: &callbacks, owner: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Reads the next bytes of the document.
  ///
  /// - Throws: An `.unreadableDocument` diagnostic at the first invalid byte or tag, or if a limit
  ///   is exceeded, and the handler's errors.
  package func feed(_ bytes: [UInt8]) throws(Diagnostic) {
    try feed(bytes, isLast: false)
  }

  /// Ends the document.
  ///
  /// - Throws: An `.unreadableDocument` diagnostic if the document is incomplete, and the handler's
  ///   errors.
  package func finish() throws(Diagnostic) {
    try feed([], isLast: true)
  }

  /// Converts and reads bytes, and stores the first error.
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
      // An error in the bytes before the invalid byte is reported first.
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
      // The closures above throw only these two types. A third type would be a defect, which is
      // reported.
      throw unreadableDocument("internal-error", "\(error)", at: window.end)
    }
  }

  /// Reads a piece of UTF-8 up to the first invalid byte, and discards bytes that are no longer
  /// needed.
  private func parse(_ utf8: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    let invalid = validator.firstInvalid(in: utf8)
    let valid = UnsafeBufferPointer(rebasing: utf8[..<(invalid ?? utf8.count)])
    window.adoptLineCount(at: countedEnd)
    window.discard(before: min(heldStart?.offset ?? markupEnd, markupEnd))
    window.append(valid)
    if window.end - valid.count < 3, window[0..<3].elementsEqual([0xEF, 0xBB, 0xBF]) {
      throw secondByteOrderMark()
    }
    try read(isLast: invalid != nil)
    if let invalid { throw invalidByte(utf8[invalid]) }
    let pending = window.end - max(window.start, min(heldStart?.offset ?? markupEnd, markupEnd))
    if pending - XMLLimits.token > limits.heldBytes {
      throw excessiveLength(from: position(at: markupEnd))
    }
  }

  /// Passes bytes to libxml2, up to the first tag with too many attributes.
  func push(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    guard let excess = attributeCount.excess(over: limits, in: bytes) else {
      return try pushAll(bytes)
    }
    // An error in the bytes before the limit is reported first.
    try pushAll(UnsafeBufferPointer(rebasing: bytes[..<excess.index]))
    throw excessiveCount(excess.kind, at: unfinishedMarkupOffset)
  }

  /// Passes bytes to libxml2 in pieces.
  private func pushAll(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    // libxml2 uses 32-bit lengths.
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 << 20)
      rest = rest.dropFirst(piece.count)
      try push(UnsafeBufferPointer(rebasing: piece), isLast: false)
    }
  }

  /// Passes a piece to libxml2, and throws the error that it causes.
  private func push(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(Diagnostic) {
    guard let isWellFormed = context?.parse(bytes, isLast: isLast) else {
      throw unreadableDocument("out-of-memory", "not enough memory for an XML parser", at: 0)
    }
    if let failure { throw failure }
    if !isWellFormed { throw malformedDocument("the document is not well-formed") }
  }

  /// Ends the document after its last byte.
  private func end() throws(Diagnostic) {
    try read(isLast: true)
    if scanning != nil { return }
    if validator.isInsideCharacter {
      throw unreadableDocument(
        "invalid-encoding", "the file ends in the middle of a character", at: window.end,
        hint: "restore the complete file; it appears to be truncated")
    }
    try push(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
  }

  // MARK: Functions for handlers

  /// Keeps the source from an offset until ``release()``.
  ///
  /// - Parameters:
  ///   - offset: The offset of a tag or the content after it.
  ///   - position: The offset's position, used for an error about the text's length.
  package func hold(from offset: Int, at position: SourcePosition) {
    heldStart = (offset, position)
  }

  /// Ends ``hold(from:at:)``.
  package func release() { heldStart = nil }

  /// Returns the UTF-8 bytes of the document between two offsets. The bytes must be held, or belong
  /// to the current event.
  package func source(_ range: Range<Int>) -> ArraySlice<UInt8> { window[range] }

  /// Returns the position of the current character data after its leading whitespace, for use in
  /// ``XMLHandler/characters(_:in:)``.
  package func textPosition() -> SourcePosition {
    var start = markupEnd
    while start < window.end, window[start] <= 0x20 { start += 1 }
    return position(at: start)
  }

  /// Returns the position of an offset. Offsets must not decrease between calls, or be beyond the
  /// current event.
  package func position(at offset: Int) -> SourcePosition {
    window.adoptLineCount(at: countedEnd)
    return window.position(at: offset)
  }

  /// Returns a location in the document.
  package func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  // MARK: Functions for events

  /// Stores an error, unless there already is one, and stops the parser.
  func fail(_ diagnostic: Diagnostic) {
    if failure == nil { failure = diagnostic }
    context?.stop()
  }

  /// Returns whether a context belongs to the document, and not to the expansion of an entity.
  func isMainContext(_ other: xmlParserCtxtPtr) -> Bool { context?.raw == other }

  /// The offset up to which libxml2 has consumed the document.
  var offset: Int { contextStart + (context?.offset ?? 0) }

  /// Passes a piece of source to libxml2 without reporting events, as if it were on the given line.
  func replay(_ piece: String, line: Int) {
    var piece = piece
    context?.setLine(line)
    _ = piece.withUTF8 { context?.parse($0, isLast: false) }
  }

  /// Sets the offset and the line in the document from which libxml2 continues.
  func resume(at offset: Int, line: Int) {
    contextStart = offset - (context?.offset ?? 0)
    context?.setLine(line)
  }

  /// The name of the innermost open element, or `nil` if there is none.
  var openElement: String? { context?.openElement }
}
