import TremaHTTP

/// An event of a stream of the type `text/event-stream`.
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` unless the stream says otherwise.
  public var type: String
  /// Its lines are joined by LF.
  public var data: String
  /// The last one that the stream said up to here; empty when it said none.
  public var id: String

  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

extension ServerSentEvent: Redacted {
  /// Without its data.
  public var description: String {
    "event '\(HTTPSyntax.shown(type))', \(data.utf8.count) bytes"
  }
}

/// Why a stream of events has ended for good.
public enum EventStreamError: Error, Hashable, Sendable {
  /// A line has more bytes than that.
  case lineTooLong(limit: Int)
  /// The data of an event have more bytes than that.
  case eventTooLong(limit: Int)
  /// The stream ended again and again, and no event came in between.
  case noProgress(connections: Int)
}

extension EventStreamError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .lineTooLong(let limit): "a line of the event stream is longer than \(limit) bytes"
    case .eventTooLong(let limit): "an event is longer than \(limit) bytes"
    case .noProgress(let connections):
      "the event stream ended \(connections) times in a row without an event"
    }
  }
}
