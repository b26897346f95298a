import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct CookiesTests {
  private let start = Date(timeIntervalSince1970: 1_000_000_000)

  /// The server answers `/set` with a cookie, and returns the received cookies in `X-Cookie`.
  private let transport = TestTransport { (request, _, _) throws(TransportError) in
    var fields: HTTPFields = ["X-Cookie": request.fields[.cookie] ?? "none"]
    if request.target.contains("/set") { fields[.setCookie] = "sid=1; Max-Age=10" }
    return HTTPResponse(
      HTTPResponseHead(
        request.target.contains("/error") ? .internalServerError : .ok, fields: fields,
        url: request.target))
  }

  private func client(_ jar: CookieJar, _ clock: VirtualClock = VirtualClock()) -> HTTPClient {
    var client = HTTPClient(baseURL: "https://a.example", transport: transport).adding(Cookies(jar))
    client.clock = clock.clock
    return client
  }

  private func cookie(_ client: HTTPClient, _ draft: RequestBuilder<BodyForbidden> = .get("x"))
    async throws
    -> String?
  {
    try await client.send(draft.empty.withHead).head.fields["X-Cookie"]
  }

  @Test func `cookies are stored and sent according to the client's clock`() async throws {
    let clock = VirtualClock(date: start)
    let client = client(CookieJar(), clock)
    #expect(client.description == "https://a.example: interceptors 'Cookies' → test")
    #expect(try await cookie(client) == "none")
    try await client.send(.get("set").empty)
    #expect(try await cookie(client) == "sid=1")
    clock.advance(by: .seconds(9))
    #expect(try await cookie(client) == "sid=1")
    clock.advance(by: .seconds(1))
    #expect(try await cookie(client) == "none")
  }

  @Test func `cookies of an error response are stored`() async throws {
    let client = client(CookieJar())
    await #expect(throws: NetworkError.self) {
      try await client.send(.get("set/error").empty)
    }
    #expect(try await cookie(client, .get("set/x")) == "sid=1")
  }

  @Test func `explicit cookies are sent first and override stored ones by name`() async throws {
    let jar = CookieJar()
    for field in ["sid=1; Path=/", "b=2; Path=/"] {
      jar.store(["Set-Cookie": field], from: "https://a.example", at: start)
    }
    let client = client(jar, VirtualClock(date: start))
    #expect(
      try await cookie(client, .get("x").header("Cookie", "own=3; sid=4")) == "own=3; sid=4; b=2")
    #expect(try await cookie(client, .get("x").header("Cookie", "si=d")) == "si=d; sid=1; b=2")
    #expect(try await cookie(client, .get("x").skipping(interceptor: "Cookies")) == "none")
  }

  @Test func `clients can share a jar, and separate jars are independent`() async throws {
    let jar = CookieJar()
    let first = client(jar)
    try await first.send(.get("set").empty)
    #expect(try await cookie(client(jar)) == "sid=1")
    #expect(try await cookie(client(CookieJar())) == "none")
    var other = client(jar)
    other.baseURL = "https://b.example"
    #expect(try await cookie(other) == "none")
  }

  @Test func `requests with another first party are sent without cookies`() async throws {
    let jar = CookieJar()
    try await client(jar).send(.get("set").empty)
    var other = HTTPClient(baseURL: "https://a.example", transport: transport)
      .adding(Cookies(jar, firstParty: "https://b.example"))
    other.clock = VirtualClock().clock
    #expect(try await cookie(other) == "none")
  }

  private struct Ask: Interceptor {
    let phase = InterceptorPhase.deduplication
    let seen = LockedValue<[RequestIdentity]>([])

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      let identity = await context.identity(of: request)
      seen.withLock { $0.append(identity) }
      return try await next(request)
    }
  }

  @Test func `different cookies are different identities`() async throws {
    let ask = Ask()
    let clock = VirtualClock(date: start)
    let jar = CookieJar()
    let client = client(jar, clock).adding(ask)
    try await client.send(.get("x").empty)
    jar.store(["Set-Cookie": "sid=1; Max-Age=5"], from: "https://a.example", at: start)
    try await client.send(.get("x").empty)
    try await client.send(.get("y").empty)
    try await client.send(.get("https://b.example/x").empty)
    jar.store(["Set-Cookie": "sid=2; Max-Age=5"], from: "https://a.example", at: start)
    try await client.send(.get("x").empty)
    clock.advance(by: .seconds(5))
    try await client.send(.get("x").empty)
    let seen = ask.seen.value
    #expect(seen[0].digest.isEmpty)
    #expect(seen[1] == seen[2])
    #expect(seen[1] != seen[0])
    #expect(seen[3] == seen[0])
    #expect(seen[4] != seen[1])
    #expect(seen[5] == seen[0])
  }

  // [XSRF]

  private func token(_ client: HTTPClient, _ draft: RequestBuilder<BodyAllowed>) async throws
    -> String?
  {
    try await client.send(draft.empty)
    return transport.requests.last?.fields["X-XSRF-TOKEN"]
  }

  @Test func `the XSRF token is sent only with unsafe requests to its own origin`() async throws {
    let jar = CookieJar()
    for host in ["a.example", "b.example"] {
      jar.store(["Set-Cookie": "XSRF-TOKEN=t%20 1"], from: "https://\(host)/")
    }
    let client = client(jar).adding(XSRF(jar))
    #expect(try await token(client, .post("x")) == "t%20 1")
    #expect(try await token(client, .put("x")) == "t%20 1")
    #expect(try await token(client, .delete("x")) == "t%20 1")
    #expect(try await token(client, .post("https://a.example:443/y")) == "t%20 1")
    #expect(try await token(client, .query("x")) == nil)
    #expect(try await token(client, .options("x")) == nil)
    #expect(try await cookie(client) == "XSRF-TOKEN=t%20 1")
    #expect(transport.requests.last?.fields["X-XSRF-TOKEN"] == nil)
    #expect(try await token(client, .post("https://b.example/x")) == nil)
    #expect(try await token(client, .post("http://a.example/x")) == nil)
    #expect(try await token(client, .post("x").header("X-XSRF-TOKEN", "own")) == "own")
    #expect(try await token(self.client(CookieJar()).adding(XSRF(CookieJar())), .post("x")) == nil)
  }

  @Test func `names are configurable, and a cross-origin redirect drops the token`() async throws {
    let jar = CookieJar()
    for host in ["a.example", "b.example"] {
      jar.store(["Set-Cookie": "csrf=t"], from: "https://\(host)/")
    }
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let isFirst = request.target == "https://a.example/x"
      return HTTPResponse(
        HTTPResponseHead(
          isFirst ? .temporaryRedirect : .ok,
          fields: isFirst ? ["Location": "https://b.example/y"] : [:], url: request.target))
    }
    let client = HTTPClient(transport: transport).adding(Redirects())
      .adding(XSRF(jar, cookie: "csrf", field: "X-CSRF"))
    try await client.send(.post("https://a.example/x").empty)
    #expect(transport.requests.map { $0.fields["X-CSRF"] } == ["t", nil])
  }

  @Test func `a redirect from another origin does not add the token`() async throws {
    let jar = CookieJar()
    jar.store(["Set-Cookie": "XSRF-TOKEN=t"], from: "https://a.example/")
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let isFirst = request.target == "https://b.example/x"
      return HTTPResponse(
        HTTPResponseHead(
          isFirst ? .temporaryRedirect : .ok,
          fields: isFirst ? ["Location": "https://a.example/delete"] : [:], url: request.target))
    }
    let client = HTTPClient(baseURL: "https://a.example", transport: transport)
      .adding(Redirects()).adding(XSRF(jar))
    try await client.send(.post("https://b.example/x").empty)
    try await client.send(.post("x").empty)
    #expect(transport.requests.map { $0.fields["X-XSRF-TOKEN"] } == [nil, nil, "t"])
  }

  @Test func `a session cookie can be sent without a jar`() async throws {
    let client = client(CookieJar())
    let session = withSessionCookie("s1", name: "SID", xsrf: "t")
    #expect(
      try await cookie(client, RequestBuilder.get("x").header("Cookie", "a=1") |> session)
        == "a=1; SID=s1; XSRF-TOKEN=t")
    #expect(transport.requests.last?.fields["X-XSRF-TOKEN"] == "t")
    #expect(
      try await cookie(client, RequestBuilder.get("x") |> withSessionCookie("s2"))
        == "JSESSIONID=s2")
    for bad in ["a; b=c", "a\r\nX: y"] {
      #expect(throws: CredentialsError.self) {
        try withSessionCookie(bad)(HTTPRequest(.get, "https://a.example"))
      }
    }
  }
}
