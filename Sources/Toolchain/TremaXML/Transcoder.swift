internal import CTremaXML

/// Converts the bytes of a document to UTF-8, piece by piece. libxml2 can read many encodings, but
/// its positions are correct only for UTF-8, so its parser receives only UTF-8.
final class Transcoder {
  /// The reason why a document cannot be converted.
  enum Failure: Error {
    /// The encoding is unknown to libxml2.
    case unknownEncoding(String)
    /// The declared encoding contradicts the bytes.
    case contradiction(declared: String)
    /// The bytes are invalid in the encoding.
    case malformed(encoding: String)
    /// The document ends in the middle of a character.
    case truncated(encoding: String)
  }

  /// The state of the conversion.
  private enum State {
    /// The encoding is not known yet.
    case undecided
    /// The document is UTF-8.
    case utf8
    /// The document is converted by a libxml2 handler with two buffers. The string is the
    /// encoding's name.
    case converting(xmlCharEncodingHandlerPtr, input: xmlBufferPtr, output: xmlBufferPtr, String)
  }

  /// The maximum number of bytes per character in any encoding, including shift sequences.
  private static let maxCharacterLength = 6

  private var state = State.undecided
  /// The bytes that have been received, until the encoding is known.
  private var prefix: [UInt8] = []

  deinit {
    if case .converting(let handler, let input, let output, _) = state {
      xmlBufferFree(input)
      xmlBufferFree(output)
      xmlCharEncCloseFunc(handler)
    }
  }

  /// Converts bytes, and calls a closure with the characters that are complete.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the document.
  ///   - isLast: Whether no more bytes follow. If so, an incomplete character is an error.
  ///   - body: Receives the UTF-8 bytes, which are valid only during the call.
  /// - Throws: ``Failure``, and the errors of `body`.
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

  /// Starts converting from an encoding.
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

  /// Converts bytes with a libxml2 handler. Incomplete characters remain in the input buffer.
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
    // Without an error function, libxml2 would print errors to standard error. The function is set
    // only for the current thread.
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    var isMalformed = false
    while xmlBufferLength(input) > 0 {
      let before = xmlBufferLength(input)
      let result = xmlCharEncInFunc(handler, output, input)
      // -2 means invalid bytes. An incomplete character isn't an error yet.
      if result == -2 { isMalformed = true }
      if xmlBufferLength(output) > 0 {
        try body(
          UnsafeBufferPointer(start: xmlBufferContent(output), count: Int(xmlBufferLength(output))))
        xmlBufferEmpty(output)
      }
      // The ASCII handler stops without an error, but no encoding has characters of that many
      // bytes.
      if xmlBufferLength(input) == before, before >= Self.maxCharacterLength { isMalformed = true }
      if isMalformed || xmlBufferLength(input) == before { break }
    }
    if isMalformed { throw Failure.malformed(encoding: name) }
    if isLast && xmlBufferLength(input) > 0 { throw Failure.truncated(encoding: name) }
  }
}
