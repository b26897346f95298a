import TremaHTTP

extension HTTPClient {
  /// Builds the request that is sent: resolves the target, appends the query, adds the client's
  /// fields and deadlines where the request has none, and encodes the body.
  ///
  /// - Parameter accept: the value of `Accept`, unless the request has one; `nil` adds none.
  /// - Returns: the request and the parts of its absolute target.
  /// - Throws: the stored problem of the builder or the client first; `invalidRequest` or `encoding`
  ///   otherwise.
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
      // The client's fields may contain credentials; they are sent only to the origin of its base
      // URL.
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

  /// Removes the client's fields from a request that an interceptor has redirected to another
  /// origin. Fields that the builder names, or whose value an interceptor has changed, are kept.
  ///
  /// - Parameters:
  ///   - sent: the request that is about to be passed to the transport.
  ///   - target: the target that was built.
  ///   - accept: the decoder's value of `Accept`, which is restored if it was removed.
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

  /// Encodes a body with the client's coders, if it is not ready yet.
  private func encoded(_ body: RequestBody) throws -> HTTPBody {
    switch body {
    case .none: .empty
    case .ready(let body): body
    case .encoded(let encode): try encode(coders)
    }
  }

  /// Resolves a target against the base URL of the request, else of the client, and appends the
  /// query.
  ///
  /// - Returns: the URL, and whether it has the origin of the client's base URL.
  private func target(
    _ target: String, _ builder: RequestBuilder<BodyAllowed>
  ) throws -> (url: URLReference, isAtBase: Bool) {
    var url = try URLReference(target)
    var isAtBase = true
    if url.scheme != nil {
      isAtBase = base?.hasOrigin(of: url) ?? false
    } else if url.host != nil {
      // A target like `//host/path` is refused: resolving it would drop the host silently, or send
      // the request to it.
      throw HTTPSyntaxError.url("has a host, but no scheme")
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
  /// - Parameter text: items that are percent-encoded and joined already.
  mutating func appendQuery(_ text: String) {
    query = query.map { $0.isEmpty ? text : "\($0)&\(text)" } ?? text
  }
}

/// A base URL that is parsed once. An invalid one is reported when it is first used.
struct BaseURL: Sendable {
  private let parts: Result<URLReference, HTTPSyntaxError>

  init(_ text: String) {
    do throws(HTTPSyntaxError) {
      parts = .success(try URLReference(text))
    } catch {
      parts = .failure(error)
    }
  }

  /// Resolves a relative reference; the path of the base URL precedes that of the reference.
  func appending(_ reference: URLReference) throws(HTTPSyntaxError) -> URLReference {
    try parts.get().appending(reference)
  }

  /// Whether a URL has the origin of this one; false if this one is invalid.
  func hasOrigin(of url: URLReference) -> Bool {
    guard let parsed = try? parts.get() else { return false }
    return parsed.hasOrigin(of: url)
  }
}

extension HTTPDeadlines {
  /// The deadline of one part.
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

  /// Returns the parts in which two sets of deadlines differ.
  func differences(from other: HTTPDeadlines) -> [TransportError.Timeout] {
    self == other ? [] : TransportError.Timeout.allCases.filter { self[$0] != other[$0] }
  }

  /// Returns these deadlines with some parts replaced by those of another set.
  func replacing(_ parts: Set<TransportError.Timeout>, from other: HTTPDeadlines) -> HTTPDeadlines {
    var result = self
    for part in parts { result[part] = other[part] }
    return result
  }
}
