import TremaHTTP
import TremaSupport

/// A response's head, and its body, which is still being received.
public struct StreamedResponse: Sendable {
  /// The response head.
  public let head: HTTPResponseHead
  /// The body, as it is received.
  public let body: Body
  /// The times until the head was received, or `nil` if the transport does not measure them.
  public let metrics: TransportMetrics?

  /// The response status.
  public var status: HTTPStatus { head.status }
  /// The response's header fields.
  public var fields: HTTPFields { head.fields }

  init(_ response: HTTPResponse) {
    (head, metrics) = (response.head, response.metrics)
    body = Body(stream: .reading(response))
  }

  /// The chunks of a body. They can be read once, by one task at a time. Errors contain the request
  /// and the number of attempts.
  public struct Body: AsyncSequence, Sendable {
    /// A chunk's bytes.
    public typealias Element = [UInt8]
    /// The error that ends the sequence.
    public typealias Failure = NetworkError

    fileprivate let stream: StreamedBody

    /// Returns the next chunk, which is never empty, or `nil` at the end.
    public func next() async throws(NetworkError) -> [UInt8]? { try await stream.chunk() }

    /// Reads the rest of the body.
    ///
    /// - Parameter limit: The maximum number of bytes. A longer body throws `bodyTooLarge`.
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

    /// Ends the exchange without reading the rest of the body.
    public func cancel() { stream.cancel() }

    /// The sequence's iterator.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let body: Body

      /// Returns the next element, or `nil` at the end.
      public mutating func next() async throws(NetworkError) -> [UInt8]? { try await body.next() }
    }

    /// Returns an iterator over the elements.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
  }
}

extension StreamedResponse: Redacted {
  /// A description for logs: the head.
  public var description: String { "\(head)" }
}

/// A response's body for one reader. The exchange ends when the reader's task is cancelled or the
/// body is released.
final class StreamedBody: HTTPBodySource {
  /// The exchange that a body belongs to, for errors.
  struct Origin: Sendable {
    var request: HTTPRequest
    var response: HTTPResponseHead
    /// The number of times that the request was passed to the transport.
    var attempts: Int
  }

  private let source: any HTTPBodySource
  private let origin: Origin?
  /// Whether the body has ended or was cancelled.
  private let isOver = LockedValue(false)

  /// Creates a body from a stream or from a body that was received as a whole.
  ///
  /// - Parameter origin: The exchange, for errors, or `nil` if unknown.
  init(_ body: HTTPResponseBody, of origin: Origin? = nil) {
    source = body.source ?? WholeBody(body.bytes ?? [])
    self.origin = origin
  }

  /// Returns the body that is passed to a streaming decoder.
  static func reading(_ response: HTTPResponse) -> StreamedBody {
    response.body.source as? StreamedBody ?? StreamedBody(response.body)
  }

  /// Returns the next chunk, or `nil` at the end. Its errors contain the exchange.
  func chunk() async throws(NetworkError) -> [UInt8]? {
    do throws(TransportError) { return try await next() } catch {
      throw NetworkError(
        transport: error, request: origin?.request, response: origin?.response,
        attempts: origin?.attempts ?? 0)
    }
  }

  /// Returns an error of the reader that contains the exchange.
  func error(_ kind: NetworkError.Kind) -> NetworkError {
    NetworkError(
      kind, request: origin?.request, response: origin?.response, attempts: origin?.attempts ?? 0)
  }

  deinit { cancel() }

  /// Returns the next chunk, or `nil` at the end.
  ///
  /// - Throws: The error of the source, or `cancelled` if the task is cancelled.
  func next() async throws(TransportError) -> [UInt8]? {
    let source = source
    let result = await withTaskCancellationHandler {
      () async -> Result<[UInt8]?, TransportError> in
      do throws(TransportError) { return .success(try await source.next()) } catch {
        return .failure(error)
      }
    } onCancel: {
      cancel()
    }
    switch result {
    case .success(let chunk):
      if chunk == nil { isOver.value = true }
      return chunk
    case .failure(let error):
      cancel()
      throw Task.isCancelled ? TransportError(.cancelled, mayHaveBeenSent: true) : error
    }
  }

  /// Ends the exchange, unless the body has ended.
  func cancel() { if isOver.trySet() { source.cancel() } }
}

/// A body that was received as a whole, as a source of one chunk.
private final class WholeBody: HTTPBodySource {
  private let remaining: LockedValue<[UInt8]?>

  init(_ bytes: [UInt8]) { remaining = LockedValue(bytes.isEmpty ? nil : bytes) }

  func next() async throws(TransportError) -> [UInt8]? {
    if Task.isCancelled { throw TransportError(.cancelled) }
    return remaining.exchange(nil)
  }

  func cancel() { remaining.value = nil }
}
