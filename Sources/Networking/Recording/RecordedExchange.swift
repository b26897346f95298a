import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One request as it was handed to the transport, and what came of it. It is kept as it was: what
/// shows it goes through a ``RedactionRule``.
public struct RecordedExchange: Sendable {
  /// A body: all of its bytes, or none of them.
  public struct Body: Sendable {
    /// The reason why a body is missing.
    public enum Absence: String, Hashable, Sendable {
      /// It is longer than what is kept of one body.
      case tooLong
      /// All that is kept together has its limit.
      case noRoom
      /// The body was not read to its end.
      case unread
      /// A rule hides it, or cannot tell what in it is a secret.
      case hidden
    }

    /// The number of bytes transferred; of a response, after decoding its content.
    public var count: Int64
    /// The bytes; `nil` if they were not kept.
    public var bytes: [UInt8]?
    /// Why there are no bytes, or not all of them.
    public var absence: Absence?

    /// Creates a body.
    public init(_ bytes: [UInt8] = []) {
      count = Int64(bytes.count)
      self.bytes = bytes
    }
  }

  /// The date of the start, by the client's clock.
  public var start: Date
  /// The head of the request.
  public var request: HTTPRequest
  /// The body of the request.
  public var requestBody: Body
  /// The head of the response; `nil` until it is received.
  public var response: HTTPResponseHead?
  /// The body of the response.
  public var responseBody = Body()
  /// The metrics of the transport, or only the total if it reports none.
  public var metrics: TransportMetrics?
  /// Why there is no response, or not all of its body.
  public var error: TransportError?
  /// The how manieth one it is that a request of the client led to, from 1: retries and redirects
  /// count.
  public var attempt: Int
  /// Whether nothing follows any more.
  public var isOver = false

  /// Creates the record of an exchange that has begun.
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
  /// `GET https://example.com/x?… → 200`
  public var description: String {
    let outcome = response.map { "\($0.status)" } ?? error.map { "\($0)" } ?? "…"
    return "\(request.method) \(request.redactedTarget) → \(outcome)"
  }
}

extension RecordedExchange.Body: Redacted {
  /// A description for logs and messages.
  public var description: String { "a body of \(Redaction.bytes(count))" }
}

/// Errors of transports as words, to be written down and read again: `timeout.idle`, `connectionLost`.
enum TransportErrorWord {
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

  /// Returns the kind; `other` for an unknown word.
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

  private static let plain: [(word: String, kind: TransportError.Kind)] = [
    ("cancelled", .cancelled), ("closed", .closed), ("nameNotFound", .nameNotFound),
    ("cannotConnect", .cannotConnect), ("connectionLost", .connectionLost), ("proxy", .proxy),
    ("truncatedBody", .truncatedBody), ("contentDamaged", .content(.damaged)),
    ("requestBody", .requestBody),
  ]
}
