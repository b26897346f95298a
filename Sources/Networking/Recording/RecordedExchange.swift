import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request as it was passed to the transport, and its outcome. The values are not redacted; a
/// ``RedactionRule`` is applied when they are output.
public struct RecordedExchange: Sendable {
  /// A body, with its bytes or only their number.
  public struct Body: Sendable {
    /// The reason why a body is missing.
    public enum Absence: String, Hashable, Sendable {
      /// The body exceeds the limit for a single body.
      case tooLong
      /// The limit for all bodies combined was reached.
      case storageFull = "noRoom"
      /// The body was not read to its end.
      case unread
      /// A rule hides the body or cannot determine its secrets.
      case hidden
    }

    /// The number of bytes transferred. For a response, this is the number after decoding its
    /// content.
    public var count: Int64
    /// The bytes, or `nil` if they were not kept.
    public var bytes: [UInt8]?
    /// The reason why the bytes are missing or incomplete, or `nil` if they are complete.
    public var absence: Absence?

    /// Creates a body of bytes.
    public init(_ bytes: [UInt8] = []) {
      count = Int64(bytes.count)
      self.bytes = bytes
    }
  }

  /// The date of the start, according to the client's clock.
  public var start: Date
  /// The request head.
  public var request: HTTPRequest
  /// The request body.
  public var requestBody: Body
  /// The response head, or `nil` until it is received.
  public var response: HTTPResponseHead?
  /// The response body.
  public var responseBody = Body()
  /// The transport's metrics, or only the total if it reports none.
  public var metrics: TransportMetrics?
  /// The reason why the response or a part of its body is missing, or `nil` if there is no error.
  public var error: TransportError?
  /// The number of this attempt, from 1, among all attempts caused by one client request, including
  /// retries and redirects.
  public var attempt: Int
  /// Whether the exchange has ended.
  public var isOver = false

  /// Creates the record of an exchange that has started.
  public init(
    _ request: HTTPRequest, body: Body = Body(), start: Date, attempt: Int = 1
  ) {
    self.request = request
    requestBody = body
    self.start = start
    self.attempt = attempt
  }
}

extension RecordedExchange: Redacted {
  /// A description for logs: `GET https://example.com/x?… → 200`.
  public var description: String {
    let outcome = response.map { "\($0.status)" } ?? error.map { "\($0)" } ?? "…"
    return "\(request.method) \(request.redactedTarget) → \(outcome)"
  }
}

extension RecordedExchange.Body: Redacted {
  /// A textual representation of this instance.
  public var description: String { "a body of \(Redaction.bytes(count))" }
}

/// A parsable name for a transport error, such as `timeout.idle` or `connectionLost`.
enum TransportErrorName {
  /// Returns the name of an error, or `other` if its kind has none.
  static func text(of error: TransportError) -> String {
    switch error.kind {
    case .unsupported(let feature): "unsupported.\(feature.rawValue)"
    case .timeout(let phase): "timeout.\(phase.rawValue)"
    case .tls(let failure): "tls.\(failure.rawValue)"
    case .bodyTooLarge(let limit): "bodyTooLarge.\(limit)"
    case .content(.tooLarge(let limit)): "contentTooLarge.\(limit)"
    case .malformedResponse(let reason): "malformedResponse.\(reason)"
    default: plain.first { $0.kind == error.kind }?.word ?? "other"
    }
  }

  /// Returns the kind for a name, or `other` for an unknown name.
  static func kind(of text: String) -> TransportError.Kind {
    if let found = plain.first(where: { $0.word == text }) { return found.kind }
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .other }
    let kind: TransportError.Kind? =
      switch parts[0] {
      case "unsupported": TransportFeature(rawValue: parts[1]).map { .unsupported($0) }
      case "timeout": TransportError.Timeout(rawValue: parts[1]).map { .timeout($0) }
      case "tls": TransportError.TLSFailure(rawValue: parts[1]).map { .tls($0) }
      case "bodyTooLarge": Int(parts[1]).map { .bodyTooLarge(limit: $0) }
      case "contentTooLarge": Int(parts[1]).map { .content(.tooLarge(limit: $0)) }
      case "malformedResponse": .malformedResponse(parts[1])
      default: nil
      }
    return kind ?? .other
  }

  /// The kinds without associated values.
  private static let plain: [(word: String, kind: TransportError.Kind)] = [
    ("cancelled", .cancelled), ("closed", .closed), ("nameNotFound", .nameNotFound),
    ("cannotConnect", .cannotConnect), ("connectionLost", .connectionLost), ("proxy", .proxy),
    ("truncatedBody", .truncatedBody), ("contentDamaged", .content(.damaged)),
    ("requestBody", .requestBody),
  ]
}
