import TremaHTTP

/// The error of a request. Every error that a client throws contains the request, the number of
/// attempts, and the head of the response if there is one.
public struct NetworkError: Error, Sendable {
  /// The kind of an error, with its cause.
  public enum Kind: Sendable {
    /// The request cannot be built; nothing was sent.
    case invalidRequest(HTTPSyntaxError)
    /// A value for the URL or the body cannot be encoded.
    case encoding(any Error)
    /// A constraint of the request does not hold: a ``ConstraintError``, or the error that the
    /// constraint threw.
    case constraint(name: String, any Error)
    /// The response is missing or incomplete, for another reason than a deadline.
    case transport(TransportError)
    /// A deadline has passed.
    case timeout(TransportError.Timeout)
    /// The status of the response is not accepted.
    case status(HTTPFailure)
    /// The response was accepted, but cannot be decoded.
    case decoding(any Error)
    /// The task or the call was cancelled.
    case cancelled
    /// An interceptor ended the request.
    case interceptor(name: String, any Error)
    /// The request would have been sent again, but its body can be read only once.
    case bodyNotReplayable
    /// The client cannot do what the request requires, for this reason.
    case unsupported(String)
  }

  /// The kind of the error, with its cause.
  public var kind: Kind
  /// The request, as far as it was built.
  public var request: HTTPRequest?
  /// The head of the last attempt's response; `nil` if there was none.
  public var response: HTTPResponseHead?
  /// The number of times the request was passed to the transport.
  public var attempts: Int
  /// Whether bytes of the last attempt may have reached the server.
  public var mayHaveBeenSent: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: the kind of the error, with its cause.
  ///   - request: the request.
  ///   - response: the head of the response, if there is one.
  ///   - attempts: the number of attempts.
  ///   - mayHaveBeenSent: whether the server may have received the request; always true with a
  ///     response.
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

  /// Wraps the error of a transport; cancellation, deadlines and invalid requests get their own
  /// kind.
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

  /// Wraps an error of the app's code. A `NetworkError` is kept, and the errors of transports and
  /// cancellation get their own kind.
  ///
  /// - Parameter kind: returns the kind of any other error.
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

  /// The status of the response; `nil` if there is none.
  public var status: HTTPStatus? {
    if case .status(let failure) = kind { failure.head.status } else { response?.status }
  }

  /// Whether the task or the call was cancelled.
  public var isCancelled: Bool { if case .cancelled = kind { true } else { false } }

  /// Whether a time limit was exceeded: a deadline of the request, or the limit of a constraint.
  public var isTimeout: Bool {
    switch kind {
    case .timeout: true
    case .constraint(_, let error): (error as? ConstraintError)?.isTimeout ?? false
    default: false
    }
  }

  /// Returns the decoded body of a failure whose type the request declared with
  /// ``Request/failure(_:with:)``; `nil` if there is no such failure, or its body is of another
  /// type.
  public func failure<Value>(as type: Value.Type = Value.self) -> Value? {
    if case .status(let failure) = kind { failure.value as? Value } else { nil }
  }
}

/// A response with a status that is not accepted, with its body.
public struct HTTPFailure: Sendable {
  /// The head of the response.
  public let head: HTTPResponseHead
  /// The bytes of the body.
  public let body: [UInt8]
  /// The decoded body, if the request declares the type of a failure; `nil` if it could not be
  /// decoded.
  public let value: (any Sendable)?
  /// The error that occurred when the body was decoded as the declared type of a failure.
  public let problem: (any Error)?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - head: the head of the response.
  ///   - body: the bytes of the body.
  ///   - value: the decoded body, if the request declares the type of a failure.
  ///   - problem: the error of that decoder.
  public init(
    _ head: HTTPResponseHead, body: [UInt8], value: (any Sendable)? = nil,
    problem: (any Error)? = nil
  ) {
    self.head = head
    self.body = body
    self.value = value
    self.problem = problem
  }

  /// The status of the response.
  public var status: HTTPStatus { head.status }
  /// The body as UTF-8; invalid bytes are replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
