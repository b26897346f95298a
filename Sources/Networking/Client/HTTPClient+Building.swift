import TremaHTTP

extension HTTPClient {
  /// Builds the request to send: resolves the target, appends the query, adds the client's fields
  /// and deadlines that the request does not have, and encodes the body.
  ///
  /// - Parameter accept: The value of `Accept`, unless the request has one; `nil` adds none.
  /// - Returns: The request and the components of its absolute target.
  /// - Throws: The stored error of the builder or the client if there is one; otherwise
  ///   `invalidRequest` or `encoding`.
  func build(
    _ builder: RequestBuilder<BodyAllowed>, accept: String?
  ) throws(NetworkError) -> (request: ClientRequest, url: URLReference) {
    if var problem = builder.problem {
      problem.request = problem.request ?? builder.request
      throw problem
    }
    if let problem = core.problem { throw NetworkError(problem, request: builder.request) }
    let limit = builder.options.responseLimit ?? responseLimit
    guard limit >= 0 else {
      throw NetworkError(
        .unsupported("the response limit must not be negative: \(limit) bytes"),
        request: builder.request)
    }
    var head = builder.request
    let (url, body): (URLReference, HTTPBody)
    do {
      let isAtBase: Bool
      (url, isAtBase) = try target(head.target, builder)
      head.target = url.description
      // The client's fields may contain credentials, so they are sent only to its base URL's
      // origin.
      if !fields.isEmpty, isAtBase || base == nil {
        var fields = self.fields
        fields.merge(head.fields)
        head.fields = fields
      }
      if let accept, !head.fields.contains(.accept) { head.fields.append(.accept, accept) }
      head.deadlines = deadlines.replacing(builder.options.explicitDeadlines, from: head.deadlines)
      body = try encoded(builder.body)
      try head.check(body: body, url: url)
    } catch let error as HTTPSyntaxError {
      throw NetworkError(.invalidRequest(error), request: head)
    } catch {
      throw NetworkError(wrapping: error, request: head) { .encoding($0) }
    }
    return (ClientRequest(head, body: body), url)
  }

  /// Removes the client's fields from a request that an interceptor has redirected to a different
  /// origin. Fields that the builder specifies, and fields whose value an interceptor has changed,
  /// are kept.
  ///
  /// - Parameters:
  ///   - sent: The request that is about to be passed to the transport.
  ///   - target: The target that was built.
  ///   - accept: The decoder's `Accept` value, which is restored if it was removed.
  func removeClientFields(
    _ sent: inout ClientRequest, builtFor target: String, _ builder: RequestBuilder<BodyAllowed>,
    accept: String?
  ) {
    // In the usual case the target is unchanged, and no URL is parsed.
    guard !fields.isEmpty, sent.head.target != target, let base else { return }
    guard let built = try? URLReference(target), base.hasOrigin(of: built) else { return }
    if let url = try? URLReference(sent.head.target), base.hasOrigin(of: url) { return }
    let explicitFields = builder.request.fields
    sent.head.fields = HTTPFields(
      sent.head.fields.filter { !fields.contains($0) || explicitFields.contains($0.name) })
    if let accept, !sent.head.fields.contains(.accept) { sent.head.fields.append(.accept, accept) }
  }

  /// Encodes a body with the client's coders, unless it is already encoded.
  private func encoded(_ body: RequestBody) throws -> HTTPBody {
    switch body {
    case .none: .empty
    case .ready(let body): body
    case .encoded(let encode): try encode(coders)
    }
  }

  /// Resolves a target against the base URL of the request or else the client, and appends the
  /// query.
  ///
  /// - Returns: The URL, and whether it has the same origin as the client's base URL.
  private func target(
    _ target: String, _ builder: RequestBuilder<BodyAllowed>
  ) throws -> (url: URLReference, isAtBase: Bool) {
    var url = try URLReference(target)
    var isAtBase = true
    if url.scheme != nil {
      isAtBase = base?.hasOrigin(of: url) ?? false
    } else if url.host != nil {
      // A target like `//host/path` is refused, since resolving it would silently drop the host or
      // send the request to it.
      throw HTTPSyntaxError.invalidURL("has a host but no scheme")
    } else if let requestBase = builder.options.baseURL {
      url = try BaseURL(requestBase).appending(url)
      isAtBase = base?.hasOrigin(of: url) ?? false
    } else if let base {
      url = try base.appending(url)
    }
    let items = try builder.query.items(coders.query.rules)
    if !items.isEmpty { url.appendQuery(coders.query.text(of: items)) }
    return (url, isAtBase)
  }
}

extension URLReference {
  /// Appends encoded items to the query.
  ///
  /// - Parameter text: Items that are already percent-encoded and joined.
  mutating func appendQuery(_ text: String) {
    query = query.map { $0.isEmpty ? text : "\($0)&\(text)" } ?? text
  }
}

/// A base URL that is parsed once. An invalid base URL is reported on first use.
struct BaseURL: Sendable {
  private let parts: Result<URLReference, HTTPSyntaxError>

  init(_ text: String) {
    do throws(HTTPSyntaxError) {
      parts = .success(try URLReference(text))
    } catch {
      parts = .failure(error)
    }
  }

  /// Resolves a relative reference by appending its path to the base URL's path.
  func appending(_ reference: URLReference) throws(HTTPSyntaxError) -> URLReference {
    try parts.get().appending(reference)
  }

  /// Returns whether a URL has the same origin as this one; false if this one is invalid.
  func hasOrigin(of url: URLReference) -> Bool {
    guard let parsed = try? parts.get() else { return false }
    return parsed.hasOrigin(of: url)
  }
}

extension HTTPDeadlines {
  /// The deadline for one part of the exchange.
  subscript(part: TransportError.Timeout) -> Duration? {
    get {
      switch part {
      case .connect: connect
      case .firstByte: firstByte
      case .idle: idle
      case .total: total
      }
    }
    set {
      switch part {
      case .connect: connect = newValue
      case .firstByte: firstByte = newValue
      case .idle: idle = newValue
      case .total: total = newValue
      }
    }
  }

  /// Returns the parts that have different deadlines in the two sets.
  func differences(from other: HTTPDeadlines) -> [TransportError.Timeout] {
    self == other ? [] : TransportError.Timeout.allCases.filter { self[$0] != other[$0] }
  }

  /// Returns these deadlines, with some parts replaced with those from another set.
  func replacing(_ parts: Set<TransportError.Timeout>, from other: HTTPDeadlines) -> HTTPDeadlines {
    var result = self
    for part in parts { result[part] = other[part] }
    return result
  }
}
