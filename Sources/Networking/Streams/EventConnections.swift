import TremaHTTP

/// The connections used by one iteration over an event stream.
struct EventConnections {
  private let client: HTTPClient
  private let builder: RequestBuilder<BodyAllowed>
  private let options: EventStreamOptions
  /// The value of `Last-Event-ID` for the next connection, or empty if there is none.
  private var lastEventID: String
  /// The delay last requested by the server, or `nil` if it has not requested one.
  private var retry: Duration?
  /// The open connection, or `nil` before the next one is opened.
  private var current: Connection?
  /// The total deadline, which is set when the first connection is opened.
  private var deadline: ContinuousClock.Instant?
  /// The number of requests so far.
  private var count = 0
  /// The number of consecutive connections without an event.
  private var failureCount = 0
  /// Whether the stream has permanently ended.
  private var isOver = false

  /// An open connection.
  private struct Connection {
    let body: StreamedBody
    let head: HTTPResponseHead
    /// The instant at which the head was received.
    let start: ContinuousClock.Instant
    var parser: EventStreamParser
    /// Whether an event has been received on this connection.
    var hasEvents = false
  }

  /// The longest delay that a server can request: one day.
  private static let maxServerDelay = Duration.seconds(86_400)

  init(_ events: ServerSentEvents) {
    (client, options) = (events.client, events.options)
    var builder = events.builder
    lastEventID = events.id ?? builder.request.fields[.lastEventID] ?? ""
    if !builder.request.fields.contains(.cacheControl) {
      builder.request.fields[.cacheControl] = "no-store"
    }
    builder.options.acceptedStatuses = [HTTPStatus.ok.code, HTTPStatus.noContent.code]
    self.builder = builder
  }

  /// Returns the next event, opening connections as needed, or `nil` at the end of the stream.
  mutating func next() async throws(NetworkError) -> ServerSentEvent? {
    do throws(NetworkError) {
      while !isOver {
        if current == nil {
          try await connect()
        } else if let event = try await read() {
          return event
        }
      }
      return nil
    } catch {
      isOver = true
      let head = current?.head
      current = nil
      var error = error
      if error.request == nil {
        var request = builder.request
        if let head, !head.url.isEmpty { request.target = head.url }
        error.request = request
      }
      error.response = error.response ?? head
      error.attempts = max(count, error.attempts)
      throw error
    }
  }

  /// Reads one event or one chunk from the current connection. Returns `nil` if no complete event
  /// is available.
  private mutating func read() async throws(NetworkError) -> ServerSentEvent? {
    do throws(EventStreamError) {
      if let event = try current?.parser.next() {
        current?.hasEvents = true
        failureCount = 0
        return event
      }
    } catch {
      throw NetworkError(.decoding(error))
    }
    let chunk: [UInt8]?
    do throws(TransportError) { chunk = try await current?.body.next() } catch {
      try handleEnd(NetworkError(transport: error))
      return nil
    }
    if let chunk { current?.parser.feed(chunk) } else { try handleEnd(nil) }
    return nil
  }

  /// Opens the next connection, after a delay unless it is the first one.
  private mutating func connect() async throws(NetworkError) {
    if count == 0 {
      let total =
        builder.options.explicitDeadlines.contains(.total)
        ? builder.request.deadlines.total : client.deadlines.total
      deadline = total.map { client.clock.now() + $0 }
    } else {
      try await wait()
    }
    let response: HTTPResponse
    do throws(NetworkError) {
      count += 1
      response = try await client.send(try request())
    } catch {
      return try handleEnd(error)
    }
    // A 204 ends the stream, and the client must not reconnect.
    if response.status == .noContent {
      response.body.cancel()
      isOver = true
      return
    }
    guard MediaType.matches(response, "text/event-stream") else {
      response.body.cancel()
      let error = ContentTypeError(
        expected: ["text/event-stream"], found: response.fields[.contentType])
      throw NetworkError(.decoding(error), response: response.head)
    }
    current = Connection(
      body: StreamedBody(response.body), head: response.head, start: client.clock.now(),
      parser: EventStreamParser(
        lastEventID: lastEventID, lineLimit: options.lineLimit, eventLimit: options.eventLimit))
  }

  /// Returns the request for the next connection, with the last identifier and the remaining time.
  private func request() throws(NetworkError) -> Request<HTTPResponse> {
    var builder = builder
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let id = lastEventID.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    let value = String(decoding: id, as: UTF8.self)
    // An event may have an identifier that is not allowed in a field. In this case it is omitted,
    // and the server decides which event is next.
    builder.request.fields[.lastEventID] =
      value.isEmpty || !HTTPSyntax.isFieldValue(value) ? nil : value
    if let deadline {
      let remaining = deadline - client.clock.now()
      guard remaining > .zero else { throw NetworkError(.timeout(.total)) }
      builder.request.deadlines.total = remaining
      builder.options.explicitDeadlines.insert(.total)
    }
    return Request(
      builder,
      decoder: ResponseDecoder(accept: "text/event-stream", isStreaming: true) { response, _ in
        response
      })
  }

  /// Handles the end of a connection, or a failure to open one.
  ///
  /// - Throws: The error that permanently ends the stream.
  private mutating func handleEnd(_ error: NetworkError?) throws(NetworkError) {
    if let error, !error.isConnectionLoss { throw error }
    if let current {
      lastEventID = current.parser.lastEventID
      retry = current.parser.retry ?? retry
    }
    // A connection that was open for long enough counts as progress, even without an event.
    let openDuration = current.map { client.clock.now() - $0.start } ?? .zero
    if current?.hasEvents == true || openDuration > .zero && openDuration >= options.maxDelay {
      failureCount = 0
    } else {
      failureCount += 1
    }
    let mayConnect = builder.request.method.isIdempotent
    if !mayConnect || failureCount >= options.connections {
      isOver = true
      if let error { throw error }
      if mayConnect {
        throw NetworkError(.decoding(EventStreamError.noProgress(connections: failureCount)))
      }
    }
    current = nil
  }

  /// Waits before the next connection.
  private func wait() async throws(NetworkError) {
    let first = min(retry ?? options.delay, Self.maxServerDelay)
    let doubled = min(first * (1 << min(failureCount, 20)), max(first, options.maxDelay))
    let end = client.clock.now() + doubled
    if let deadline, deadline <= end { throw NetworkError(.timeout(.total)) }
    do { try await client.clock.sleep(end) } catch { throw NetworkError(.cancelled) }
  }
}
