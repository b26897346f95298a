import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends by way of another transport, and keeps what went by for an archive.
///
///     let recording = RecordingTransport(wrapping: try CurlTransport())
///     let client = HTTPClient(baseURL: "https://api.example.com", transport: recording)
///     try await client.send(.get("orders"))
///     try recording.write(to: "orders.har")
///
/// Bodies are handed on piece by piece as they are asked for.
public final class RecordingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let clock: NetworkClock
  private let store: ExchangeStore

  /// - Parameters:
  ///   - clock: for dates, and for times where the transport measures none.
  ///   - bodyLimit: the most bytes of one body that are kept; of a longer one nothing is.
  ///   - totalLimit: of all together; later bodies are not kept then.
  public init(
    wrapping transport: any HTTPTransport, clock: NetworkClock = .system, bodyLimit: Int = 4 << 20,
    totalLimit: Int = 256 << 20
  ) {
    self.transport = transport
    self.clock = clock
    store = ExchangeStore(
      ExchangeStore.Limits(count: nil, bytes: totalLimit, body: bodyLimit, forgetsOldest: false))
  }

  /// `recording`, with the name of the transport.
  public var name: String { "recording \(transport.name)" }

  /// The exchanges in the order of their start, with their secrets.
  public var exchanges: [RecordedExchange] { store.all }

  /// Sends a request and records the exchange.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    let watch = ExchangeWatch(request, body, in: store, clock: clock)
    var context = context
    let observer = context.observer
    context.observer = { event in
      watch.see(event)
      observer?(event)
    }
    do throws(TransportError) {
      var response = try await transport.send(
        request, body: watch.watching(body), context: context)
      watch.watch(&response)
      return response
    } catch {
      watch.failed(error)
      throw error
    }
  }

  /// Closes the transport.
  public func close() async { await transport.close() }

  /// Returns the recorded exchanges as HAR 1.2, without secrets.
  public func har(redacting rule: RedactionRule = .standard) -> [UInt8] {
    HTTPArchive(exchanges).bytes(redacting: rule)
  }

  /// The same as a file, which is there as a whole or not at all.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(_:)``.
  public func write(
    to path: String, redacting rule: RedactionRule = .standard
  ) throws(ArchiveError) {
    try HTTPArchive(exchanges).write(to: path, redacting: rule)
  }
}

extension RecordingTransport: Redacted {
  /// A description for logs and messages.
  public var description: String { "\(name): \(exchanges.count) exchanges" }
}
