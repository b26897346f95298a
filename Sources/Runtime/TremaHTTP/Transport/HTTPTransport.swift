/// The one door to the network: one request goes out, one response comes back. Nothing is decided
/// here: no redirect is followed, no credential is found, no failure is tried again.
///
/// There is one exception, which concerns the connection alone: a request whose method is idempotent,
/// and which has no body, may be sent once more when a connection that was kept turns out to be closed
/// before a byte of the response came (RFC 9110, section 9.2.2). Any other is never sent twice: one
/// with a method that is not idempotent, one with a body, and one of which the head had begun to come.
/// The error is `connectionLost` then, with ``TransportError/mayHaveBeenSent``.
///
/// Whether an implementation keeps to this is asked by the suite `TremaTransportConformance`.
public protocol HTTPTransport: Sendable {
  /// The name in messages: `curl 7.88.1`.
  var name: String { get }

  /// Sends a request and waits for the head of its response; informational ones (1xx) are passed
  /// over. The content is decoded (`gzip`, `deflate`), and then the response has neither
  /// `Content-Encoding` nor `Content-Length`.
  ///
  /// Cancelling the task ends the exchange with the error `cancelled`: before the head the task that
  /// sends, after it the one that waits for a piece of the body.
  ///
  /// How much of a stream comes before its reader wants it is the transport's own limit:
  /// `CurlTransport` keeps some 256 KiB over HTTP/1.1, and up to 32 MiB a stream over HTTP/2.
  ///
  /// - Throws: ``TransportError``, also for a request that ``HTTPRequest/check(body:)`` refuses.
  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse

  /// Ends all exchanges with `cancelled` and gives back all connections, threads and files. What is
  /// sent after that fails with `closed`.
  func close() async
}

/// The settings of one exchange in addition to the request.
public struct TransportContext: Sendable {
  /// The delivery of a response's body.
  public enum Delivery: Hashable, Sendable {
    /// The body is a stream, read as fast as the reader consumes it.
    case stream
    /// The whole body is returned with the head; more than the limit is the error `bodyTooLarge`.
    case whole(limit: Int)
  }

  /// The form in which the body is delivered.
  public var delivery: Delivery
  /// The most bytes that a compressed body may become.
  public var decodedLimit: Int
  /// The observer of events, called in order on any thread; it must return soon.
  public var observer: (@Sendable (TransportEvent) -> Void)?

  /// Creates a context.
  ///
  /// - Parameters:
  /// - delivery: the form in which the body is delivered.
  /// - decodedLimit: the most bytes of a decompressed body.
  /// - observer: receives the events of the exchange.
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
  /// So many bytes of the body have been handed to the connection; the whole where it is known.
  case sent(Int64, of: Int64?)
  /// So many bytes of the body have come, before they were decoded.
  case received(Int64, of: Int64?)
  /// The exchange is over, well or not.
  case ended(TransportMetrics)
}

/// The times of events in an exchange, since its start. `nil` for events that did not happen or that a
/// transport does not measure.
public struct TransportMetrics: Hashable, Sendable {
  /// The time until the host name was resolved.
  public var nameLookedUp: Duration?
  /// The time until the connection was made.
  public var connected: Duration?
  /// The time at which TLS was established.
  public var secured: Duration?
  /// The time at which the first byte of the response was received.
  public var firstByte: Duration?
  /// The time of the whole exchange.
  public var total: Duration
  /// The size of bodies as transferred, in bytes.
  public var bytesSent: Int64
  /// The bytes of the body that were received, before decompression.
  public var bytesReceived: Int64
  /// Whether an open connection was used; `nil` if the transport does not report it.
  public var reusedConnection: Bool?
  /// The version of HTTP, if the transport reports it.
  public var version: HTTPVersion?
  /// An address, and the port behind a colon.
  public var remoteAddress: String?

  /// Creates metrics; all times are from the start of the exchange.
  public init(
    nameLookedUp: Duration? = nil, connected: Duration? = nil, secured: Duration? = nil,
    firstByte: Duration? = nil, total: Duration = .zero, bytesSent: Int64 = 0,
    bytesReceived: Int64 = 0, reusedConnection: Bool? = nil, version: HTTPVersion? = nil,
    remoteAddress: String? = nil
  ) {
    self.nameLookedUp = nameLookedUp
    self.connected = connected
    self.secured = secured
    self.firstByte = firstByte
    self.total = total
    self.bytesSent = bytesSent
    self.bytesReceived = bytesReceived
    self.reusedConnection = reusedConnection
    self.version = version
    self.remoteAddress = remoteAddress
  }
}
