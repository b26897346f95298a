import Networking
import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport
import TremaSupport

/// Basic, Bearer, and the common rules of all schemes.
@Suite struct SchemeTests {
  private func client(_ transport: TestTransport, base: String? = "https://api.example.com/v1")
    -> HTTPClient
  {
    HTTPClient(baseURL: base, transport: transport)
  }

  /// The values of `Authorization`, request by request.
  private func sent(_ transport: TestTransport) -> [String?] {
    transport.requests.map { $0.fields[.authorization] }
  }

  @Test(arguments: [
    // RFC 7617, sections 2 and 2.1.
    ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
    ("test", "123£", "Basic dGVzdDoxMjPCow=="),
    ("", "", "Basic Og=="), ("a", "b:c", "Basic YTpiOmM="),
  ])
  func `Basic is sent as RFC 7617 defines it`(_ user: String, _ password: String, _ field: String)
    async throws
  {
    let transport = TestTransport()
    let client = client(transport).adding(Authentication(try .basic(user, password)))
    try await client.send(.get("x").empty)
    #expect(sent(transport) == [field])
    #expect("\(client)" == "https://api.example.com/v1: interceptors 'Authentication' → test")
  }

  @Test func `user names with colons and control characters are rejected`() {
    #expect(throws: CredentialsError.colonInName) { try BasicAuthentication("a:b", "c") }
    #expect(throws: CredentialsError.controlCharacter) { try BasicAuthentication("a", "c\n") }
  }

  @Test func `two servers have separate credentials, also with coalescing and a cache`()
    async throws
  {
    let transport = TestTransport()
    let client = HTTPClient(transport: transport).adding(Deduplication()).adding(Cache())
      .adding(Authentication(.bearer("a"), origins: ["https://a.example"]))
      .adding(Authentication(.bearer("b"), origins: ["https://b.example"]))
    for host in ["a", "b", "c"] { try await client.send(.get("https://\(host).example/x").empty) }
    #expect(sent(transport) == ["Bearer a", "Bearer b", nil])
  }

  @Test
  func `a bearer token is fixed or read from a closure for each request`() async throws {
    let transport = TestTransport()
    try await client(transport).adding(Authentication(.bearer("mF_9.B5f-4.1JqM")))
      .send(.get("x").empty)
    let count = LockedValue(0)
    let closure = client(transport).adding(
      Authentication(
        BearerAuthentication(identity: "ada") {
          let number = count.add(1)
          return number == 2 ? nil : "t\(number)"
        }))
    for _ in 0..<3 { try await closure.send(.get("x").empty) }
    #expect(sent(transport) == ["Bearer mF_9.B5f-4.1JqM", "Bearer t0", "Bearer t1", nil])
  }

  @Test func `a request fails if the token closure throws or the token is invalid`() async {
    struct Locked: Error, CustomStringConvertible { var description: String { "s3cr3t" } }
    let transport = TestTransport()
    for authenticator in [
      BearerAuthentication(identity: "a") { throw Locked() }, BearerAuthentication("a\nb"),
      BearerAuthentication(""),
    ] {
      let client = client(transport).adding(Authentication(authenticator))
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("x").empty)
      }
      guard case .interceptor("Authentication", let reason as AuthenticationError) = error?.kind
      else { return #expect(Bool(false), "\(String(describing: error))") }
      switch reason {
      case .noToken(let thrown): #expect(thrown is Locked)
      case .malformedToken: break
      default: #expect(Bool(false))
      }
      #expect(error?.description.contains("s3cr3t") == false)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a token closure that never returns is awaited only until the deadline`() async {
    let client = client(TestTransport()).adding(
      Authentication(
        BearerAuthentication(identity: "a") {
          await withCheckedContinuation { continuation in Leak.kept.withLock { $0 = continuation } }
          return nil
        }))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").timeout(.milliseconds(50)).empty)
    }
    #expect(error?.isTimeout == true)
    Leak.kept.exchange(nil)?.resume()
  }

  private enum Leak {
    static let kept = LockedValue<CheckedContinuation<Void, Never>?>(nil)
  }

  @Test(arguments: [
    ("x", true), ("https://api.example.com/other", true), ("https://API.example.com:443/x", true),
    ("https://example.com/x", false), ("https://api.example.com.evil.example/", false),
    ("https://api.example.com:444/", false), ("http://api.example.com/", false),
  ])
  func `credentials are sent only to the origin of the base URL`(_ target: String, _ isSent: Bool)
    async throws
  {
    let transport = TestTransport()
    let client = client(transport).adding(Authentication(.bearer("t")))
    try await client.send(.get(target).empty)
    #expect(sent(transport) == [isSent ? "Bearer t" : nil])
  }

  @Test func `credentials are sent to the listed origins`() async throws {
    let transport = TestTransport()
    let client = client(transport).adding(
      Authentication(.bearer("t"), origins: ["https://a.example", "https://b.example:8443"]))
    for target in ["https://a.example/x", "https://b.example:8443", "https://b.example", "x"] {
      try await client.send(.get(target).empty)
    }
    #expect(sent(transport) == ["Bearer t", "Bearer t", nil, nil])
  }

  @Test func `no credentials are sent without a base URL or listed origins`() async {
    let transport = TestTransport()
    for (origins, words) in [
      (nil, "the origin of the credentials is unknown"),
      (["api.example.com"], "an origin must have"),
      (["https://"], "an origin must have"),
    ] {
      let client = client(transport, base: nil).adding(
        Authentication(.bearer("t"), origins: origins))
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("https://api.example.com").empty)
      }
      #expect(error?.description.contains(words) == true)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a request redirected by an interceptor is sent without credentials`()
    async throws
  {
    struct Lead: Interceptor {
      let phase = InterceptorPhase.redirects
      func intercept(
        _ request: ClientRequest, context: InterceptorContext, next: Next
      ) async throws(NetworkError) -> HTTPResponse {
        _ = try await next(request)
        var request = request
        request.head.target = "https://evil.example/"
        return try await next(request)
      }
    }
    let transport = TestTransport()
    try await client(transport).adding(Lead()).adding(Authentication(.bearer("t")))
      .send(.get("x").empty)
    #expect(sent(transport) == ["Bearer t", nil])
  }

  @Test func `an explicit Authorization field is not replaced`() async throws {
    let transport = TestTransport(.unauthorized)
    let client = client(transport).adding(Authentication(.digest("a", "b")))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").bearer("own").empty)
    }
    #expect(error?.status == .unauthorized)
    #expect(sent(transport) == ["Bearer own"])
  }

  @Test(arguments: [
    ("http://api.example.com", false), ("http://127.0.0.1.evil.example", false),
    ("http://127.0.0.1:8080", true), ("http://localhost", true), ("http://[::1]:80", true),
    ("http://app.localhost", true), ("http://notlocalhost", false), ("https://a.example", true),
  ])
  func `credentials are sent without TLS only to the local machine`(_ base: String, _ isSent: Bool)
    async throws
  {
    let transport = TestTransport()
    let strict = client(transport, base: base).adding(Authentication(.bearer("t")))
    if isSent {
      try await strict.send(.get("x").empty)
    } else {
      let error = await #expect(throws: NetworkError.self) {
        try await strict.send(.get("x").empty)
      }
      #expect(error?.description.contains("without TLS") == true)
      #expect(transport.requests.isEmpty)
    }
    try await client(transport, base: base).adding(Authentication(.bearer("t"), allowsHTTP: true))
      .send(.get("x").empty)
    #expect(sent(transport).last == "Bearer t")
  }

  @Test func `an authentication is skipped and removed by its name`() async throws {
    let transport = TestTransport()
    let client = client(transport).adding(Authentication(.bearer("t")))
    try await client.send(.get("x").skipping(interceptor: "Authentication").empty)
    try await client.removing(interceptor: "Authentication").send(.get("x").empty)
    #expect(sent(transport) == [nil, nil])
  }

  /// An app's authenticator that retries as often as it is allowed to.
  private struct Stubborn: Authenticator {
    let handled = LockedValue(0)

    func identity(for request: ClientRequest) async -> String? { nil }
    func authorize(_ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt) {
      request.head.fields[.authorization] = "Try \(attempt.number)"
    }
    func handle(
      _ response: HTTPResponseHead, to request: ClientRequest,
      _ attempt: inout AuthenticationAttempt
    ) async throws -> Bool {
      handled.add(1)
      return true
    }
  }

  @Test func `a refused request is sent at most four times, and the 401 keeps its body`() async {
    let transport = TestTransport(.unauthorized, "why")
    let stubborn = Stubborn()
    let client = client(transport).adding(Authentication(stubborn))
    for isStream in [false, true] {
      let error = await #expect(throws: NetworkError.self) {
        if isStream {
          _ = try await client.send(.get("x").response)
        } else {
          try await client.send(.get("x").empty)
        }
      }
      guard case .status(let failure) = error?.kind else { return #expect(Bool(false)) }
      #expect(failure.text == "why")
      #expect(error?.attempts == 4)
    }
    #expect(sent(transport).prefix(4) == ["Try 1", "Try 2", "Try 3", "Try 4"])
    // There is no fifth attempt.
    #expect(stubborn.handled.value == 6)
  }

  @Test func `a one-shot body is not sent again, but the scheme handles the challenge`() async {
    let stubborn = Stubborn()
    let transport = TestTransport(.unauthorized, "why")
    let client = client(transport).adding(Authentication(stubborn))
    let stream = HTTPBodyStream(length: 0) { () async throws(TransportError) in
      throw TransportError(.requestBody)
    }
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.post("x").body(.stream(stream)).empty)
    }
    guard case .status(let failure) = error?.kind else { return #expect(Bool(false)) }
    #expect(failure.text == "why")
    #expect(stubborn.handled.value == 1)
    #expect(transport.requests.count == 1)
  }

  @Test func `a streamed refusal releases its connection slot before the refresh`() async throws {
    /// An authenticator that sends a request while its own is refused.
    struct Asking: Authenticator {
      func identity(for request: ClientRequest) async -> String? { nil }
      func authorize(_ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt) {
        request.head.fields[.authorization] = "Try \(attempt.number)"
      }
      func handle(
        _ response: HTTPResponseHead, to request: ClientRequest,
        _ attempt: inout AuthenticationAttempt
      ) async throws -> Bool {
        try await attempt.context.client.send(.get("token").empty)
        return true
      }
    }
    let ended = LockedValue(0)
    let transport = TestTransport { (request, _, context) throws(TransportError) in
      let isRefused = request.fields[.authorization] == "Try 1"
      let source = Pieces(isRefused ? 200 : 1, ended)
      guard case .stream = context.delivery else { return response(to: request) }
      return HTTPResponse(
        HTTPResponseHead(isRefused ? .unauthorized : .ok, url: request.target),
        body: .stream(source))
    }
    let client = HTTPClient(
      baseURL: "https://api.example.com", concurrency: 1, transport: transport
    ).adding(Authentication(Asking()))
    let answer = try await client.send(.get("x").timeout(.seconds(60)).response)
    #expect(try await answer.body.collect(upTo: 1 << 20).count == 1024)
    #expect(transport.requests.count == 3)
    // The refusal was longer than the stored part, and its body was cancelled.
    #expect(ended.value == 1)
  }

  private final class Pieces: HTTPBodySource {
    private let rest: LockedValue<Int>
    private let cancels: LockedValue<Int>

    init(_ count: Int, _ cancels: LockedValue<Int>) {
      rest = LockedValue(count)
      self.cancels = cancels
    }

    func next() async throws(TransportError) -> [UInt8]? {
      rest.add(-1) > 0 ? [UInt8](repeating: 0x78, count: 1024) : nil
    }

    func cancel() { cancels.add(1) }
  }

  @Test func `identities distinguish credentials without revealing them`() async throws {
    let request = ClientRequest(HTTPRequest(.get, "https://api.example.com/x"))
    func identity(_ authentication: Authentication) async -> String? {
      await authentication.identity(for: request)
    }
    let all: [String?] = [
      await identity(Authentication(try .basic("ada", "p1"))),
      await identity(Authentication(try .basic("ada", "p2"))),
      await identity(Authentication(.digest("ada", "p1"))),
      await identity(Authentication(.bearer("p1"))),
      await identity(Authentication(BearerAuthentication(identity: "p1") { "x" })),
    ]
    #expect(Set(all).count == 5)
    #expect(all.allSatisfy { $0?.utf8.count == 64 })
    #expect(await identity(Authentication(try .basic("ada", "p1"))) == all[0])
    #expect(await identity(Authentication(.bearer("p1"), origins: ["https://b.example"])) == nil)
    var own = request
    own.head.fields[.authorization] = "Bearer own"
    #expect(await Authentication(.bearer("p1")).identity(for: own) == nil)
  }

  @Test func `httpbin and nginx accept only the right password`() async throws {
    let transport = try CurlTransport()
    let httpbin = try await TestServers.httpbin()
    let bin = HTTPClient(baseURL: httpbin, transport: transport)
    try await bin.adding(Authentication(try .basic("ada", "pässword")))
      .send(.get("basic-auth/ada/p%C3%A4ssword").empty)
    let token = try await bin.adding(Authentication(.bearer("t0ken"))).send(
      .get("bearer").jsonValue)
    #expect("\(token)".contains("t0ken"))
    let nginx = try await TestServers.nginx()
    let nginxClient = HTTPClient(baseURL: nginx.http, transport: transport)
    let text = try await nginxClient.adding(Authentication(try .basic("user", "password")))
      .send(.get("private/hello.txt").text)
    #expect(text == "hello, world\n")
    for client in [nginxClient, nginxClient.adding(Authentication(try .basic("user", "wrong")))] {
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("private/hello.txt").empty)
      }
      #expect(error?.status == .unauthorized)
      #expect(error?.attempts == 1)
    }
    await transport.close()
  }
}
