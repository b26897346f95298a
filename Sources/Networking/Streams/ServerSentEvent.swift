import TremaHTTP

/// An event of a stream of the type `text/event-stream`.
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` unless the stream says otherwise.
  public var type: String
  /// Its lines are joined by LF.
  public var data: String
  /// The last one that the stream said up to here; empty when it said none.
  public var id: String

  /// Creates an event.
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
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .lineTooLong(let limit): "a line of the event stream is longer than \(limit) bytes"
    case .eventTooLong(let limit): "an event is longer than \(limit) bytes"
    case .noProgress(let connections):
      "the event stream ended \(connections) times in a row without an event"
    }
  }
}

/// Reads events out of the bytes of a stream, wherever its pieces end. What is malformed in UTF-8 is
/// replaced, as the format has it.
///
/// Source: HTML Standard, section 9.2.6, "Interpreting an event stream".
struct EventStreamParser {
  private var splitter: LineSplitter
  private let lineLimit: Int
  private let eventLimit: Int
  /// Each line of it with an LF behind it.
  private var data: [UInt8] = []
  private var type = ""
  /// The identifier of the next event.
  private var idBuffer: String

  /// The last identifier, for `Last-Event-ID`.
  private(set) var lastEventID: String
  /// The last one that was said.
  private(set) var retry: Duration?

  /// - Parameter lastEventID: of the stream that this one goes on with.
  init(lastEventID: String = "", lineLimit: Int = 1 << 20, eventLimit: Int = 8 << 20) {
    splitter = LineSplitter(limit: lineLimit)
    (self.lineLimit, self.eventLimit) = (lineLimit, eventLimit)
    (idBuffer, self.lastEventID) = (lastEventID, lastEventID)
  }

  mutating func feed(_ piece: [UInt8]) { splitter.feed(piece) }

  /// The next event that is there as a whole; nil when more is to be fed. One that the stream ends
  /// in the midst of never comes.
  mutating func next() throws(EventStreamError) -> ServerSentEvent? {
    while let line = try line() {
      let isFirst = splitter.number == 1
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = isFirst && line.starts(with: mark) ? line.dropFirst(3) : line
      if text.isEmpty {
        if let event = dispatched() { return event }
      } else {
        try take(text)
      }
    }
    return nil
  }

  private mutating func line() throws(EventStreamError) -> ArraySlice<UInt8>? {
    do throws(LineError) { return try splitter.next() } catch {
      throw .lineTooLong(limit: lineLimit)
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(EventStreamError) {
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line[name.endIndex...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    if name.elementsEqual("data".utf8) {
      guard value.count < eventLimit - data.count else {
        throw .eventTooLong(limit: eventLimit)
      }
      data += value
      data.append(0x0A)
    } else if name.elementsEqual("event".utf8) {
      type = String(decoding: value, as: UTF8.self)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { idBuffer = String(decoding: value, as: UTF8.self) }
    } else if name.elementsEqual("retry".utf8) {
      let isNumber = !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
      // More than 64 bits hold is never, and that is no time to wait.
      if isNumber, let milliseconds = Int64(String(decoding: value, as: UTF8.self)) {
        retry = .milliseconds(milliseconds)
      }
    }
  }

  private mutating func dispatched() -> ServerSentEvent? {
    lastEventID = idBuffer
    defer {
      data = []
      type = ""
    }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type,
      data: String(decoding: data.dropLast(), as: UTF8.self), id: lastEventID)
  }
}
