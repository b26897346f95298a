import TremaHTTP

/// A marker type that determines at compile time whether a request may have a body.
public protocol BodyRule: Sendable {}
/// The rule for methods that may have a body.
public enum BodyAllowed: BodyRule {}
/// The rule for methods that must not have a body.
public enum BodyForbidden: BodyRule {}

/// A request that is being built. It is an immutable value: each method returns a new one.
///
///     let request: Request<User> =
///       .post("users").header("X-Trace", trace()).json(user).decoding(User.self)
///
/// A method that fails does not interrupt the chain: its error is stored as ``problem``, and is
/// thrown before anything else when the request is sent.
public struct RequestBuilder<Body: BodyRule>: Sendable {
  /// The request so far. Its target is the original one, which is absolute or relative to a
  /// client's base URL, and does not contain ``query``.
  public var request: HTTPRequest
  /// The items to append to the query of the target, in order.
  public var query: Parameters
  /// The body, which may still have to be encoded with the client's coders.
  package internal(set) var body: RequestBody
  /// The options for the client and the transport.
  package var options: RequestOptions
  /// The first error of a builder method, or `nil` if there is none.
  public internal(set) var problem: NetworkError?

  /// Creates a request without fields and without a body.
  init(_ method: HTTPMethod, _ target: String) {
    request = HTTPRequest(method, target)
    query = Parameters()
    body = .none
    options = RequestOptions()
  }

  /// Creates the same request under a different rule. The caller has enforced the rule.
  init<Other: BodyRule>(_ other: RequestBuilder<Other>) {
    request = other.request
    query = other.query
    body = other.body
    options = other.options
    problem = other.problem
  }

  /// Returns a changed copy. If the change throws an error, it is stored as the copy's `problem`
  /// unless there already is one.
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

extension RequestBuilder: Redacted {
  /// A description for logs: the method and the target, without user names or queries.
  public var description: String { "\(request.method) \(request.redactedTarget)" }
}

/// The body of a request before it is sent. Some bodies are encoded with the client's coders.
package enum RequestBody: Sendable {
  /// There is no body.
  case none
  /// A body that needs no coder.
  case ready(HTTPBody)
  /// A body that is encoded when the request is built.
  case encoded(@Sendable (ClientCoders) throws -> HTTPBody)
}

/// The options of a request that are not sent.
package struct RequestOptions: Sendable {
  /// The tags for interceptors and constraints.
  package var tags: Set<String> = []
  /// The names of skipped constraints.
  package var skippedConstraints: Set<String> = []
  /// Whether all constraints are skipped.
  package var skipsAllConstraints = false
  /// The names of skipped interceptors.
  package var skippedInterceptors: Set<String> = []
  /// The accepted status codes; `nil` means 200 to 299.
  package var acceptedStatuses: Set<Int>?
  /// The fields that are sent only to the origin of the request. Like `Authorization` and `Cookie`,
  /// they are not sent to a different origin after a redirect.
  package var fieldsForOrigin: Set<HTTPFields.Name> = []
  /// The deadlines set by the request. The others are the client's.
  package var explicitDeadlines: Set<TransportError.Timeout> = []
  /// The maximum size, in bytes, of a body that is read as a whole; `nil` means the client's
  /// limit.
  package var responseLimit: Int?
  /// The maximum decompressed size of a compressed body, in bytes; `nil` means the client's
  /// limit.
  package var decodedLimit: Int?
  /// The observer for the transport events of each attempt; see `TransportContext.observer`.
  package var observer: (@Sendable (TransportEvent) -> Void)?
  /// A relative target's base URL; `nil` means the client's base URL.
  package var baseURL: String?
  /// The response to return instead of using the network; `nil` sends the request.
  package var mock: MockResponse?

  package init() {}
}

extension RequestBody: Redacted {
  /// A description for logs that omits the content of the body.
  public var description: String {
    switch self {
    case .none: "no body"
    case .ready(let body): body.description
    case .encoded: "an encoded body"
    }
  }
}

extension RequestBuilder where Body == BodyForbidden {
  /// Creates a `GET` request to a path or a URL.
  public static func get(_ target: String) -> RequestBuilder { RequestBuilder(.get, target) }
  /// Creates a `HEAD` request to a path or a URL.
  public static func head(_ target: String) -> RequestBuilder { RequestBuilder(.head, target) }
  /// Creates a `TRACE` request to a path or a URL.
  public static func trace(_ target: String) -> RequestBuilder { RequestBuilder(.trace, target) }
}

extension RequestBuilder where Body == BodyAllowed {
  /// Creates a `POST` request to a path or a URL.
  public static func post(_ target: String) -> RequestBuilder { RequestBuilder(.post, target) }
  /// Creates a `PUT` request to a path or a URL.
  public static func put(_ target: String) -> RequestBuilder { RequestBuilder(.put, target) }
  /// Creates a `PATCH` request to a path or a URL.
  public static func patch(_ target: String) -> RequestBuilder { RequestBuilder(.patch, target) }
  /// Creates a `DELETE` request to a path or a URL.
  public static func delete(_ target: String) -> RequestBuilder { RequestBuilder(.delete, target) }
  /// Creates an `OPTIONS` request to a path or a URL.
  public static func options(_ target: String) -> RequestBuilder {
    RequestBuilder(.options, target)
  }
  /// Creates a `QUERY` request to a path or a URL.
  public static func query(_ target: String) -> RequestBuilder { RequestBuilder(.query, target) }

  /// Creates a request with a method that is only known at run time. `CONNECT`, and a body that the
  /// method forbids, are reported when the request is sent.
  public static func request(_ method: HTTPMethod, _ target: String) -> RequestBuilder {
    RequestBuilder(method, target)
  }
}

// These functions allow `client.send(.get("users").decoding([User].self))` without a type before
// the dot.
extension Request {
  /// Creates a `GET` request to a path or a URL.
  public static func get(_ target: String) -> RequestBuilder<BodyForbidden> { .get(target) }
  /// Creates a `HEAD` request to a path or a URL.
  public static func head(_ target: String) -> RequestBuilder<BodyForbidden> { .head(target) }
  /// Creates a `TRACE` request to a path or a URL.
  public static func trace(_ target: String) -> RequestBuilder<BodyForbidden> { .trace(target) }
  /// Creates a `POST` request to a path or a URL.
  public static func post(_ target: String) -> RequestBuilder<BodyAllowed> { .post(target) }
  /// Creates a `PUT` request to a path or a URL.
  public static func put(_ target: String) -> RequestBuilder<BodyAllowed> { .put(target) }
  /// Creates a `PATCH` request to a path or a URL.
  public static func patch(_ target: String) -> RequestBuilder<BodyAllowed> { .patch(target) }
  /// Creates a `DELETE` request to a path or a URL.
  public static func delete(_ target: String) -> RequestBuilder<BodyAllowed> { .delete(target) }
  /// Creates an `OPTIONS` request to a path or a URL.
  public static func options(_ target: String) -> RequestBuilder<BodyAllowed> { .options(target) }
  /// Creates a `QUERY` request to a path or a URL.
  public static func query(_ target: String) -> RequestBuilder<BodyAllowed> { .query(target) }
  /// Creates a request with any method.
  public static func request(_ method: HTTPMethod, _ target: String) -> RequestBuilder<BodyAllowed>
  {
    .request(method, target)
  }
}

// The target's query. Items are appended to any query that the target already contains.
extension RequestBuilder {
  /// Adds a value to the query, encoded by the client's query encoder, such as a string, a number,
  /// a date or an array. `nil` adds nothing.
  public func query(_ name: String, _ value: (any Encodable & Sendable)?) -> RequestBuilder {
    with { $0.query.append(name, value) }
  }

  /// Adds names and values to the query in the given order. Values that are `nil` are omitted.
  public func query(_ parameters: Parameters) -> RequestBuilder {
    with { $0.query.append(parameters) }
  }

  /// Adds items to the query.
  public func query(_ items: [QueryItem]) -> RequestBuilder { query(Parameters(items)) }

  // These overloads are disfavored because the compiler would otherwise treat a literal in brackets
  // as a dictionary and lose its order, instead of choosing the overload with `Parameters`.

  /// Adds the entries of a dictionary to the query, sorted by name. Values that are `nil` are
  /// omitted.
  @_disfavoredOverload
  public func query(_ values: [String: (any Encodable & Sendable)?]) -> RequestBuilder {
    query(Parameters(values))
  }

  /// Adds the properties of a value to the query.
  @_disfavoredOverload
  public func query(_ values: some Encodable & Sendable) -> RequestBuilder {
    query(Parameters(values))
  }
}
