import TremaHTTP

extension HTTPClient {
  /// The events of a stream (`text/event-stream`), over as many connections as it takes: when one
  /// ends, the next one says which event was the last (`Last-Event-ID`), so that a server that gives
  /// its events ids loses and repeats none.
  ///
  ///     for try await event in client.events(.get("news")) { show(event.data) }
  ///
  /// Cold: each loop over it begins anew. It ends with the answer 204. Another status than 200 is the
  /// error `status`, another type a ``ContentTypeError``. A method that is not idempotent is sent
  /// once.
  ///
  /// The deadline `total` is that of the whole. `idle` is how long a connection may be silent: then
  /// another one takes its place. A server that is silent for longer needs a longer one, or none:
  /// `.deadline(.idle, nil)`.
  ///
  /// - Parameter id: of the event after which it begins.
  ///
  /// Source: HTML Standard, section 9.2.
  public func events<Body: BodyRule>(
    _ draft: Draft<Body>, after id: String? = nil,
    options: EventStreamOptions = EventStreamOptions()
  ) -> ServerSentEvents {
    ServerSentEvents(client: self, draft: Draft<BodyAllowed>(draft), id: id, options: options)
  }
}

/// The options of a stream of events.
public struct EventStreamOptions: Hashable, Sendable {
  /// The most bytes of a line.
  public var lineLimit = 1 << 20
  /// The most bytes of the data of an event.
  public var eventLimit = 8 << 20
  /// Before the next connection, until the server says otherwise (`retry`); doubled with each one in
  /// a row that brings no event.
  public var delay = Duration.seconds(3)
  /// The maximum of the doubled delay. No delay is longer than a day, even if the server asks for it.
  public var longestDelay = Duration.seconds(60)
  /// After so many connections in a row that bring no event it is over. One that was there for as
  /// long as ``longestDelay`` is none of them: there was nothing to tell.
  public var connections = 5

  /// Creates options with the defaults.
  public init() {}
}

/// Events as they are received. Nothing is read until the next one is asked for.
public struct ServerSentEvents: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = ServerSentEvent
  /// The error that ends the events.
  public typealias Failure = NetworkError

  let client: HTTPClient
  let draft: Draft<BodyAllowed>
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
  public var description: String { draft.description }
}
