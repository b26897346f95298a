import TremaHTTP

/// An event in a `text/event-stream`.
public struct ServerSentEvent: Hashable, Sendable {
  /// The type, which is `message` unless the stream sets a different one.
  public var type: String
  /// The data, whose lines are separated by LF.
  public var data: String
  /// The last identifier set by the stream up to this event, or empty if there is none.
  public var id: String

  /// Creates an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

extension ServerSentEvent: Redacted {
  /// A description for logs that omits the data.
  public var description: String {
    "event '\(HTTPSyntax.escaped(type))', \(data.utf8.count) bytes"
  }
}

/// An error that permanently ends an event stream.
public enum EventStreamError: Error, Hashable, Sendable {
  /// A line has more bytes than the limit.
  case lineTooLong(limit: Int)
  /// The data of an event has more bytes than the limit.
  case eventTooLong(limit: Int)
  /// This many consecutive connections ended without an event.
  case noProgress(connections: Int)
}

extension EventStreamError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .lineTooLong(let limit): "a line of the event stream is longer than \(limit) bytes"
    case .eventTooLong(let limit): "an event is longer than \(limit) bytes"
    case .noProgress(let connections):
      "the event stream ended \(connections) times in a row without an event"
    }
  }
}

/// A parser for the events in a byte stream, regardless of chunk boundaries. As the format
/// specifies, malformed UTF-8 is replaced.
///
/// See the HTML Standard, section 9.2.6, "Interpreting an event stream".
struct EventStreamParser {
  private var splitter: LineSplitter
  private let lineLimit: Int
  private let eventLimit: Int
  /// The data of the current event, in which each line is followed by LF.
  private var data: [UInt8] = []
  /// The current event's type, or empty if none was set.
  private var type = ""
  /// The identifier of the next event.
  private var idBuffer: String

  /// The last identifier, for `Last-Event-ID`.
  private(set) var lastEventID: String
  /// The last reconnection delay set by the stream.
  private(set) var retry: Duration?

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - lastEventID: The last identifier of the stream to continue.
  ///   - lineLimit: The maximum line size, in bytes.
  ///   - eventLimit: The maximum size of an event's data, in bytes.
  init(lastEventID: String = "", lineLimit: Int = 1 << 20, eventLimit: Int = 8 << 20) {
    splitter = LineSplitter(limit: lineLimit)
    (self.lineLimit, self.eventLimit) = (lineLimit, eventLimit)
    (idBuffer, self.lastEventID) = (lastEventID, lastEventID)
  }

  /// Adds a chunk.
  mutating func feed(_ chunk: [UInt8]) { splitter.feed(chunk) }

  /// Returns the next complete event, or `nil` if more bytes are needed. An event that is
  /// incomplete at the end of the stream is discarded.
  mutating func next() throws(EventStreamError) -> ServerSentEvent? {
    while let line = try line() {
      let isFirst = splitter.number == 1
      let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = isFirst && line.starts(with: byteOrderMark) ? line.dropFirst(3) : line
      if text.isEmpty {
        if let event = takeEvent() { return event }
      } else {
        try process(text)
      }
    }
    return nil
  }

  /// Returns the next complete line.
  private mutating func line() throws(EventStreamError) -> ArraySlice<UInt8>? {
    do throws(LineError) { return try splitter.next() } catch {
      throw .lineTooLong(limit: lineLimit)
    }
  }

  /// Processes a non-empty line: a field, a comment, or an unknown field, which is ignored.
  private mutating func process(_ line: ArraySlice<UInt8>) throws(EventStreamError) {
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
      // A number that exceeds 64 bits is ignored.
      if isNumber, let milliseconds = Int64(String(decoding: value, as: UTF8.self)) {
        retry = .milliseconds(milliseconds)
      }
    }
  }

  /// Returns the current event and resets its fields. Returns `nil` if it has no data.
  private mutating func takeEvent() -> ServerSentEvent? {
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
