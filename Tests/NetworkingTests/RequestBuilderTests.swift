import Networking
import Testing
import TremaHTTP

@Suite struct RequestBuilderTests {
  private let transport = TestTransport()

  /// Returns the bytes on the wire.
  private func sent<Body: BodyRule>(
    _ draft: RequestBuilder<Body>, by change: (inout HTTPClient) -> Void = { _ in }
  ) async throws -> HTTPRequest {
    var client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
    change(&client)
    try await client.send(draft.empty)
    return try #require(transport.requests.last)
  }

  @Test func `fields are set and merged, and nil values are ignored`() async throws {
    let request = try await sent(
      .get("x").header("X-A", "1").header("X-A", nil).header("X-B", "")
        .headers(["X-C": "1", "X-C": "2", "x-a": "3", "X-D": ""]))
    #expect(request.fields == ["X-C": "1", "X-C": "2", "x-a": "3"])
  }

  @Test func `adding a field keeps existing fields of the same name`() async throws {
    let request = try await sent(
      .get("x").header("X-A", "1").appending(header: "x-a", "2").appending(header: "X-A", nil))
    #expect(request.fields == ["X-A": "1", "x-a": "2"])
  }

  @Test func `a dictionary of mixed values becomes a query`() async throws {
    let since: Int? = nil
    let request = try await sent(.get("x").parameters(["b": "x y", "a": 1, "since": since]))
    #expect(request.target.hasSuffix("/x?a=1&b=x%20y"))
  }

  @Test func `a JSON value is printed as JSON`() {
    let name = "Ada"
    let value: JSONValue = ["name": .init(name), "tags": [1, true, nil], "n": 1.5]
    #expect("\(value)" == #"{"name":"Ada","tags":[1,true,null],"n":1.5}"#)
  }

  @Test func `the Accept field lists the given types`() async throws {
    let request = try await sent(.get("x").accept("text/csv", "text/plain;q=0.5"))
    #expect(request.fields[.accept] == "text/csv, text/plain;q=0.5")
  }

  @Test(arguments: [
    ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
    // RFC 7617, section 2.1: a pound sign in UTF-8.
    ("test", "123\u{A3}", "Basic dGVzdDoxMjPCow=="),
    ("", "", "Basic Og=="), ("a", "b:c", "Basic YTpiOmM="),
  ])
  func `basic credentials are encoded as in RFC 7617`(
    _ user: String, _ password: String, _ field: String
  ) async throws {
    let request = try await sent(.get("x").basicAuth(user, password))
    #expect(request.fields[.authorization] == field)
  }

  @Test(arguments: [
    ("a:b", "c", CredentialsError.colonInName), ("a", "b\n", .controlCharacter),
    ("a\u{7F}", "b", .controlCharacter),
  ])
  func `ambiguous credentials are rejected when the request is sent`(
    _ user: String, _ password: String, _ expected: CredentialsError
  ) async {
    let error = await #expect(throws: NetworkError.self) {
      try await sent(.get("x").basicAuth(user, password))
    }
    guard case .encoding(let reason as CredentialsError) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == expected)
    #expect(error?.attempts == 0)
    #expect(transport.requests.isEmpty)
  }

  @Test func `a bearer token is sent, and one with a line break is rejected`() async throws {
    #expect(try await sent(.get("x").bearer("t0k")).fields[.authorization] == "Bearer t0k")
    let error = await #expect(throws: NetworkError.self) {
      try await sent(.get("x").bearer("t0k\r\nX-Evil: 1"))
    }
    #expect(error?.description.contains("t0k") == false)
  }

  @Test func `any part of a request can be set by its key path`() async throws {
    let request = try await sent(
      .get("x").set(\.cachePolicy, to: .reload).set(\.networkServiceType, to: .background)
        .set(\.priority, to: .high))
    #expect(request.cachePolicy == .reload)
    #expect(request.networkServiceType == .background)
    #expect(request.priority == .high)
    let same = try await sent(
      .get("x").cachePolicy(.reload).networkServiceType(.background).priority(.high))
    #expect(request == same)
  }

  @Test func `a cache-only request is rejected if the client has no cache`() async throws {
    let error = await #expect(throws: NetworkError.self) {
      try await sent(.get("x").cachePolicy(.cacheOnly)) {
        $0 = $0.adding(BeforeRequest { _, _ in })
      }
    }
    guard case .unsupported = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.attempts == 0)
    #expect(transport.requests.isEmpty)
    for policy in HTTPRequest.CachePolicy.allCases where policy != .cacheOnly {
      #expect(try await sent(.get("x").cachePolicy(policy)).cachePolicy == policy)
    }
    let stored = HTTPClient(transport: transport).adding(
      BeforeRequest.responding { request, _ in response(to: request.head, .ok, "kept") })
    let kept = try await stored.send(
      RequestBuilder.get("https://example.com").cachePolicy(.cacheOnly).bytes)
    #expect(kept == Array("kept".utf8))
  }

  @Test func `each deadline defaults to the client's unless the request sets it`()
    async throws
  {
    let ofClient = HTTPDeadlines(
      connect: .seconds(1), firstByte: .seconds(2), idle: .seconds(3), total: nil)
    let change: (inout HTTPClient) -> Void = { $0.deadlines = ofClient }
    #expect(try await sent(.get("x"), by: change).deadlines == ofClient)
    var expected = ofClient
    expected.idle = nil
    #expect(try await sent(.get("x").deadline(.idle, nil), by: change).deadlines == expected)
    // Explicit defaults are a request's own deadlines.
    let own = HTTPDeadlines()
    #expect(try await sent(.get("x").deadlines(own), by: change).deadlines == own)
    #expect(try await sent(.get("x").set(\.deadlines, to: own), by: change).deadlines == own)
    #expect(
      try await sent(.get("x").set(\.deadlines.idle, to: .seconds(9)), by: change).deadlines.idle
        == .seconds(9))
  }

  @Test func `a timeout sets the total deadline`() async throws {
    let total = try await sent(.get("x").timeout(.seconds(90))).deadlines.total
    #expect(try #require(total) <= .seconds(90))
  }

  @Test func `builder errors are deferred, and the first one is thrown on sending`() async {
    struct First: Error {}
    struct Second: Error {}
    let draft = RequestBuilder.get("x").apply { _ in throw First() }.header("X-A", "1")
      .apply { _ in throw Second() }
    #expect(draft.problem != nil)
    let error = await #expect(throws: NetworkError.self) { try await sent(draft) }
    guard case .encoding(is First) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.request?.target == "x")
  }

  @Test(
    arguments: [
      [200..<200], [0...50], [1000...2000], [0], [], [200...299, 500..<500],
      [Int.max - 1...Int.max],
    ] as [[any StatusPattern]])
  func `a request that accepts no status is rejected when sent`(_ statuses: [any StatusPattern])
    async
  {
    let draft: RequestBuilder<BodyForbidden> =
      switch statuses.count {
      case 0: .get("x").accepting()
      case 1: .get("x").accepting(statuses[0])
      default: .get("x").accepting(statuses[0], statuses[1])
      }
    #expect(draft.problem != nil)
    let error = await #expect(throws: NetworkError.self) { try await sent(draft) }
    guard case .unsupported = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      (50...100, Set([100])), (999...5000, Set([999])), (404, Set([404])),
      (HTTPStatus.ok, Set([200])),
      (998..<Int.max, Set([998, 999])),
    ] as [(any StatusPattern, Set<Int>)])
  func `only listed statuses that exist are accepted`(
    _ statuses: any StatusPattern, _ expected: Set<Int>
  ) {
    #expect(RequestBuilder.get("x").accepting(statuses).options.acceptedStatuses == expected)
  }

  @Test func `descriptions of builders and requests omit possible secrets`() {
    let draft = RequestBuilder.get("https://ada:secret@example.com/users?token=secret")
    #expect("\(draft)" == "GET https://example.com/users?…")
    #expect("\(draft.empty)" == "GET https://example.com/users?…")
  }
}
