import TremaHTTP

/// The head of a response, and its body, which is still on its way.
public struct StreamedResponse: Sendable {
  public let head: HTTPResponseHead
  public let body: Body
  /// Times until the head had come; `nil` where the transport measures none.
  public let metrics: TransportMetrics?

  public var status: HTTPStatus { head.status }
  public var fields: HTTPFields { head.fields }

  init(_ response: HTTPResponse) {
    (head, metrics) = (response.head, response.metrics)
    body = Body(stream: .reading(response))
  }

  /// The chunks of a body. They can be read once, by one task at a time. Errors name the request and the
  /// number of its attempts.
  public struct Body: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = NetworkError

    fileprivate let stream: StreamedBody

    /// The next chunk, never empty; `nil` at the end.
    public func next() async throws(NetworkError) -> [UInt8]? { try await stream.chunk() }

    /// Reads the rest of the body.
    ///
    /// - Parameter limit: the largest number of bytes; more is the error `bodyTooLarge`.
    public func collect(upTo limit: Int) async throws(NetworkError) -> [UInt8] {
      var bytes: [UInt8] = []
      while let chunk = try await next() {
        guard chunk.count <= limit - bytes.count else {
          stream.cancel()
          throw stream.error(.transport(TransportError(.bodyTooLarge(limit: limit))))
        }
        bytes += chunk
      }
      return bytes
    }

    /// Ends the exchange; the rest is not read.
    public func cancel() { stream.cancel() }

    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let body: Body

      public mutating func next() async throws(NetworkError) -> [UInt8]? { try await body.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
  }
}

extension StreamedResponse: Redacted {
  /// The head, without its body.
  public var description: String { "\(head)" }
}
