import TremaHTTP

/// Says at compile time whether a request may have a body.
public protocol BodyRule: Sendable {}
/// The rule of methods that may have a body.
public enum BodyAllowed: BodyRule {}
/// The rule of methods that have no body.
public enum BodyForbidden: BodyRule {}

/// A request in the making: an immutable value, and each step gives another one.
///
///     let request: Request<User> =
///       .post("users").header("X-Trace", trace()).json(user).decoding(User.self)
///
/// What cannot be written down does not stop the chain; it is kept as ``problem``, and sending throws
/// it before anything else happens.
public struct Draft<Body: BodyRule>: Sendable {
  /// The request so far. The target is the given one, absolute or relative to the base URL of a client,
  /// without ``query``.
  public var request: HTTPRequest
  /// The items that are appended to the query of the target, in order.
  public var query: Parameters
  package internal(set) var body: RequestBody
  package var options: RequestOptions
  /// The first thing that went wrong.
  public internal(set) var problem: NetworkError?

  init(_ method: HTTPMethod, _ target: String) {
    request = HTTPRequest(method, target)
    query = Parameters()
    body = .none
    options = RequestOptions()
  }

  /// The same request under another rule of bodies, where the rule has been enforced.
  init<Other: BodyRule>(_ other: Draft<Other>) {
    request = other.request
    query = other.query
    body = other.body
    options = other.options
    problem = other.problem
  }

  /// The same with something else.
  func with(_ change: (inout Self) throws -> Void) -> Self {
    var copy = self
    do {
      try change(&copy)
    } catch let error as NetworkError {
      copy.problem = copy.problem ?? error
    } catch let error as HTTPSyntaxError {
      copy.problem = copy.problem ?? NetworkError(.invalidRequest(error), request: request)
    } catch {
      copy.problem = copy.problem ?? NetworkError(.encoding(error), request: request)
    }
    return copy
  }
}

extension Draft: Redacted {
  /// A description for logs: the method and the target, without user names and queries.
  public var description: String { "\(request.method) \(request.redactedTarget)" }
}

/// The body of a request before it is sent: some need what the client knows.
package enum RequestBody: Sendable {
  case none
  case ready(HTTPBody)
  /// Made with the client's encoders.
  case encoded(@Sendable (ClientCoders) throws -> HTTPBody)
}

/// The options of a request that are not sent.
package struct RequestOptions: Sendable {
  /// Seen by interceptors and constraints.
  package var tags: Set<String> = []
  /// The names of constraints that do not hold it up.
  package var skippedConstraints: Set<String> = []
  package var skipsAllConstraints = false
  /// The names of interceptors that it goes round.
  package var skippedInterceptors: Set<String> = []
  /// The codes that are taken for success; nil is any from 200 to 299.
  package var acceptedStatuses: Set<Int>?
  /// Fields that are for the server of the request alone, and are not sent to the one that a redirect
  /// leads to, as `Authorization` and `Cookie` never are.
  package var fieldsForOrigin: Set<HTTPFields.Name> = []
  /// The parts of its deadlines that are its own; the others are those of the client.
  package var ownDeadlines: Set<TransportError.Timeout> = []
  /// The most bytes of a body that is read as a whole; nil is the client's.
  package var responseLimit: Int?
  /// The most bytes that a compressed body may become; nil is the client's.
  package var decodedLimit: Int?
  /// The observer of transport events, attempt by attempt; see ``TransportContext/observer``.
  package var observer: (@Sendable (TransportEvent) -> Void)?
  /// The base URL of a relative target; `nil` is the client's.
  package var baseURL: String?
  /// Answers instead of the network.
  package var mock: MockAnswer?

  package init() {}
}

extension RequestBody: Redacted {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .none: "no body"
    case .ready(let body): body.description
    case .encoded: "a body that an encoder makes"
    }
  }
}

extension Draft where Body == BodyForbidden {
  /// Creates a `GET` request to a path or a URL.
  public static func get(_ target: String) -> Draft { Draft(.get, target) }
  /// Creates a `HEAD` request to a path or a URL.
  public static func head(_ target: String) -> Draft { Draft(.head, target) }
  /// Creates a `TRACE` request to a path or a URL.
  public static func trace(_ target: String) -> Draft { Draft(.trace, target) }
}

extension Draft where Body == BodyAllowed {
  /// Creates a `POST` request to a path or a URL.
  public static func post(_ target: String) -> Draft { Draft(.post, target) }
  /// Creates a `PUT` request to a path or a URL.
  public static func put(_ target: String) -> Draft { Draft(.put, target) }
  /// Creates a `PATCH` request to a path or a URL.
  public static func patch(_ target: String) -> Draft { Draft(.patch, target) }
  /// Creates a `DELETE` request to a path or a URL.
  public static func delete(_ target: String) -> Draft { Draft(.delete, target) }
  /// Creates a `OPTIONS` request to a path or a URL.
  public static func options(_ target: String) -> Draft { Draft(.options, target) }
  /// Creates a `QUERY` request to a path or a URL.
  public static func query(_ target: String) -> Draft { Draft(.query, target) }

  /// Returns a request with a method that is known only at run time. A body that it forbids, and
  /// `CONNECT`, are refused when the request is sent.
  public static func request(_ method: HTTPMethod, _ target: String) -> Draft {
    Draft(method, target)
  }
}

// So that `client.send(.get("users").decoding([User].self))` needs no name before the dot.
extension Request {
  /// Creates a `GET` request to a path or a URL.
  public static func get(_ target: String) -> Draft<BodyForbidden> { .get(target) }
  /// Creates a `HEAD` request to a path or a URL.
  public static func head(_ target: String) -> Draft<BodyForbidden> { .head(target) }
  /// Creates a `TRACE` request to a path or a URL.
  public static func trace(_ target: String) -> Draft<BodyForbidden> { .trace(target) }
  /// Creates a `POST` request to a path or a URL.
  public static func post(_ target: String) -> Draft<BodyAllowed> { .post(target) }
  /// Creates a `PUT` request to a path or a URL.
  public static func put(_ target: String) -> Draft<BodyAllowed> { .put(target) }
  /// Creates a `PATCH` request to a path or a URL.
  public static func patch(_ target: String) -> Draft<BodyAllowed> { .patch(target) }
  /// Creates a `DELETE` request to a path or a URL.
  public static func delete(_ target: String) -> Draft<BodyAllowed> { .delete(target) }
  /// Creates a `OPTIONS` request to a path or a URL.
  public static func options(_ target: String) -> Draft<BodyAllowed> { .options(target) }
  /// Creates a `QUERY` request to a path or a URL.
  public static func query(_ target: String) -> Draft<BodyAllowed> { .query(target) }
  /// Creates a request with any method.
  public static func request(_ method: HTTPMethod, _ target: String) -> Draft<BodyAllowed> {
    .request(method, target)
  }
}

// What is behind the question mark. A query that is in the target already stays before it.
extension Draft {
  /// Adds a value under a name, as the query encoder of the client writes it: a text, a number, a
  /// date, an array. Nil adds nothing.
  public func query(_ name: String, _ value: (any Encodable & Sendable)?) -> Draft {
    with { $0.query.append(name, value) }
  }

  /// Adds names and values in the order in which they are written; those that are nil are left out.
  public func query(_ parameters: Parameters) -> Draft {
    with { $0.query.append(parameters) }
  }

  /// Adds items to the query.
  public func query(_ items: [QueryItem]) -> Draft { query(Parameters(items)) }

  // A literal in brackets would be a dictionary for the compiler, and lose its order, if these were
  // not less favoured than the one that takes ``Parameters``.

  /// Adds the entries of a dictionary, sorted by name; those that are nil are left out.
  @_disfavoredOverload
  public func query(_ values: [String: (any Encodable & Sendable)?]) -> Draft {
    query(Parameters(values))
  }

  /// Adds the properties of a value.
  @_disfavoredOverload
  public func query(_ values: some Encodable & Sendable) -> Draft { query(Parameters(values)) }
}
