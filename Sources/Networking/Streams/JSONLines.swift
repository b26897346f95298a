import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RequestBuilder {
  /// Decodes each line of the body as JSON while it is received, as in JSON Lines and NDJSON. Lines
  /// that contain only whitespace are skipped.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - decoder: The decoder; `nil` means the client's decoder.
  ///   - limit: The maximum line size, in bytes. A longer line throws a ``LineError``.
  public func jsonLines<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder? = nil, limit: Int = 1 << 20
  ) -> Request<JSONLines<Value>> {
    let accept = "application/x-ndjson, application/jsonl, application/json;q=0.5"
    return Request(
      self,
      decoder: ResponseDecoder(accept: accept, isStreaming: true) { response, coders in
        JSONLines(
          reader: LineReader(response, limit: limit),
          decoder: decoder ?? coders.jsonDecoder)
      })
  }
}

/// The values of a body in JSON Lines. They can be read once, by one task at a time: a second
/// iterator continues where the first one stopped. The exchange ends when the sequence is released
/// or the reading task is cancelled. A line that cannot be decoded ends the sequence with a
/// ``JSONLineError``.
public struct JSONLines<Element: Decodable & Sendable>: AsyncSequence, Sendable {
  /// The error that ends the sequence.
  public typealias Failure = NetworkError

  let reader: LineReader
  let decoder: JSONDecoder

  /// The response head.
  public var head: HTTPResponseHead { reader.response }

  /// The sequence's iterator.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let lines: JSONLines

    /// Returns the next element, or `nil` at the end.
    public mutating func next() async throws(NetworkError) -> Element? {
      let decoder = lines.decoder
      return try await lines.reader.next { (line, number) throws -> Element? in
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = number == 1 && line.starts(with: byteOrderMark) ? line.dropFirst(3) : line
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
        do { return try decoder.decode(Element.self, from: Data(bytes)) } catch let error
          as DecodingError
        {
          let problem = JSONProblem.explaining(
            error, in: Array(bytes), as: Element.self, by: decoder, isLine: true)
          throw JSONLineError(line: number, error: problem)
        } catch {
          throw JSONLineError(line: number, error: error)
        }
      }
    }
  }

  /// Returns an iterator over the elements.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(lines: self) }
}

/// An error for a line that cannot be decoded.
public struct JSONLineError: Error, Sendable {
  /// The line number, starting from 1 and including blank lines.
  public let line: Int
  /// The decoder's error.
  public let error: any Error
}

extension JSONLineError: Redacted {
  /// A description for logs that omits values from the line.
  public var description: String {
    "line \(line): \(NetworkError.Kind.message(ofContent: error))"
  }
}
