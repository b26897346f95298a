/// The head of a request: what goes over the wire but the body. It can be built, compared and logged
/// without being sent; ``description`` shows no secret.
public struct HTTPRequest: Hashable, Sendable {
  /// The method.
  public var method: HTTPMethod
  /// An absolute URL with the scheme `http` or `https`, percent-encoded, without fragment.
  public var target: String
  /// The header fields.
  public var fields: HTTPFields
  /// The responses that a cache may return.
  public var cachePolicy: CachePolicy
  /// The purpose of the traffic: a hint for the system.
  public var networkServiceType: NetworkServiceType
  /// The time limits.
  public var deadlines: HTTPDeadlines
  /// The place among waiting requests.
  public var priority: HTTPPriority

  /// Creates a request.
  ///
  /// - Parameter target: an absolute URL, percent-encoded.
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

  /// The source of a response, for a client's cache. Without one all of them mean the network, except
  /// ``cacheOnly``: a client refuses it with an error before anything is sent.
  public enum CachePolicy: String, Hashable, Sendable, CaseIterable {
    /// The fields of the response decide.
    case `protocol`
    /// The response is from the network.
    case reload
    /// The stored response is used at any age; else the network.
    case cacheElseLoad
    /// The stored response is used at any age; the network never is.
    case cacheOnly
  }

  /// The kind of traffic, which Apple platforms schedule by.
  public enum NetworkServiceType: String, Hashable, Sendable, CaseIterable {
    case `default`, video, background, voice, responsiveData, callSignaling
  }
}

/// The priority by which waiting requests are sent.
public enum HTTPPriority: Int, Hashable, Sendable, CaseIterable, Comparable {
  case low, medium, high

  /// Orders by urgency.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The time limits of the parts of an exchange; `nil` is unlimited.
public struct HTTPDeadlines: Hashable, Sendable {
  /// Until there is a connection, name and TLS included.
  public var connect: Duration?
  /// The limit from the last byte of the request to the first one of the response.
  public var firstByte: Duration?
  /// Between two pieces that are sent or received, while the reader takes what comes.
  public var idle: Duration?
  /// The whole, from ``HTTPTransport/send(_:body:context:)`` to the last byte.
  public var total: Duration?

  /// Creates time limits; `nil` is no limit.
  ///
  /// - Parameters:
  /// - connect: until there is a connection.
  /// - firstByte: from the end of the request to the first byte of the response.
  /// - idle: between bytes.
  /// - total: of the whole exchange.
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
  /// Whether it can be written down as a message. A transport asks before it does anything.
  ///
  /// - Throws: the first thing that is wrong.
  public func check(body: HTTPBody = .empty) throws(HTTPSyntaxError) {
    try check(body: body, url: try URLReference(checking: target))
  }

  /// The same, when the parts of ``target`` are known.
  package func check(body: HTTPBody, url: URLReference) throws(HTTPSyntaxError) {
    if method == .connect { throw .method(method.name) }
    if !body.isEmpty, !method.allowsBody { throw .body(method) }
    if url.scheme == nil { throw .url("is relative: no base URL was given") }
    guard url.scheme == "http" || url.scheme == "https" else {
      throw .url("does not begin with 'http:' or 'https:'")
    }
    guard url.host?.isEmpty == false else { throw .url("has no host") }
    if url.userInfo != nil {
      throw .url("has a name of a user, which is never sent there; 'Authorization' is for it")
    }
    guard url.hasPlainHost else { throw .url("has a host with letters that no host has") }
    if url.fragment != nil { throw .url("has a fragment, which is never sent") }
    for field in fields {
      guard HTTPSyntax.isToken(field.name.text) else { throw .fieldName(field.name.text) }
      guard HTTPSyntax.isFieldValue(field.value) else { throw .fieldValue(name: field.name.text) }
    }
  }
}
