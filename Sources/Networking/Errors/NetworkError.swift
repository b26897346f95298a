import TremaHTTP

/// Why a request has no value. Every one that a client throws says what was asked, how often it was
/// sent, and what came back.
public struct NetworkError: Error, Sendable {
  /// The kind of a network error.
  public enum Kind: Sendable {
    /// It cannot be built; nothing was sent.
    case invalidRequest(HTTPSyntaxError)
    /// A value for its URL or body cannot be written.
    case encoding(any Error)
    /// A constraint of the request is not met, and could not be: a ``ConstraintError``, or the error that
    /// the constraint threw.
    case constraint(name: String, any Error)
    /// There is no response, or not all of it, and it was not for lack of time.
    case transport(TransportError)
    /// A deadline has passed.
    case timeout(TransportError.Timeout)
    /// The response came, and says no.
    case status(HTTPFailure)
    /// The response came, and is not what was expected.
    case decoding(any Error)
    case cancelled
    /// An interceptor ended it.
    case interceptor(name: String, any Error)
    /// It was to be sent again, and its body can be read only once.
    case bodyNotReplayable
    /// The client cannot do what is asked of it: the reason.
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
  /// - request: the head of the request.
  /// - response: the head of the response, if there was one.
  /// - attempts: the number of attempts.
  /// - mayHaveBeenSent: whether a server may have got the request.
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

  /// Wraps the error of a transport.
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

  /// Wraps an error of the app's code, unless it is a `NetworkError`.
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

  /// Whether time ran out: a deadline of the request, or the limit of a gate.
  public var isTimeout: Bool {
    switch kind {
    case .timeout: true
    case .constraint(_, let error): (error as? ConstraintError)?.isTimeout ?? false
    default: false
    }
  }

  /// Returns the decoded body of a failure whose type the request declared with `failure(_:)`; `nil` if
  /// there is no such failure, or its body is something else.
  public func failure<Value>(as type: Value.Type = Value.self) -> Value? {
    if case .status(let failure) = kind { failure.value as? Value } else { nil }
  }
}

/// A response whose status is not one of those that were expected, with its body.
public struct HTTPFailure: Sendable {
  /// The head of the response.
  public let head: HTTPResponseHead
  /// The bytes of the body.
  public let body: [UInt8]
  /// The decoded body, if the request declares the type of a failure.
  public let value: (any Sendable)?
  /// Why the body is not what the request says an error looks like.
  public let problem: (any Error)?

  /// Creates a failure.
  ///
  /// - Parameters:
  /// - body: the bytes of the body.
  /// - value: the decoded body, where the request says how a failure is decoded.
  /// - problem: the error of that decoder.
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
  /// The body as UTF-8; what is none is replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
