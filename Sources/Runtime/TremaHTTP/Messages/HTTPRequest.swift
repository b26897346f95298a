/// The head of a request, without its body. A request can be built, compared and logged without
/// being sent; its ``description`` contains no secrets.
public struct HTTPRequest: Hashable, Sendable {
  /// The method.
  public var method: HTTPMethod
  /// An absolute, percent-encoded URL with the `http` or `https` scheme and without a fragment.
  public var target: String
  /// The header fields.
  public var fields: HTTPFields
  /// The use of a client's cache for the request.
  public var cachePolicy: CachePolicy
  /// The purpose of the traffic, a hint for the system.
  public var networkServiceType: NetworkServiceType
  /// The time limits.
  public var deadlines: HTTPDeadlines
  /// The priority among waiting requests.
  public var priority: HTTPPriority

  /// Creates a request.
  ///
  /// - Parameter target: An absolute, percent-encoded URL.
  public init(
    _ method: HTTPMethod = .get, _ target: String, fields: HTTPFields = [:],
    cachePolicy: CachePolicy = .protocol, networkServiceType: NetworkServiceType = .default,
    deadlines: HTTPDeadlines = HTTPDeadlines(), priority: HTTPPriority = .medium
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.cachePolicy = cachePolicy
    self.networkServiceType = networkServiceType
    self.deadlines = deadlines
    self.priority = priority
  }

  /// The use of a client's cache. Without a cache, all policies load from the network, except
  /// ``cacheOnly``, which makes the client throw an error before anything is sent.
  public enum CachePolicy: String, Hashable, Sendable, CaseIterable {
    /// The fields of the stored response decide whether it may be used.
    case `protocol`
    /// The response is loaded from the network.
    case reload
    /// A stored response of any age is used. If there is none, the response is loaded from the
    /// network.
    case cacheElseLoad
    /// A stored response of any age is used. The network is not used.
    case cacheOnly
  }

  /// The kind of traffic, which Apple platforms use for scheduling.
  public enum NetworkServiceType: String, Hashable, Sendable, CaseIterable {
    case `default`, video, background, voice, responsiveData, callSignaling
  }
}

/// A request's priority. Waiting requests with a higher priority are sent first.
public enum HTTPPriority: Int, Hashable, Sendable, CaseIterable, Comparable {
  case low, medium, high

  /// Returns whether the first priority is lower than the second.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The time limits for an exchange and its parts; `nil` means no limit.
public struct HTTPDeadlines: Hashable, Sendable {
  /// The limit for establishing a connection, including name resolution and TLS.
  public var connect: Duration?
  /// The limit from the request's last byte to the response's first byte.
  public var firstByte: Duration?
  /// The limit between two chunks that are sent or received. The time that the reader needs to
  /// process a chunk does not count.
  public var idle: Duration?
  /// The limit for the whole exchange, from ``HTTPTransport/send(_:bodyNotAllowed:context:)`` to
  /// the last byte of the response.
  public var total: Duration?

  /// Creates time limits; `nil` means no limit.
  ///
  /// - Parameters:
  ///   - connect: The limit for establishing a connection.
  ///   - firstByte: The limit from the request's last byte to the response's first byte.
  ///   - idle: The limit between two chunks.
  ///   - total: The limit for the whole exchange.
  public init(
    connect: Duration? = .seconds(30), firstByte: Duration? = .seconds(60),
    idle: Duration? = .seconds(60), total: Duration? = nil
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }

  /// No time limits.
  public static let none = HTTPDeadlines(connect: nil, firstByte: nil, idle: nil, total: nil)
}

extension HTTPRequest {
  /// Checks that the request can be sent as an HTTP message. Transports call this before they do
  /// anything else.
  ///
  /// - Throws: ``HTTPSyntaxError`` for the first problem found.
  public func check(body: HTTPBody = .empty) throws(HTTPSyntaxError) {
    try check(body: body, url: try URLReference(checking: target))
  }

  /// Checks the request with the parts of ``target``, parsed by the caller.
  package func check(body: HTTPBody, url: URLReference) throws(HTTPSyntaxError) {
    if method == .connect { throw .invalidMethod(method.name) }
    if !body.isEmpty, !method.allowsBody { throw .bodyNotAllowed(method) }
    if url.scheme == nil { throw .invalidURL("is relative, but there is no base URL") }
    guard url.scheme == "http" || url.scheme == "https" else {
      throw .invalidURL("does not begin with 'http:' or 'https:'")
    }
    guard url.host?.isEmpty == false else { throw .invalidURL("has no host") }
    if url.userInfo != nil {
      throw .invalidURL(
        "has a user name, which is never sent as part of a URL; use 'Authorization'")
    }
    guard url.hasPlainHost else { throw .invalidURL("has a host with invalid characters") }
    if url.fragment != nil { throw .invalidURL("has a fragment, which is never sent") }
    for field in fields {
      guard HTTPSyntax.isToken(field.name.text) else { throw .invalidFieldName(field.name.text) }
      guard HTTPSyntax.isFieldValue(field.value) else {
        throw .invalidFieldValue(name: field.name.text)
      }
    }
  }
}
