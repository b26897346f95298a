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
    public enum Absence: String, Hashable, Sendable {
      /// It is longer than what is kept of one body.
      case tooLong
      /// All that is kept together has its limit.
      case noRoom
      /// Nobody has read it to its end.
      case unread
      /// A rule hides it, or cannot tell what in it is a secret.
      case hidden
    }

    /// As many as have gone by; of a response after its content was decoded.
    public var count: Int64
    /// Nil where they were not kept.
    public var bytes: [UInt8]?
    /// Why there are no bytes, or not all of them.
    public var absence: Absence?

    public init(_ bytes: [UInt8] = []) {
      count = Int64(bytes.count)
      self.bytes = bytes
    }
  }

  /// By the client's clock.
  public var start: Date
  public var request: HTTPRequest
  public var requestBody: Body
  /// Nil until it comes.
  public var response: HTTPResponseHead?
  public var responseBody = Body()
  /// Those of the transport, or only the total where it tells none.
  public var metrics: TransportMetrics?
  /// Why there is no response, or not all of its body.
  public var error: TransportError?
  /// The how manieth one it is that a request of the client led to, from 1: retries and redirects
  /// count.
  public var attempt: Int
  /// Whether nothing follows any more.
  public var isOver = false

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
  public var description: String { "a body of \(Redaction.bytes(count))" }
}
