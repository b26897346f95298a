import TremaHTTP

extension HTTPClient {
  /// Returns the events of a stream (`text/event-stream`), using as many connections as needed.
  /// When a connection ends, the next one sends the identifier of the last event (`Last-Event-ID`),
  /// so no events are lost or repeated if the server uses identifiers.
  ///
  ///     for try await event in client.events(.get("news")) { show(event.data) }
  ///
  /// The sequence is cold: each loop over it starts anew. It ends with a 204 response. Any status
  /// other than 200 is reported as `status`, and a different media type as ``ContentTypeError``. A
  /// request whose method is not idempotent is sent only once.
  ///
  /// The `total` deadline applies to the whole sequence. The `idle` deadline is the time without
  /// data after which a connection is replaced. A server that is silent for longer requires a
  /// longer deadline, or none: `.deadline(.idle, nil)`.
  ///
  /// See the HTML Standard, section 9.2.
  ///
  /// - Parameters:
  ///   - builder: The request.
  ///   - id: The identifier of the event after which the stream starts; `nil` lets the server
  ///     choose.
  ///   - options: Limits and delays.
  public func events<Body: BodyRule>(
    _ builder: RequestBuilder<Body>, after id: String? = nil,
    options: EventStreamOptions = EventStreamOptions()
  ) -> ServerSentEvents {
    ServerSentEvents(
      client: self, builder: RequestBuilder<BodyAllowed>(builder), id: id, options: options)
  }
}

/// An event stream's options.
public struct EventStreamOptions: Hashable, Sendable {
  /// The maximum line size, in bytes.
  public var lineLimit = 1 << 20
  /// The maximum size of an event's data, in bytes.
  public var eventLimit = 8 << 20
  /// The delay before the next connection, unless the server requests a different delay (`retry`).
  /// It doubles with each consecutive connection without an event.
  public var delay = Duration.seconds(3)
  /// The maximum of the doubled delay. No delay is longer than a day, even if the server requests
  /// one.
  public var maxDelay = Duration.seconds(60)
  /// The number of consecutive connections without an event after which the stream fails. A
  /// connection that was open for at least ``maxDelay`` is not counted, as the server may have had
  /// no events to send.
  public var connections = 5

  /// Creates options with the defaults.
  public init() {}
}

/// The events of a stream, as they are received. Nothing is read until the next event is requested.
public struct ServerSentEvents: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = ServerSentEvent
  /// The error that ends the events.
  public typealias Failure = NetworkError

  let client: HTTPClient
  let builder: RequestBuilder<BodyAllowed>
  let id: String?
  let options: EventStreamOptions

  /// An iterator for use by a single task. Releasing it or cancelling the task closes the
  /// connection.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var stream: EventConnections

    /// Returns the next event, or `nil` at the end of the stream.
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
  /// A description for logs: the method and the target, without user names or queries.
  public var description: String { builder.description }
}
