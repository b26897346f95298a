import TremaHTTP

extension Draft {
  /// The lines of the body as they come, without their ends: LF, CR LF or CR. An empty line is one; a
  /// last one needs no end.
  ///
  /// - Parameter limit: the most bytes of a line; more is a ``LineError``.
  public func lines(limit: Int = 1 << 20) -> Request<TextLines> {
    return Request(
      self,
      decoder: ResponseDecoder(isStreaming: true) { response, _ in
        let charset = response.fields[values: .contentType].last.flatMap(Charset.name)
        guard let charset = LineCharset(charset) else {
          response.body.cancel()
          throw TextDecodingError.unknownCharset(charset ?? "")
        }
        return TextLines(
          reader: LineReader(response, limit: limit), charset: charset)
      })
  }

  /// The lines of the body as they come.
  public var lines: Request<TextLines> { lines() }
}

/// The charsets whose lines end with single bytes.
enum LineCharset: Sendable {
  case utf8, ascii, latin1

  /// - Parameter name: in lower case; nil is UTF-8.
  init?(_ name: String?) {
    switch name {
    case nil, "utf-8", "utf8": self = .utf8
    case "us-ascii", "ascii": self = .ascii
    case "iso-8859-1", "latin1", "iso_8859-1", "l1": self = .latin1
    default: return nil
    }
  }

  func text(_ line: ArraySlice<UInt8>, _ number: Int) throws(LineError) -> String {
    switch self {
    case .utf8:
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let bytes = number == 1 && line.starts(with: mark) ? line.dropFirst(3) : line
      // Decoding repairs what is malformed, and then it is not the same any more.
      let text = String(decoding: bytes, as: UTF8.self)
      if text.utf8.elementsEqual(bytes) { return text }
      throw LineError(line: number, reason: .malformed(charset: "UTF-8"))
    case .ascii:
      guard line.allSatisfy({ $0 < 0x80 }) else {
        throw LineError(line: number, reason: .malformed(charset: "US-ASCII"))
      }
      return String(decoding: line, as: UTF8.self)
    case .latin1:
      var text = ""
      text.unicodeScalars.append(contentsOf: line.lazy.map { UnicodeScalar($0) })
      return text
    }
  }
}

/// The lines of a body. They can be read once, by one task at a time: a second iterator goes on
/// where the first one is. When they are released, or the task that reads is cancelled, the
/// exchange ends.
public struct TextLines: AsyncSequence, Sendable {
  /// A line without its line break.
  public typealias Element = String
  /// The error that ends the sequence.
  public typealias Failure = NetworkError

  let reader: LineReader
  let charset: LineCharset

  /// The head of the response.
  public var head: HTTPResponseHead { reader.response }

  /// The iterator of the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let lines: TextLines

    /// Returns the next element, or `nil` at the end.
    public mutating func next() async throws(NetworkError) -> String? {
      let charset = lines.charset
      return try await lines.reader.next { line, number in try charset.text(line, number) }
    }
  }

  /// Returns an iterator over the elements.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(lines: self) }
}
