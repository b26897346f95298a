import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that uses `URLSession`, the default on Apple platforms.
///
/// - Warning: On Linux, use it only for servers that you trust. With FoundationNetworking, a
///   malicious or merely faulty server can terminate the process or delay all requests, and
///   obsolete TLS versions are accepted. The transport corrects what it can; ``URLSessionLimit``
///   lists the remaining deviations. `CurlTransport` has none of them.
///
/// The sessions are kept until ``close()`` is called or the transport is released.
public final class URLSessionTransport: HTTPTransport {
  private let pool: SessionPool
  private let watch = DeadlineWatch()

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - configuration: The transport's connection settings.
  ///   - adjust: Changes the ephemeral configuration used to create each session, for example the
  ///     use of expensive networks, waiting for connectivity, or protocol classes. Cookies, caches,
  ///     credentials, time limits, TLS, the number of connections, and proxies that `configuration`
  ///     contains are set by the transport afterwards. Foundation on Linux ignores most of the
  ///     other settings.
  /// - Throws: `unsupported` for settings of `configuration` that `URLSession` does not support on
  ///   this platform, and `tlsPolicy` for anchors and identities that cannot be read.
  public init(
    _ configuration: TransportConfiguration = .init(),
    adjusting adjust: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }
  ) throws(TransportError) {
    try Self.check(configuration)
    pool = SessionPool(try SessionSetup(configuration, adjust))
  }

  /// The name of the transport: `URLSession` or `FoundationNetworking`.
  public var name: String {
    #if canImport(FoundationNetworking)
      "FoundationNetworking"
    #else
      "URLSession"
    #endif
  }

  /// Sends a request and returns its response; see `HTTPTransport`.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    do throws(HTTPSyntaxError) {
      try request.check(body: body)
    } catch {
      throw TransportError(.invalidRequest(error))
    }
    let url = try OutgoingRequest.url(of: request)
    if pool.isClosed { throw TransportError(.closed) }
    if Task.isCancelled { throw TransportError(.cancelled) }
    let exchange = SessionExchange(request, context)
    watch.add(exchange)
    let result = await withTaskCancellationHandler {
      await run(exchange, url, body)
    } onCancel: {
      exchange.end(TransportError(.cancelled))
    }
    return try result.get()
  }

  /// Prepares the body, starts the exchange and waits for its result.
  private func run(_ exchange: SessionExchange, _ url: URL, _ body: HTTPBody) async
    -> SessionExchange.ResponseResult
  {
    do throws(TransportError) {
      let body = try await OutgoingBody(body, for: exchange)
      let outgoing = OutgoingRequest(exchange.request, url, body)
      let session = try pool.enter(exchange, outgoing)
      exchange.recordStart(ofSending: body)
      return await exchange.waitForHead { session.start(outgoing, exchange) }
    } catch {
      // The first error is the cause: the source of a body also fails when it is cancelled.
      exchange.end(error)
      return .failure(exchange.failure ?? error)
    }
  }

  /// Cancels all exchanges with `cancelled` and invalidates the sessions.
  public func close() async {
    await pool.close()
    watch.close()
  }

  deinit { watch.close() }
}
