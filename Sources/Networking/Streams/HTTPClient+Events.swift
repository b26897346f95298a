import TremaHTTP

extension HTTPClient {
  /// Returns the events of a stream (`text/event-stream`), over as many connections as are needed.
  /// When a connection ends, the next one sends the identifier of the last event (`Last-Event-ID`),
  /// so that a server with identifiers neither loses nor repeats events.
  ///
  ///     for try await event in client.events(.get("news")) { show(event.data) }
  ///
  /// The sequence is cold: each loop over it starts anew. It ends with a 204 response. Any other
  /// status than 200 is the error `status`, another media type a ``ContentTypeError``. A request
  /// whose method is not idempotent is sent only once.
  ///
  /// The deadline `total` applies to the whole sequence. `idle` is the time without data after
  /// which a connection is replaced by another one. A server that is silent for longer needs a
  /// longer deadline, or none: `.deadline(.idle, nil)`.
  ///
  /// Source: HTML Standard, section 9.2.
  ///
  /// - Parameters:
  ///   - builder: the request.
  ///   - id: the identifier of the event after which the stream starts; `nil` starts with the
  ///     server's choice.
  ///   - options: limits and delays.
  public func events<Body: BodyRule>(
    _ builder: RequestBuilder<Body>, after id: String? = nil,
    options: EventStreamOptions = EventStreamOptions()
  ) -> ServerSentEvents {
    ServerSentEvents(
      client: self, builder: RequestBuilder<BodyAllowed>(builder), id: id, options: options)
  }
}

/// The options of a stream of events.
public struct EventStreamOptions: Hashable, Sendable {
  /// The maximum size of a line, in bytes.
  public var lineLimit = 1 << 20
  /// The maximum size of an event's data, in bytes.
  public var eventLimit = 8 << 20
  /// The delay before the next connection, unless the server requests another one (`retry`). It is
  /// doubled with each consecutive connection that brings no event.
  public var delay = Duration.seconds(3)
  /// The maximum of the doubled delay. No delay is longer than a day, even if the server requests
  /// it.
  public var maxDelay = Duration.seconds(60)
  /// The number of consecutive connections without an event after which the stream fails. A
  /// connection that was open for at least ``maxDelay`` is not counted, as the server may have
  /// had no event.
  public var connections = 5

  /// Creates options with the defaults.
  public init() {}
}

/// The events of a stream as they are received. Nothing is read until the next event is requested.
public struct ServerSentEvents: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = ServerSentEvent
  /// The error that ends the events.
  public typealias Failure = NetworkError

  let client: HTTPClient
  let builder: RequestBuilder<BodyAllowed>
  let id: String?
  let options: EventStreamOptions

  /// An iterator for one task. Releasing it or cancelling the task closes the connection.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var stream: EventConnections

    /// Returns the next event, or `nil` when the stream is over.
    public mutating func next() async throws(NetworkError) -> ServerSentEvent? {
      try await stream.next()
    }
  }

  /// Returns an iterator over the elements.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(stream: EventConnections(self))
  }
}

extension ServerSentEvents: Redacted {
  /// A description for logs: the method and the target, without user names and queries.
  public var description: String { builder.description }
}
