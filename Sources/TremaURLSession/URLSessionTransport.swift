import Foundation
import TremaHTTP
import TremaLock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends over `URLSession`: the transport of Apple platforms. On Linux it works round what
/// FoundationNetworking does wrong; what is left is written down in ``URLSessionLimit``.
///
/// It keeps its sessions until ``close()``, or until it is gone.
public final class URLSessionTransport: HTTPTransport {
  private let lanes: LanePool
  private let watch = DeadlineWatch()

  /// - Throws: `unsupported` for whatever `configuration` asks that `URLSession` cannot do here, and
  ///   `tls` for anchors and identities that cannot be read.
  public init(_ configuration: TransportConfiguration = .init()) throws(TransportError) {
    try Self.check(configuration)
    lanes = LanePool(try SessionSetup(configuration))
  }

  public var name: String {
    #if canImport(FoundationNetworking)
      "FoundationNetworking"
    #else
      "URLSession"
    #endif
  }

  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    do throws(HTTPSyntaxError) {
      try request.check(body: body)
    } catch {
      throw TransportError(.invalidRequest(error))
    }
    if Task.isCancelled { throw TransportError(.cancelled) }
    let outgoing = try await OutgoingRequest(request, body: body)
    let exchange = Exchange(request, context, expecting: outgoing.length)
    let lane: Lane
    do throws(TransportError) {
      lane = try lanes.enter(exchange, of: outgoing, delivery: context.delivery)
    } catch {
      outgoing.upload?.cancel()
      throw error
    }
    watch.add(exchange)
    let result = await withTaskCancellationHandler {
      await exchange.head { lane.start(outgoing, exchange) }
    } onCancel: {
      exchange.end(TransportError(.cancelled))
    }
    return try result.get()
  }

  public func close() async {
    await lanes.close()
    watch.close()
  }

  deinit { watch.close() }
}
