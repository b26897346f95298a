import TremaHTTP

/// Why a request has no value.
public struct NetworkError: Error, Sendable {
  public enum Kind: Sendable {
    /// It cannot be built; nothing was sent.
    case invalidRequest(HTTPSyntaxError)
    /// A value for its URL or body cannot be written.
    case encoding(any Error)
    /// What must hold before it is sent does not, and could not be made to.
    case constraint(name: String, any Error)
    case transport(TransportError)
    /// The response came, and says no.
    case status(HTTPFailure)
    /// The response came, and is not what was expected.
    case decoding(any Error)
    case cancelled
    /// An interceptor ended it.
    case interceptor(name: String, any Error)
    /// The client cannot do what is asked of it: the reason.
    case unsupported(String)
  }

  public var kind: Kind
  /// What was asked, as far as it was built.
  public var request: HTTPRequest?
  public var response: HTTPResponseHead?
  /// How often it was sent.
  public var attempts: Int

  public init(
    _ kind: Kind, request: HTTPRequest? = nil, response: HTTPResponseHead? = nil, attempts: Int = 0
  ) {
    self.kind = kind
    self.request = request
    self.response = response
    self.attempts = attempts
  }

  /// Of the response; nil where there is none.
  public var status: HTTPStatus? {
    if case .status(let failure) = kind { failure.head.status } else { response?.status }
  }

  public var isCancelled: Bool {
    switch kind {
    case .cancelled: true
    case .transport(let error): error.kind == .cancelled
    default: false
    }
  }

  public var isTimeout: Bool {
    if case .transport(let error) = kind, case .timeout = error.kind { true } else { false }
  }
}

/// A response whose status is not one of those that were expected, with its body.
public struct HTTPFailure: Sendable {
  public let head: HTTPResponseHead
  public let body: [UInt8]
  /// What the request makes of the body, when it says what an error looks like.
  public let value: (any Sendable)?

  public init(_ head: HTTPResponseHead, body: [UInt8], value: (any Sendable)? = nil) {
    self.head = head
    self.body = body
    self.value = value
  }

  public var status: HTTPStatus { head.status }
}

extension NetworkError: CustomStringConvertible {
  /// For a log: without values of fields, user names in URLs, queries and bodies.
  public var description: String {
    let words =
      switch kind {
      case .invalidRequest(let error): "the request cannot be built: \(error)"
      case .encoding(let error): "the request cannot be encoded: \(error)"
      case .constraint(let name, let error): "'\(name)' does not hold: \(error)"
      case .transport(let error): "\(error)"
      case .status(let failure): "the server answered \(failure.head.status)"
      case .decoding(let error): "the response cannot be decoded: \(error)"
      case .cancelled: "cancelled"
      case .interceptor(let name, let error): "'\(name)' ended it: \(error)"
      case .unsupported(let reason): reason
      }
    guard let request else { return words }
    return "\(request.method) \(request.redactedTarget): \(words)"
  }
}

extension HTTPRequest {
  /// The target without what may be a secret: user name, password, query.
  public var redactedTarget: String {
    guard var url = try? URLReference(target) else { return "<invalid URL>" }
    url.userInfo = nil
    if url.query != nil { url.query = "…" }
    return url.description
  }
}
