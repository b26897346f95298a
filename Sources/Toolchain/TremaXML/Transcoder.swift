internal import CTremaXML

/// Turns the bytes of a document into UTF-8, piece by piece. libxml2 knows many encodings, but its
/// positions are wrong in all but one of them, so the parser itself only ever sees UTF-8.
final class Transcoder {
  enum Failure: Error {
    case unknownEncoding(String)
    case contradiction(declared: String)
    /// The bytes do not belong to the encoding.
    case malformed(encoding: String)
    /// The input ends in the middle of a character.
    case truncated(encoding: String)
  }

  private enum State {
    case undecided
    case utf8
    case converting(xmlCharEncodingHandlerPtr, input: xmlBufferPtr, output: xmlBufferPtr, String)
  }

  /// More bytes than a character has in any encoding, shift sequences included.
  private static let longestCharacter = 6

  private var state = State.undecided
  private var prefix: [UInt8] = []

  deinit {
    if case .converting(let handler, let input, let output, _) = state {
      xmlBufferFree(input)
      xmlBufferFree(output)
      xmlCharEncCloseFunc(handler)
    }
  }

  /// Hands the UTF-8 form of `bytes`, as far as it is known, to `body`.
  ///
  /// - Parameters:
  ///   - bytes: the next bytes of the document.
  ///   - isLast: no more bytes follow; what is left over is an error then.
  ///   - body: takes the UTF-8.
  /// - Throws: ``Failure``, and what `body` throws.
  func transcode(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    switch state {
    case .utf8: try body(bytes)
    case .converting(let handler, let input, let output, let name):
      try convert(bytes, handler, input, output, name, isLast, body)
    case .undecided:
      prefix += bytes
      guard let (encoding, markLength) = EncodingDetector.detect(prefix, isComplete: isLast) else {
        return
      }
      try begin(encoding)
      let rest = prefix.dropFirst(markLength)
      prefix = []
      try rest.withUnsafeBufferPointer { try transcode($0, isLast: isLast, body) }
    }
  }

  private func begin(_ encoding: DocumentEncoding) throws(Failure) {
    switch encoding {
    case .utf8: state = .utf8
    case .contradiction(let declared): throw .contradiction(declared: declared)
    case .named(let name):
      guard let handler = xmlFindCharEncodingHandler(name) else { throw .unknownEncoding(name) }
      guard let input = xmlBufferCreate(), let output = xmlBufferCreate() else {
        throw .unknownEncoding(name)
      }
      state = .converting(handler, input: input, output: output, name)
    }
  }

  private func convert(
    _ bytes: UnsafeBufferPointer<UInt8>, _ handler: xmlCharEncodingHandlerPtr,
    _ input: xmlBufferPtr, _ output: xmlBufferPtr, _ name: String, _ isLast: Bool,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    if let base = bytes.baseAddress, !bytes.isEmpty {
      guard xmlBufferAdd(input, base, Int32(bytes.count)) == 0 else {
        throw Failure.malformed(encoding: name)
      }
    }
    // Without a context to tell, libxml2 would print what is wrong on standard error. The function is
    // that of this thread.
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    var isMalformed = false
    while xmlBufferLength(input) > 0 {
      let before = xmlBufferLength(input)
      let result = xmlCharEncInFunc(handler, output, input)
      // -2 means bytes that are not of the encoding; an unfinished character is no error yet.
      if result == -2 { isMalformed = true }
      if xmlBufferLength(output) > 0 {
        try body(
          UnsafeBufferPointer(start: xmlBufferContent(output), count: Int(xmlBufferLength(output))))
        xmlBufferEmpty(output)
      }
      // Its ASCII reader merely stops, but no character of any encoding is that long.
      if xmlBufferLength(input) == before, before >= Self.longestCharacter { isMalformed = true }
      if isMalformed || xmlBufferLength(input) == before { break }
    }
    if isMalformed { throw Failure.malformed(encoding: name) }
    if isLast && xmlBufferLength(input) > 0 { throw Failure.truncated(encoding: name) }
  }
}
