import TremaHTTP
import TremaJSON
import TremaSupport

/// A transport that responds to requests from an archive, without a network and with reproducible
/// results.
///
///     let clock = VirtualClock(skipsWaiting: true)
///     let replay = ReplayTransport(try HTTPArchive(file: "orders.har"), clock: clock.clock)
///
/// A request matches a recorded one if its method, URL and body are equal, apart from secrets. If
/// it was recorded more than once, the responses are returned in order. JSON member order and
/// multipart boundaries are ignored. A recorded failure is repeated. According to the clock,
/// responses take as long as when they were recorded. Any other request fails with
/// `MockFailure.notRecorded(redactedDescription:remainingRequests:)`.
public final class ReplayTransport: HTTPTransport {
  private let recording: ReplayedRecording
  private let mock: MockTransport

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - archive: The recorded exchanges.
  ///   - clock: The clock for delays. For tests, use a ``VirtualClock`` that skips waiting, and use
  ///     it for the client too.
  ///   - rule: The secrets to ignore. It is applied to both the recorded and the sent requests,
  ///     since values that are secret now may not have been redacted in the archive.
  public init(
    _ archive: HTTPArchive, clock: NetworkClock = .system, redacting rule: RedactionRule = .standard
  ) {
    let recording = ReplayedRecording(archive, rule)
    self.recording = recording
    mock = MockTransport(
      MockTime(clock),
      .any(.computed { (request) throws(TransportError) in try recording.response(to: request) }))
  }

  /// The name shown in the client's description: `replay`.
  public var name: String { "replay" }

  /// The recorded requests that have not been sent, such as `POST https://api.example.com/orders`.
  public var remainingRequests: [String] { recording.remainingRequests }

  /// The requests that were sent, in order.
  public var requests: [MockedRequest] { mock.requests }

  /// Returns the recorded response to a request.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    try await mock.send(request, body: body, context: context)
  }

  /// Closes the transport. Exchanges in progress are cancelled, and further requests fail.
  public func close() async { await mock.close() }
}

extension ReplayTransport: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(name): \(remainingRequests.count) exchanges left" }
}

/// The exchanges of a recording that have not been replayed.
private final class ReplayedRecording: Sendable {
  /// The properties of a request that are compared.
  private struct Key: Hashable {
    let method: String
    /// The redacted URL.
    let target: String
    /// The body's digest, or `nil` if the body was not recorded, which matches any body.
    let body: String?
  }

  /// A recorded exchange and its position in the archive.
  private struct Entry {
    let number: Int
    let exchange: RecordedExchange
  }

  private struct State {
    /// The responses by request, in reverse order, so the next one is the last.
    var entries: [Key: [Entry]] = [:]
  }

  private let rule: RedactionRule
  private let state: LockedValue<State>

  init(_ archive: HTTPArchive, _ rule: RedactionRule) {
    self.rule = rule
    var state = State()
    for (number, exchange) in archive.exchanges.enumerated().reversed() {
      let body = exchange.requestBody
      let key = Self.key(
        exchange.request, body.absence == nil ? body.bytes : nil, rule)
      state.entries[key, default: []].append(Entry(number: number, exchange: exchange))
    }
    self.state = LockedValue(state)
  }

  var remainingRequests: [String] {
    state.withLock { $0.entries.values.joined().sorted { $0.number < $1.number } }
      .map { "\($0.exchange.request.method) \($0.exchange.request.redactedTarget)" }
  }

  /// Returns the next response to a request. A recorded request without a body matches if no
  /// request with the same body is left.
  func response(to request: MockedRequest) throws(TransportError) -> MockResponse {
    let key = Self.key(request.head, request.body, rule)
    let open = Key(method: key.method, target: key.target, body: nil)
    let found: RecordedExchange? = state.withLock { state in
      for key in [key, open] {
        guard let answer = state.entries[key]?.popLast() else { continue }
        if state.entries[key]?.isEmpty == true { state.entries[key] = nil }
        return answer.exchange
      }
      return nil
    }
    guard let found else {
      throw TransportError(
        .mock(.notRecorded(request: request.redactedDescription, remaining: remainingRequests)))
    }
    return try Self.response(found, for: request.redactedDescription)
  }

  /// Returns the key of a request, after redaction.
  private static func key(
    _ request: HTTPRequest, _ body: [UInt8]?, _ rule: RedactionRule
  ) -> Key {
    let type = request.fields[.contentType]
    let digest = body.map { body -> String in
      let redacted = rule.redacted(RecordedExchange.Body(body), request.fields).bytes
      return redacted.map { HashFunction.sha256.hexDigest(of: canonical($0, type)) } ?? ""
    }
    return Key(
      method: request.method.name, target: rule.redacted(url: request.target),
      body: digest == "" ? nil : digest)
  }

  /// Returns the same bytes for equivalent bodies, since the order of JSON members depends on the
  /// encoder, and boundaries are random.
  private static func canonical(_ body: [UInt8], _ type: String?) -> [UInt8] {
    switch BodyKind(body, type: type) {
    case .json:
      guard let value = try? JSONValue.decode(body, file: "", keepsDuplicates: true) else {
        return body
      }
      return JSONWriter(order: .sorted, layout: .compact, endsWithNewline: false).bytes(of: value)
    case .multipart(let boundary): return body.replacing(boundary, with: Array("boundary".utf8))
    default: return body
    }
  }

  /// Returns a response that repeats an exchange, including its times and its error.
  private static func response(
    _ exchange: RecordedExchange, for description: String
  ) throws(TransportError) -> MockResponse {
    let first = exchange.metrics?.firstByte ?? exchange.metrics?.total ?? .zero
    guard let response = exchange.response else {
      let error = exchange.error ?? TransportError(.other, "no response was recorded")
      return MockResponse(.failure(error)).delayed(by: exchange.metrics?.total ?? .zero)
    }
    let body = exchange.responseBody
    if let absence = body.absence, absence != .unread {
      throw TransportError(.mock(.bodyNotRecorded(asked: description, reason: absence.rawValue)))
    }
    let remaining = max(.zero, (exchange.metrics?.total ?? .zero) - first)
    let ending: MockResponse.Ending = exchange.error.map { .failing($0.kind) } ?? .complete
    let chunks = chunks(body.bytes ?? [], over: remaining)
    var answer = MockResponse.chunks(
      chunks, every: chunks.isEmpty ? .zero : remaining / chunks.count, ending: ending, type: nil,
      status: response.status, fields: response.fields)
    answer.version = response.version
    return answer.delayed(by: first)
  }

  /// Splits a body into enough chunks to make the delay before each of them short. Otherwise the
  /// idle deadline could end an exchange that it did not end originally.
  private static func chunks(_ bytes: [UInt8], over time: Duration) -> [[UInt8]] {
    if bytes.isEmpty { return [] }
    let chunkCount = 1 + Int(clamping: time.components.seconds)
    let size = max(1, bytes.count / min(chunkCount, bytes.count))
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }
}
