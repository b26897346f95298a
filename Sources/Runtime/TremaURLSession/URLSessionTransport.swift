import Foundation
import TremaHTTP
import TremaSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends over `URLSession`: the transport of Apple platforms.
///
/// - Warning: on Linux it is for servers that you trust. FoundationNetworking lets a hostile or merely
///   broken server end the process or hold up every request, and accepts old versions of TLS. What can be
///   mended from outside is mended; ``URLSessionLimit`` has the rest. `CurlTransport` has none of it.
///
/// It keeps its sessions until ``close()``, or until it is gone.
public final class URLSessionTransport: HTTPTransport {
  private let lanes: SessionPool
  private let watch = DeadlineWatch()

  /// - Parameters:
  ///   - adjust: changes what each session is made with, which is ephemeral: whether it may use
  ///     expensive networks, waits for connectivity, has protocol classes. Cookies, caches,
  ///     credentials, deadlines, TLS and how many connections there are stay as the transport needs
  ///     them, and so do proxies that `configuration` names. Of the rest Foundation on Linux heeds
  ///     little.
  /// - Throws: `unsupported` for what `configuration` asks that `URLSession` cannot do here, and
  ///   `tls` for anchors and identities that cannot be read.
  public init(
    _ configuration: TransportConfiguration = .init(),
    adjusting adjust: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }
  ) throws(TransportError) {
    try Self.check(configuration)
    lanes = SessionPool(try SessionSetup(configuration, adjust))
  }

  /// The name of the transport.
  public var name: String {
    #if canImport(FoundationNetworking)
      "FoundationNetworking"
    #else
      "URLSession"
    #endif
  }

  /// Sends a request and returns its response.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    do throws(HTTPSyntaxError) {
      try request.check(body: body)
    } catch {
      throw TransportError(.invalidRequest(error))
    }
    let url = try OutgoingRequest.url(of: request)
    if lanes.isClosed { throw TransportError(.closed) }
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

  private func run(_ exchange: SessionExchange, _ url: URL, _ body: HTTPBody) async
    -> SessionExchange.Answer
  {
    do throws(TransportError) {
      let body = try await OutgoingBody(body, for: exchange)
      let outgoing = OutgoingRequest(exchange.request, url, body)
      let lane = try lanes.enter(exchange, outgoing)
      exchange.isReady(toSend: body)
      return await exchange.head { lane.start(outgoing, exchange) }
    } catch {
      // What ended it first is the reason: the source of a body fails when it is cancelled.
      exchange.end(error)
      return .failure(exchange.failure ?? error)
    }
  }

  /// Cancels all tasks and invalidates the session.
  public func close() async {
    await lanes.close()
    watch.close()
  }

  deinit { watch.close() }
}
