import TremaHTTP

extension RequestBuilder {
  /// Decodes the body as lines of text while it is received. The lines do not contain their line
  /// breaks, which are LF, CR LF or CR. Empty lines are included. The last line does not need a
  /// line break.
  ///
  /// - Parameter limit: The maximum line size, in bytes. A longer line throws a ``LineError``.
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

  /// The request with the lines of the body as its value. Lines are limited to 1 MiB.
  public var lines: Request<TextLines> { lines() }
}

/// The charsets in which line breaks are single bytes.
enum LineCharset: Sendable {
  case utf8, ascii, latin1

  /// Creates the charset with a name, or returns `nil` if it is not supported.
  ///
  /// - Parameter name: The name in lowercase; `nil` means UTF-8.
  init?(_ name: String?) {
    switch name {
    case nil, "utf-8", "utf8": self = .utf8
    case "us-ascii", "ascii": self = .ascii
    case "iso-8859-1", "latin1", "iso_8859-1", "l1": self = .latin1
    default: return nil
    }
  }

  /// Decodes a line. A byte order mark at the start of the body is removed.
  func text(_ line: ArraySlice<UInt8>, _ number: Int) throws(LineError) -> String {
    switch self {
    case .utf8:
      let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let bytes = number == 1 && line.starts(with: byteOrderMark) ? line.dropFirst(3) : line
      // `String(decoding:as:)` replaces malformed sequences, in which case the result differs from
      // the input.
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

/// The lines of a body. They can be read once, by one task at a time: a second iterator continues
/// where the first one stopped. The exchange ends when the sequence is released or the reading task
/// is cancelled.
public struct TextLines: AsyncSequence, Sendable {
  /// A line without its line break.
  public typealias Element = String
  /// The error that ends the sequence.
  public typealias Failure = NetworkError

  let reader: LineReader
  let charset: LineCharset

  /// The response head.
  public var head: HTTPResponseHead { reader.response }

  /// The sequence's iterator.
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
