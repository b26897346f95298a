import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport that sends requests with another transport and records the exchanges for an archive.
///
///     let recording = RecordingTransport(wrapping: try CurlTransport())
///     let client = HTTPClient(baseURL: "https://api.example.com", transport: recording)
///     try await client.send(.get("orders"))
///     try recording.write(to: "orders.har")
///
/// The chunks of streamed bodies are passed on as they are read.
public final class RecordingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let clock: NetworkClock
  private let store: ExchangeStore

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - clock: The clock for dates, and for times that the transport does not measure.
  ///   - bodyLimit: The maximum recorded body size, in bytes. For longer bodies, only the size is
  ///     recorded.
  ///   - totalLimit: The maximum size of the whole recording, in bytes, beyond which bodies are not
  ///     recorded.
  public init(
    wrapping transport: any HTTPTransport, clock: NetworkClock = .system, bodyLimit: Int = 4 << 20,
    totalLimit: Int = 256 << 20
  ) {
    self.transport = transport
    self.clock = clock
    store = ExchangeStore(
      ExchangeStore.Limits(count: nil, bytes: totalLimit, body: bodyLimit, evictsOldest: false))
  }

  /// The name shown in the client's description: `recording` followed by the transport's name.
  public var name: String { "recording \(transport.name)" }

  /// The exchanges in the order they were started, including their secrets.
  public var exchanges: [RecordedExchange] { store.all }

  /// Sends a request and records the exchange.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    let recorder = ExchangeRecorder(request, body, in: store, clock: clock)
    var context = context
    let observer = context.observer
    context.observer = { event in
      recorder.handleEvent(event)
      observer?(event)
    }
    do throws(TransportError) {
      var response = try await transport.send(
        request, body: recorder.recording(body), context: context)
      recorder.record(&response)
      return response
    } catch {
      recorder.recordFailure(error)
      throw error
    }
  }

  /// Closes the wrapped transport.
  public func close() async { await transport.close() }

  /// Returns the recorded exchanges as HAR 1.2, by default without secrets.
  public func har(redacting rule: RedactionRule = .standard) -> [UInt8] {
    HTTPArchive(exchanges).bytes(redacting: rule)
  }

  /// Writes the recorded exchanges as HAR 1.2 to a file, which is replaced atomically.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(_:)`` if the file cannot be written.
  public func write(
    to path: String, redacting rule: RedactionRule = .standard
  ) throws(ArchiveError) {
    try HTTPArchive(exchanges).write(to: path, redacting: rule)
  }
}

extension RecordingTransport: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(name): \(exchanges.count) exchanges" }
}
