import TremaHTTP

extension HTTPClient {
  /// Builds the request that is sent: the target made absolute, the query added, the client's fields and
  /// deadlines where the request has none of its own, the body encoded.
  func build(
    _ draft: Draft<BodyAllowed>, accept: String?
  ) throws(NetworkError) -> (request: ClientRequest, url: URLReference) {
    if var problem = draft.problem {
      problem.request = problem.request ?? draft.request
      throw problem
    }
    if let problem = core.problem { throw NetworkError(problem, request: draft.request) }
    let limit = draft.options.responseLimit ?? responseLimit
    guard limit >= 0 else {
      throw NetworkError(
        .unsupported("no response has at most \(limit) bytes"), request: draft.request)
    }
    var head = draft.request
    let (url, body): (URLReference, HTTPBody)
    do {
      let isAtBase: Bool
      (url, isAtBase) = try target(head.target, draft)
      head.target = url.description
      if !fields.isEmpty, isAtBase || base == nil {
        var fields = self.fields
        fields.merge(head.fields)
        head.fields = fields
      }
      if let accept, !head.fields.contains(.accept) { head.fields.append(.accept, accept) }
      head.deadlines = deadlines.keeping(draft.options.ownDeadlines, of: head.deadlines)
      body = try encoded(draft.body)
      try head.check(body: body, url: url)
    } catch let error as HTTPSyntaxError {
      throw NetworkError(.invalidRequest(error), request: head)
    } catch {
      throw NetworkError(wrapping: error, request: head) { .encoding($0) }
    }
    return (ClientRequest(head, body: body), url)
  }

  /// Makes a request what leaves: one that was led to another server by an interceptor is without the
  /// client's fields. What the draft or an interceptor has set otherwise stays.
  func leave(
    _ sent: inout ClientRequest, builtFor target: String, _ draft: Draft<BodyAllowed>,
    accept: String?
  ) {
    // The usual case costs no reading of URLs.
    guard !fields.isEmpty, sent.head.target != target, let base else { return }
    guard let built = try? URLReference(target), base.hasOrigin(of: built) else { return }
    if let url = try? URLReference(sent.head.target), base.hasOrigin(of: url) { return }
    let own = draft.request.fields
    sent.head.fields = HTTPFields(
      sent.head.fields.filter { !fields.contains($0) || own.contains($0.name) })
    if let accept, !sent.head.fields.contains(.accept) { sent.head.fields.append(.accept, accept) }
  }

  private func encoded(_ body: RequestBody) throws -> HTTPBody {
    switch body {
    case .none: .empty
    case .ready(let body): body
    case .encoded(let encode): try encode(coders)
    }
  }

  /// - Returns: the URL, and whether the base URL is of the same server.
  private func target(
    _ target: String, _ draft: Draft<BodyAllowed>
  ) throws -> (url: URLReference, isAtBase: Bool) {
    var url = try URLReference(target)
    var isAtBase = true
    if url.scheme != nil {
      isAtBase = base?.hasOrigin(of: url) ?? false
    } else if url.host != nil {
      // The host would be dropped in silence, or the request sent to it.
      throw HTTPSyntaxError.url("names a host, but no scheme")
    } else if let own = draft.options.baseURL {
      url = try BaseURL(own).appending(url)
      isAtBase = base?.hasOrigin(of: url) ?? false
    } else if let base {
      url = try base.appending(url)
    }
    let items = try draft.query.items(coders.query.rules)
    if !items.isEmpty { url.appendQuery(coders.query.text(of: items)) }
    return (url, isAtBase)
  }
}

extension URLReference {
  /// - Parameter text: encoded items.
  mutating func appendQuery(_ text: String) {
    query = query.map { $0.isEmpty ? text : "\($0)&\(text)" } ?? text
  }
}

/// A base URL and its parts.
struct BaseURL: Sendable {
  private let parts: Result<URLReference, HTTPSyntaxError>

  init(_ text: String) {
    do throws(HTTPSyntaxError) {
      parts = .success(try URLReference(text))
    } catch {
      parts = .failure(error)
    }
  }

  func appending(_ reference: URLReference) throws(HTTPSyntaxError) -> URLReference {
    try parts.get().appending(reference)
  }

  func hasOrigin(of url: URLReference) -> Bool {
    guard let own = try? parts.get() else { return false }
    return own.hasOrigin(of: url)
  }
}

extension HTTPDeadlines {
  /// One part by its name.
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

  /// The parts that another one has otherwise.
  func differences(from other: HTTPDeadlines) -> [TransportError.Timeout] {
    self == other ? [] : TransportError.Timeout.allCases.filter { self[$0] != other[$0] }
  }

  /// These, but for some parts that are those of another one.
  func keeping(_ parts: Set<TransportError.Timeout>, of other: HTTPDeadlines) -> HTTPDeadlines {
    var kept = self
    for part in parts { kept[part] = other[part] }
    return kept
  }
}
