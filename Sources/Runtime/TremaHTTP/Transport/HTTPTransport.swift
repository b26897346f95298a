/// The interface to the network, which sends one request and returns one response.
///
/// A transport makes no decisions: it follows no redirects, adds no credentials and does not retry
/// failed requests.
///
/// There is one exception, which concerns only the connection: a request with an idempotent method
/// and no body may be sent once more if a reused connection turns out to have been closed before
/// the response's first byte was received (RFC 9110, section 9.2.2). All other requests are sent
/// only once: requests whose method is not idempotent, requests with a body, and requests for which
/// part of the head was received. They fail with `connectionLost`, and
/// ``TransportError/mayHaveBeenSent`` is set.
///
/// The `TremaTransportConformance` suite verifies these rules for an implementation.
public protocol HTTPTransport: Sendable {
  /// The name and version for messages, such as `curl 7.88.1`.
  var name: String { get }

  /// Sends a request and returns when the head of its response has been received. Informational
  /// responses (1xx) are skipped. The content is decoded (`gzip`, `deflate`), in which case the
  /// response has neither `Content-Encoding` nor `Content-Length`.
  ///
  /// Cancelling the task ends the exchange with the `cancelled` error. Until the head is received,
  /// this is the task that sends the request; afterwards, it is the task that waits for a chunk of
  /// the body.
  ///
  /// Each transport limits how much of a stream is buffered before it is read: `CurlTransport`
  /// buffers about 256 KiB with HTTP/1.1, and up to 32 MiB per stream with HTTP/2.
  ///
  /// - Throws: ``TransportError``, including for a request refused by ``HTTPRequest/check(body:)``.
  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse

  /// Ends all exchanges with `cancelled` and releases all connections, threads and files. Requests
  /// that are sent afterwards fail with `closed`.
  func close() async
}

/// The settings for one exchange that are not part of the request.
public struct TransportContext: Sendable {
  /// The delivery mode for a response body.
  public enum Delivery: Hashable, Sendable {
    /// The body is a stream that is received as fast as it is read.
    case stream
    /// The whole body is returned with the head. If it exceeds the limit, in bytes, the error is
    /// `bodyTooLarge`.
    case whole(limit: Int)
  }

  /// The body's delivery mode.
  public var delivery: Delivery
  /// The maximum size of a body after decompression, in bytes.
  public var decodedLimit: Int
  /// The observer of events. It is called in order, on any thread, and must return quickly.
  public var observer: (@Sendable (TransportEvent) -> Void)?

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - observer: Receives the events of the exchange.
  public init(
    delivery: Delivery = .whole(limit: 64 << 20), decodedLimit: Int = 64 << 20,
    observer: (@Sendable (TransportEvent) -> Void)? = nil
  ) {
    self.delivery = delivery
    self.decodedLimit = decodedLimit
    self.observer = observer
  }
}

/// An event of an exchange.
public enum TransportEvent: Hashable, Sendable {
  /// The total number of request body bytes passed to the connection, and the body's length if it
  /// is known.
  case sent(Int64, of: Int64?)
  /// The total number of response body bytes received, before decoding, and the body's length if it
  /// is known.
  case received(Int64, of: Int64?)
  /// The exchange has ended, with or without an error.
  case ended(TransportMetrics)
}

/// Event times, relative to the start of an exchange, and its traffic. A time is `nil` if the event
/// did not occur or the transport does not measure it.
public struct TransportMetrics: Hashable, Sendable {
  /// The time until the host name was resolved.
  public var nameLookupTime: Duration?
  /// The time until the connection was established.
  public var connectTime: Duration?
  /// The time until TLS was established.
  public var tlsTime: Duration?
  /// The time until the first byte of the response was received.
  public var firstByte: Duration?
  /// The duration of the whole exchange.
  public var total: Duration
  /// The number of request body bytes sent.
  public var bytesSent: Int64
  /// The number of response body bytes received, before decompression.
  public var bytesReceived: Int64
  /// Whether an existing connection was reused, or `nil` if the transport does not report it.
  public var isConnectionReused: Bool?
  /// The HTTP version, if the transport reports it.
  public var version: HTTPVersion?
  /// The address of the server, followed by a colon and the port.
  public var remoteAddress: String?

  /// Creates metrics. All times are relative to the start of the exchange.
  public init(
    nameLookupTime: Duration? = nil, connectTime: Duration? = nil, tlsTime: Duration? = nil,
    firstByte: Duration? = nil, total: Duration = .zero, bytesSent: Int64 = 0,
    bytesReceived: Int64 = 0, isConnectionReused: Bool? = nil, version: HTTPVersion? = nil,
    remoteAddress: String? = nil
  ) {
    self.nameLookupTime = nameLookupTime
    self.connectTime = connectTime
    self.tlsTime = tlsTime
    self.firstByte = firstByte
    self.total = total
    self.bytesSent = bytesSent
    self.bytesReceived = bytesReceived
    self.isConnectionReused = isConnectionReused
    self.version = version
    self.remoteAddress = remoteAddress
  }
}
