/// The method of a request: `GET` or any other token.
///
/// See RFC 9110, section 9. `QUERY` is defined in draft-ietf-httpbis-safe-method-w-body.
public struct HTTPMethod: Hashable, Sendable {
  /// The name as sent. Methods are case-sensitive.
  public let name: String

  /// Creates a method from its name.
  ///
  /// - Throws: ``HTTPSyntaxError/invalidMethod(_:)`` if the name is not a token.
  public init(_ name: String) throws(HTTPSyntaxError) {
    guard HTTPSyntax.isToken(name) else { throw .invalidMethod(name) }
    self.name = name
  }

  /// Creates a method from a name that is known to be a token.
  private init(unchecked name: StaticString) { self.name = "\(name)" }

  /// The `GET` method.
  public static let get = HTTPMethod(unchecked: "GET")
  /// The `HEAD` method.
  public static let head = HTTPMethod(unchecked: "HEAD")
  /// The `POST` method.
  public static let post = HTTPMethod(unchecked: "POST")
  /// The `PUT` method.
  public static let put = HTTPMethod(unchecked: "PUT")
  /// The `PATCH` method.
  public static let patch = HTTPMethod(unchecked: "PATCH")
  /// The `DELETE` method.
  public static let delete = HTTPMethod(unchecked: "DELETE")
  /// The `OPTIONS` method.
  public static let options = HTTPMethod(unchecked: "OPTIONS")
  /// The `TRACE` method.
  public static let trace = HTTPMethod(unchecked: "TRACE")
  /// The `QUERY` method.
  public static let query = HTTPMethod(unchecked: "QUERY")
  /// The `CONNECT` method, which requests a tunnel from a proxy. Such requests are refused, because
  /// transports open tunnels themselves.
  public static let connect = HTTPMethod(unchecked: "CONNECT")

  /// Whether a request with the method may have a body.
  public var allowsBody: Bool {
    switch self {
    case .get, .head, .trace, .connect: false
    default: true
    }
  }

  /// Whether sending a request twice has the same effect as sending it once.
  ///
  /// See RFC 9110, section 9.2.2.
  public var isIdempotent: Bool {
    switch self {
    case .put, .delete: true
    default: isSafe
    }
  }

  /// Whether the method is read-only and does not change the state of the server.
  ///
  /// See RFC 9110, section 9.2.1.
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace, .query: true
    default: false
    }
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The name of the method.
  public var description: String { name }
}
