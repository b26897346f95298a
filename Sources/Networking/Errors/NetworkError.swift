import TremaHTTP

/// An error of a request. Every error that a client throws contains the request, the number of
/// attempts, and the response's head if there is one.
public struct NetworkError: Error, Sendable {
  /// The kind of error, with its cause.
  public enum Kind: Sendable {
    /// The request cannot be built. Nothing was sent.
    case invalidRequest(HTTPSyntaxError)
    /// A value for the URL or the body cannot be encoded.
    case encoding(any Error)
    /// A constraint of the request does not hold. The error is a ``ConstraintError`` or was thrown
    /// by the constraint.
    case constraint(name: String, any Error)
    /// The response is missing or incomplete for a reason other than a deadline.
    case transport(TransportError)
    /// A deadline has passed.
    case timeout(TransportError.Timeout)
    /// The status of the response is not accepted.
    case status(HTTPFailure)
    /// The response was accepted but cannot be decoded.
    case decoding(any Error)
    /// The task or the call was cancelled.
    case cancelled
    /// An interceptor ended the request.
    case interceptor(name: String, any Error)
    /// The request would have been sent again, but its body can be read only once.
    case bodyNotReplayable
    /// The client does not support what the request requires, for the given reason.
    case unsupported(String)
  }

  /// The kind of error, with its cause.
  public var kind: Kind
  /// The request, or `nil` if it could not be built.
  public var request: HTTPRequest?
  /// The head of the last attempt's response, or `nil` if there was none.
  public var response: HTTPResponseHead?
  /// The number of times that the request was passed to the transport.
  public var attempts: Int
  /// Whether bytes of the last attempt may have reached the server.
  public var mayHaveBeenSent: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The kind of error, with its cause.
  ///   - request: The request.
  ///   - response: The response head, if there is one.
  ///   - attempts: The number of attempts.
  ///   - mayHaveBeenSent: Whether the server may have received the request. Always true if there is
  ///     a response.
  public init(
    _ kind: Kind, request: HTTPRequest? = nil, response: HTTPResponseHead? = nil,
    attempts: Int = 0, mayHaveBeenSent: Bool = false
  ) {
    self.kind = kind
    self.request = request
    self.response = response
    self.attempts = attempts
    self.mayHaveBeenSent = mayHaveBeenSent || response != nil
  }

  /// Wraps a transport's error. Cancellation, deadlines and invalid requests have separate kinds.
  public init(
    transport error: TransportError, request: HTTPRequest? = nil,
    response: HTTPResponseHead? = nil, attempts: Int = 0
  ) {
    let kind: Kind =
      switch error.kind {
      case .cancelled: .cancelled
      case .invalidRequest(let reason): .invalidRequest(reason)
      case .timeout(let part): .timeout(part)
      default: .transport(error)
      }
    self.init(
      kind, request: request, response: response, attempts: attempts,
      mayHaveBeenSent: error.mayHaveBeenSent)
  }

  /// Wraps an error from the app's code. A `NetworkError` is kept, and cancellation and the errors
  /// of transports have separate kinds.
  ///
  /// - Parameter kind: Returns the kind for any other error.
  init(
    wrapping error: any Error, request: HTTPRequest? = nil, response: HTTPResponseHead? = nil,
    as kind: (any Error) -> Kind
  ) {
    switch error {
    case let error as NetworkError: self = error
    case let error as TransportError:
      self.init(transport: error, request: request, response: response)
    case is CancellationError: self.init(.cancelled, request: request, response: response)
    default: self.init(kind(error), request: request, response: response)
    }
  }

  /// The response status, or `nil` if there is none.
  public var status: HTTPStatus? {
    if case .status(let failure) = kind { failure.head.status } else { response?.status }
  }

  /// Whether the task or the call was cancelled.
  public var isCancelled: Bool { if case .cancelled = kind { true } else { false } }

  /// Whether a time limit was exceeded: one of the request's deadlines or a constraint's time
  /// limit.
  public var isTimeout: Bool {
    switch kind {
    case .timeout: true
    case .constraint(_, let error): (error as? ConstraintError)?.isTimeout ?? false
    default: false
    }
  }

  /// Returns the decoded body of a failure whose type the request declared with
  /// ``Request/failure(_:with:)``, or `nil` if there is no such failure or its body has a different
  /// type.
  public func failure<Value>(as type: Value.Type = Value.self) -> Value? {
    if case .status(let failure) = kind { failure.value as? Value } else { nil }
  }
}

/// A response whose status is not accepted, including its body.
public struct HTTPFailure: Sendable {
  /// The response head.
  public let head: HTTPResponseHead
  /// The body's bytes.
  public let body: [UInt8]
  /// The decoded body, if the request declares a failure type, or `nil` if it could not be decoded.
  public let value: (any Sendable)?
  /// The error that occurred while decoding the body as the declared failure type.
  public let problem: (any Error)?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - head: The response head.
  ///   - body: The body's bytes.
  ///   - value: The decoded body, if the request declares a failure type.
  ///   - problem: The error that occurred while decoding the body as that type.
  public init(
    _ head: HTTPResponseHead, body: [UInt8], value: (any Sendable)? = nil,
    problem: (any Error)? = nil
  ) {
    self.head = head
    self.body = body
    self.value = value
    self.problem = problem
  }

  /// The response status.
  public var status: HTTPStatus { head.status }
  /// The body decoded as UTF-8, with invalid bytes replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
