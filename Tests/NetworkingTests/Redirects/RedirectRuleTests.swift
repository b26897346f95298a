import Networking
import Testing
import TremaHTTP
import TremaSupport

/// The requests that a client sends after a redirect.
@Suite struct RedirectRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int
    let method: HTTPMethod
    /// The next method; nil if the response is returned.
    let next: HTTPMethod?
    let keepsBody: Bool

    init(_ status: Int, _ method: HTTPMethod, _ next: HTTPMethod?, keepsBody: Bool = false) {
      (self.status, self.method, self.next, self.keepsBody) = (status, method, next, keepsBody)
    }

    var testDescription: String { "\(status) \(method)" }
  }

  /// RFC 9110, section 15.4.
  static let rows: [Row] = [
    Row(300, .get, nil), Row(301, .get, .get), Row(302, .get, .get), Row(303, .get, .get),
    Row(304, .get, nil), Row(305, .get, nil), Row(306, .get, nil), Row(307, .get, .get),
    Row(308, .get, .get), Row(309, .get, nil), Row(200, .get, nil), Row(201, .post, nil),
    Row(301, .head, .head), Row(302, .head, .head), Row(303, .head, .head),
    Row(307, .head, .head), Row(308, .head, .head),
    Row(301, .post, .get), Row(302, .post, .get), Row(303, .post, .get),
    Row(307, .post, .post, keepsBody: true), Row(308, .post, .post, keepsBody: true),
    Row(301, .put, .put, keepsBody: true), Row(302, .put, .put, keepsBody: true),
    Row(303, .put, .get), Row(307, .put, .put, keepsBody: true),
    Row(308, .patch, .patch, keepsBody: true), Row(302, .delete, .delete, keepsBody: true),
    Row(303, .delete, .get), Row(303, .query, .get),
    Row(307, .query, .query, keepsBody: true),
  ]

  /// Redirects once, then answers 200; with the received bodies.
  private func server(
    _ status: HTTPStatus, _ fields: HTTPFields, bodies: LockedValue<[HTTPBody]> = LockedValue([])
  ) -> TestTransport {
    TestTransport { (request, body, _) throws(TransportError) in
      let count = bodies.withLock { bodies in
        bodies.append(body)
        return bodies.count
      }
      return HTTPResponse(
        HTTPResponseHead(
          count == 1 ? status : .ok, fields: count == 1 ? fields : [:], url: request.target))
    }
  }

  private func client(_ transport: TestTransport, _ redirects: Redirects = Redirects())
    -> HTTPClient
  {
    HTTPClient(transport: transport).adding(redirects)
  }

  private func reason(_ work: () async throws(NetworkError) -> Void) async
    -> RedirectError.Reason?
  {
    do throws(NetworkError) { try await work() } catch {
      if case .interceptor("Redirects", let inner) = error.kind {
        return (inner as? RedirectError)?.reason
      }
    }
    return nil
  }

  @Test(arguments: rows)
  func `methods and bodies depend on the status`(_ row: Row) async throws {
    let bodies = LockedValue<[HTTPBody]>([])
    let transport = server(HTTPStatus(row.status), ["Location": "/y"], bodies: bodies)
    var draft = RequestBuilder.request(row.method, "https://a.example/x")
    let fields: HTTPFields = [
      "Content-Type": "text/plain", "content-language": "en", "Content-MD5": "x", "Digest": "y",
      "X-Own": "z",
    ]
    draft = draft.headers(fields).accepting(200...399)
    if row.method.allowsBody { draft = draft.body(.bytes([1, 2])) }
    let head = try await client(transport).send(draft.empty.withHead).head
    guard let next = row.next else {
      #expect(head.status.code == row.status)
      #expect(head.redirects == [])
      #expect(transport.requests.count == 1)
      return
    }
    #expect(transport.requests.count == 2)
    let sent = try #require(transport.requests.last)
    #expect(sent.method == next)
    #expect(sent.target == "https://a.example/y")
    #expect(sent.fields["X-Own"] == "z")
    #expect(bodies.value.last?.isEmpty == !row.keepsBody)
    for name in fields.map(\.name) where name != "X-Own" {
      #expect(sent.fields.contains(name) == (row.method == next), "\(name)")
    }
    #expect(
      head.redirects == [
        HTTPRedirect(
          HTTPStatus(row.status), row.method, "https://a.example/x", to: next,
          "https://a.example/y")
      ])
  }

  /// A location, and the next URL: RFC 3986, section 5.4, and the repairs of browsers.
  @Test(arguments: [
    ("g", "https://a.example/b/c/g"), ("./g", "https://a.example/b/c/g"),
    ("/g", "https://a.example/g"), ("//b.example/g", "https://b.example/g"),
    ("?y", "https://a.example/b/c/d?y"), ("../g", "https://a.example/b/g"),
    ("../../../g", "https://a.example/g"), ("", "https://a.example/b/c/d?q"),
    ("g#part", "https://a.example/b/c/g"), ("http://b.example", "http://b.example"),
    ("HTTPS://b.example/x", "https://b.example/x"), ("gä b", "https://a.example/b/c/g%C3%A4%20b"),
    ("?a=<1>", "https://a.example/b/c/d?a=%3C1%3E"),
  ])
  func `a location is resolved against the request URL`(_ location: String, _ url: String)
    async throws
  {
    let transport = server(.found, ["Location": location])
    // The empty location leads to the same URL; another cookie makes it another request.
    if location.isEmpty {
      let reason = await reason { () async throws(NetworkError) in
        try await client(transport).send(.get("https://a.example/b/c/d?q").empty)
      }
      #expect(reason == .loop)
      return
    }
    try await client(transport, Redirects(allowsInsecure: true))
      .send(.get("https://a.example/b/c/d?q").empty)
    #expect(transport.requests.last?.target == url)
  }

  @Test func `a redirect with no location or a non-HTTP one is returned as is`() async throws {
    for fields: HTTPFields in [
      [:], ["Location": "myapp://done?code=1"], ["Location": "mailto:a@b"],
    ] {
      let transport = server(.found, fields)
      let head = try await client(transport)
        .send(.get("https://a.example/x").accepting(302).empty.withHead).head
      #expect(head.status == .found)
      #expect(transport.requests.count == 1)
    }
  }

  @Test(arguments: [
    "https://", "https://user:secret@b.example/", "https://b.example:99999/", "https:// /", "%zz",
    "https://a_b%41.example/", "http:/x",
  ])
  func `an invalid location is an error`(_ location: String) async throws {
    let transport = server(.found, ["Location": location])
    let error = await #expect(throws: NetworkError.self) {
      try await client(transport, Redirects(allowsInsecure: true))
        .send(.get("https://a.example/x").empty)
    }
    guard case .interceptor(_, let inner as RedirectError) = error?.kind,
      case .location = inner.reason
    else { return #expect(Bool(false), "\(location): \(String(describing: error))") }
    #expect(error?.response?.status == .found)
    #expect(!"\(String(describing: error))".contains("secret"))
  }

  @Test func `duplicate equal locations count as one, different ones are an error`() async throws {
    var fields = HTTPFields()
    fields.append(.location, "/y")
    fields.append(.location, "/y")
    try await client(server(.found, fields)).send(.get("https://a.example/x").empty)
    fields.append(.location, "/z")
    let transport = server(.found, fields)
    let reason = await reason { () async throws(NetworkError) in
      try await client(transport).send(.get("https://a.example/x").empty)
    }
    guard case .location = reason else { return #expect(Bool(false)) }
    #expect(transport.requests.count == 1)
  }

  /// The origin, the target, and whether credentials are sent along.
  @Test(arguments: [
    ("https://a.example/x", "https://a.example/y", true),
    ("https://a.example/x", "https://A.Example:443/y", true),
    ("http://a.example/x", "http://a.example:80/y", true),
    ("https://a.example/x", "https://b.example/y", false),
    ("https://a.example/x", "https://sub.a.example/y", false),
    ("https://sub.a.example/x", "https://a.example/y", false),
    ("https://a.example/x", "https://a.example:444/y", false),
    ("http://a.example/x", "https://a.example/y", false),
    ("https://a.example/x", "http://a.example/y", false),
    ("https://a.example/x", "//b.example/y", false),
  ])
  func `credentials are sent only to their own origin`(_ from: String, _ to: String, _ isKept: Bool)
    async throws
  {
    let transport = server(.temporaryRedirect, ["Location": to])
    let secrets: HTTPFields = [
      "Authorization": "a", "cookie": "b", "Proxy-Authorization": "c", "X-Marked": "d",
      "X-Bound": "e", "Referer": "f", "Origin": "g", "Host": "h",
    ]
    try await client(transport, Redirects(allowsInsecure: true, originBoundFields: ["x-marked"]))
      .send(
        .get(from).headers(secrets).header("X-Own", "z").onlyForOrigin("X-BOUND").empty)
    let fields = try #require(transport.requests.last?.fields)
    for name in secrets.map(\.name) { #expect(fields.contains(name) == isKept, "\(name)") }
    #expect(fields["X-Own"] == "z")
  }

  @Test
  func `credentials are not restored when a redirect returns to the first origin`() async throws {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let next =
        [
          "https://a.example/1": "https://b.example/2",
          "https://b.example/2": "https://a.example/3",
        ][request.target]
      return HTTPResponse(
        HTTPResponseHead(
          next == nil ? .ok : .found, fields: next.map { ["Location": $0] } ?? [:],
          url: request.target))
    }
    let head = try await client(transport)
      .send(.get("https://a.example/1").bearer("t").empty.withHead).head
    #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t", nil, nil])
    #expect(head.redirects.map(\.newURL) == ["https://b.example/2", "https://a.example/3"])
  }

  @Test func `the client's default fields are sent only to its own server`() async throws {
    let transport = server(.found, ["Location": "https://b.example/y"])
    var client = client(transport)
    client.baseURL = "https://a.example"
    client.fields = ["X-Client": "1"]
    let inspector = NetworkInspector()
    try await client.adding(inspector).send(.get("x").empty)
    #expect(transport.requests.map { $0.fields["X-Client"] } == ["1", nil])
    // The inspector next to the transport records the same fields.
    #expect(inspector.exchanges.map { $0.request.fields["X-Client"] } == ["1", nil])
  }

  @Test func `a redirect from https to http is followed only if allowed`() async throws {
    for (allows, count) in [(false, 1), (true, 2)] {
      let transport = server(.found, ["Location": "http://a.example/y"])
      let reason = await reason { () async throws(NetworkError) in
        try await client(transport, Redirects(allowsInsecure: allows))
          .send(.get("https://a.example/x").empty)
      }
      #expect(reason == (allows ? nil : .insecure))
      #expect(transport.requests.count == count)
    }
  }

  @Test func `exceeding the redirect limit is an error that lists all redirects`()
    async throws
  {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      HTTPResponse(
        HTTPResponseHead(
          .found, fields: ["Location": request.target + "x"], url: request.target))
    }
    for limit in [0, 1, 5] {
      let before = transport.requests.count
      let error = await #expect(throws: NetworkError.self) {
        try await client(transport, Redirects(limit: limit))
          .send(.get("https://user.example/?token=secret").empty)
      }
      guard case .interceptor(_, let inner as RedirectError) = error?.kind else {
        return #expect(Bool(false))
      }
      #expect(inner.reason == .limit(limit))
      #expect(inner.redirects.count == limit)
      #expect(transport.requests.count == before + limit + 1)
      #expect(error?.attempts == limit + 1)
      #expect(error?.response?.status == .found)
      #expect(
        !"\(inner) \(String(reflecting: inner)) \(String(describing: error))".contains("secret"))
    }
  }

  @Test func `redirecting a consumed one-shot body is an error, an unread one is sent`()
    async throws
  {
    for isRead in [true, false] {
      let transport = TestTransport { (request, body, _) throws(TransportError) in
        if isRead, case .stream(let stream) = body { _ = try await stream.makeSource() }
        let isFirst = request.target.hasSuffix("x")
        return HTTPResponse(
          HTTPResponseHead(
            isFirst ? .temporaryRedirect : .ok, fields: isFirst ? ["Location": "/y"] : [:],
            url: request.target))
      }
      let stream = HTTPBodyStream { () throws(TransportError) in EmptySource() }
      let call = client(transport).call(.post("https://a.example/x").body(.stream(stream)).empty)
      switch await call.result {
      case .success: #expect(!isRead)
      case .failure(let error):
        guard case .bodyNotReplayable = error.kind else { return #expect(Bool(false), "\(error)") }
        #expect(isRead)
        #expect(error.response?.status == .temporaryRedirect)
      }
      #expect(transport.requests.count == (isRead ? 1 : 2))
    }
  }

  @Test func `the body of a redirect response is cancelled, whether followed or not`() async throws
  {
    for limit in [0, 1] {
      let source = CountingSource()
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        let isFirst = request.target.hasSuffix("x")
        return HTTPResponse(
          HTTPResponseHead(
            isFirst ? .found : .ok, fields: isFirst ? ["Location": "/y"] : [:],
            url: request.target), body: isFirst ? .stream(source) : .bytes([]))
      }
      _ = await client(transport, Redirects(limit: limit))
        .call(.get("https://a.example/x").response).result
      #expect(source.cancelled.value == 1)
    }
  }

  @Test func `a policy follows, returns or replaces a redirect`() async throws {
    let seen = LockedValue<[String]>([])
    func send(_ decision: @escaping Redirects.Policy) async throws -> (HTTPStatus, [HTTPRequest]) {
      let transport = server(.found, ["Location": "https://b.example/y?secret"])
      let redirects = Redirects { proposal in
        seen.withLock { $0.append("\(proposal)") }
        return decision(proposal)
      }
      let head = try await client(transport, redirects)
        .send(
          .post("https://a.example/x").bearer("t").body(.bytes([1])).accepting(200, 302).empty
            .withHead
        ).head
      return (head.status, transport.requests)
    }
    #expect(try await send { _ in .follow }.1.count == 2)
    let (status, requests) = try await send { _ in .returnResponse }
    #expect(status == .found)
    #expect(requests.count == 1)
    #expect(
      seen.value.first == "302 POST https://a.example/x → GET https://b.example/y?…")

    let changed = try await send { proposal in
      var request = proposal.request
      request.head.target = "https://c.example/z"
      request.head.fields["X-New"] = "1"
      return .send(request)
    }.1
    #expect(changed.last?.target == "https://c.example/z")
    #expect(changed.last?.fields["X-New"] == "1")
    #expect(changed.last?.fields[.authorization] == nil)
    let own = try await send { proposal in
      var request = proposal.request
      request.head.fields[.authorization] = "Bearer other"
      return .send(request)
    }.1
    #expect(own.last?.fields[.authorization] == "Bearer other")
  }

  @Test func `credentials are not sent to a target that a policy chooses`() async throws {
    let transport = server(.found, ["Location": "/y"])
    let redirects = Redirects { proposal in
      var request = proposal.request
      request.head.target = "https://b.example/z"
      return .send(request)
    }
    try await client(transport, redirects).send(.get("https://a.example/x").bearer("t").empty)
    #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t", nil])
  }

  @Test func `redirects are switched off by one line`() async throws {
    let client = client(server(.found, ["Location": "/y"]))
    #expect(client.description == "any host: interceptors 'Redirects' → test")
    let head = try await client.send(
      .get("https://a.example/x").skipping(interceptor: "Redirects").accepting(302).empty.withHead
    ).head
    #expect(head.status == .found)
    #expect(client.removing(interceptor: "Redirects").interceptors.isEmpty)
  }
}

private struct EmptySource: HTTPBodySource {
  func next() async throws(TransportError) -> [UInt8]? { nil }
  func cancel() {}
}

private struct CountingSource: HTTPBodySource {
  let cancelled = LockedValue(0)

  func next() async throws(TransportError) -> [UInt8]? { [1] }
  func cancel() { cancelled.withLock { $0 += 1 } }
}
