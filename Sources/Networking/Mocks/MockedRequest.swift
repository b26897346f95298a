import TremaHTTP

/// A request as it came to a mock, with its whole body.
public struct MockedRequest: Sendable {
  public let head: HTTPRequest
  public let body: [UInt8]
  /// What the variables of the rule's pattern stand for, decoded; empty until a rule fits.
  public internal(set) var parameters: [String: String] = [:]

  init(_ head: HTTPRequest, body: [UInt8]) {
    self.head = head
    self.body = body
  }

  /// The body as UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// As it was sent, without the query.
  public var path: String { (try? URLReference(head.target))?.path ?? "" }

  /// The names and values of the query, decoded.
  public var query: [QueryItem] {
    (try? URLReference(head.target))?.query.map(MockPattern.items) ?? []
  }

  /// For messages, without what may be a secret.
  var asked: String { "\(head.method) \(head.redactedTarget)" }
}

extension MockedRequest: Redacted {
  public var description: String { "\(head), a body of \(Redaction.bytes(body.count))" }
}
