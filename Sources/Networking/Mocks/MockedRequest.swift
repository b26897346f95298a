import TremaHTTP

/// A request that was received by a mock transport, including its whole body.
public struct MockedRequest: Sendable {
  /// The method, target and fields.
  public let head: HTTPRequest
  /// The body's bytes.
  public let body: [UInt8]
  /// The decoded values of the pattern's variables, or empty until a rule matches.
  public internal(set) var parameters: [String: String] = [:]

  init(_ head: HTTPRequest, body: [UInt8]) {
    self.head = head
    self.body = body
  }

  /// The body decoded as UTF-8, with invalid bytes replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The path as it was sent, without the query, or empty if the target is not a URL.
  public var path: String { (try? URLReference(head.target))?.path ?? "" }

  /// The decoded names and values of the query.
  public var query: [QueryItem] {
    (try? URLReference(head.target))?.query.map(MockPattern.items) ?? []
  }

  /// The request for use in messages, without secrets.
  var redactedDescription: String { "\(head.method) \(head.redactedTarget)" }
}

extension MockedRequest: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(head), a body of \(Redaction.bytes(body.count))" }
}
