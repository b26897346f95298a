import Networking
import Testing
import TremaHTTP

@Suite struct MockRuleTests {
  private static let base = "https://api.example.com"

  private func sent(
    _ mock: MockTransport, _ target: String, _ method: HTTPMethod = .get,
    body: HTTPBody = .empty
  ) async throws(TransportError) -> String {
    let request = HTTPRequest(method, Self.base + target)
    let response = try await mock.send(request, body: body, context: TransportContext())
    return String(decoding: response.body.bytes ?? [], as: UTF8.self)
  }

  @Test(
    arguments: [
      ("/users/{id}", "/users/4", ["id": "4"]),
      ("/users/{id}", "/v1/users/4", nil),
      ("users/{id}", "/v1/users/4", ["id": "4"]),
      ("users/{id}", "/v1/users/4/posts", nil),
      ("/users/{id}", "/users/", nil),
      ("/users/", "/users", nil),
      ("/users/{id}", "/users/a%20b%2Fc", ["id": "a b/c"]),
      ("/caf%C3%A9", "/caf%c3%a9", [:]),
      ("/café", "/caf%C3%A9", [:]),
      ("/{name}.{ending}", "/photo.tar.gz", ["name": "photo", "ending": "tar.gz"]),
      ("/repos/{owner}-{name}", "/repos/a-b-c", ["owner": "a", "name": "b-c"]),
      ("/files/{+rest}", "/files/a/b/c", ["rest": "a/b/c"]),
      ("files/{+rest}", "/v1/files/a/b", ["rest": "a/b"]),
      ("/users?page=2", "/users?size=9&page=2", [:]),
      ("/users?page=2", "/users?page=3", nil),
      ("/users?page=2", "/users", nil),
      ("/users?page={page}", "/users?page=7", ["page": "7"]),
      ("/users?q=a%20b", "/users?q=a+b", [:]),
      ("/users?flag", "/users?flag", [:]),
      ("/users{?page,size}", "/users?size=9", ["size": "9"]),
      ("/users", "/users?anything=at-all", [:]),
      ("https://api.example.com/users", "/users", [:]),
      ("https://api.example.com:443/users", "/users", [:]),
      ("HTTPS://API.example.com/users", "/users", [:]),
      ("https://other.example.com/users", "/users", nil),
      ("http://api.example.com/users", "/users", nil),
      ("/users/{id", "/users/4", nil),
      ("/", "/", [:]),
      ("/", "", [:]),
    ] as [(String, String, [String: String]?)])
  func `a pattern matches a target`(
    pattern: String, target: String, expected: [String: String]?
  ) async throws {
    let mock = MockTransport(.on(.get, pattern, .status(204)))
    let context = TransportContext()
    do throws(TransportError) {
      _ = try await mock.send(HTTPRequest(.get, Self.base + target), body: .empty, context: context)
      #expect(mock.requests[0].parameters == expected)
    } catch {
      #expect(expected == nil, "\(error)")
    }
  }

  @Test func `the first matching rule is used`() async throws {
    let mock = MockTransport(
      .on(.post, "/users", .text("posted")), .on(.get, "/users/me", .text("me")),
      .on(.get, "/users/{id}", .text("somebody")))
    mock.add(.on(nil, "/users/{id}", .text("later")))
    #expect(try await sent(mock, "/users/me") == "me")
    #expect(try await sent(mock, "/users/4") == "somebody")
    #expect(try await sent(mock, "/users/4", .delete) == "later")
    #expect(try await sent(mock, "/users", .post, body: .bytes([1])) == "posted")
  }

  @Test func `a closure can read the fields, the body and the mock itself`() async throws {
    let mock = MockTransport()
    mock.add(
      .when("the second one", .text("second")) { _ in mock.requests.count == 1 },
      .when("Ada", .text("hello")) { $0.text == "Ada" && $0.head.fields["X-Name"] == nil })
    #expect(try await sent(mock, "/", .post, body: .bytes(Array("Ada".utf8))) == "hello")
    #expect(try await sent(mock, "/", .post, body: .bytes(Array("Bo".utf8))) == "second")
  }

  @Test func `an unmatched request is reported with the registered rules`() async {
    let mock = MockTransport(
      .on(.get, "/users/{id}", .status(200)), .on(nil, "/health"),
      .when("signed", .status(200)) { _ in false })
    let request = HTTPRequest(
      .post, "https://api.example.com/users/4?token=secret",
      fields: [.authorization: "secret"])
    let error = await #expect(throws: TransportError.self) {
      try await mock.send(request, body: .bytes(Array("secret".utf8)), context: TransportContext())
    }
    let asked = "POST https://api.example.com/users/4?…"
    let rules = ["'GET /users/{id}'", "'any method /health'", "'signed'"]
    #expect(error?.kind == .mock(.unmatched(asked: asked, rules: rules)))
    #expect(
      error?.description == "no rule matches POST https://api.example.com/users/4?…; registered: "
        + "'GET /users/{id}', 'any method /health', 'signed'")
    #expect(mock.requests.count == 1)
  }

  @Test func `a mock without rules rejects every request`() async {
    let client = HTTPClient(baseURL: Self.base, transport: MockTransport())
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    #expect(
      error?.description == "GET https://api.example.com/x: no rule matches "
        + "GET https://api.example.com/x; no rule is registered")
  }

  @Test func `a sequence of responses is returned in order`() async throws {
    let two: (MockRule.EndBehavior) -> MockTransport = { end in
      MockTransport(
        .on(.get, "/", .text("1"), .text("2"), atEnd: end), .on(.get, "/", .text("other")))
    }
    func answers(_ mock: MockTransport) async throws -> [String] {
      var all: [String] = []
      for _ in 1...5 { all.append(try await sent(mock, "/")) }
      return all
    }
    #expect(try await answers(two(.repeatLast)) == ["1", "2", "2", "2", "2"])
    #expect(try await answers(two(.startOver)) == ["1", "2", "1", "2", "1"])
    #expect(try await answers(two(.pass)) == ["1", "2", "other", "other", "other"])
    let failing = two(.fail)
    let error = await #expect(throws: TransportError.self) { try await answers(failing) }
    #expect(
      error?.description
        == "the rule 'GET /' has returned its 2 responses; none is left for GET https://api.example.com/"
    )
  }

  @Test func `100 concurrent requests use each response of a sequence once`() async throws {
    let mock = MockTransport(
      .on(.get, "/", .text("a"), .text("b"), .text("c"), atEnd: .pass), .any(.text("rest")))
    let all = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 1...100 { group.addTask { try await sent(mock, "/") } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(all == ["a": 1, "b": 1, "c": 1, "rest": 97])
    #expect(mock.requests.count == 100)
  }

  @Test func `unused rules are listed`() async throws {
    let mock = MockTransport(
      .on(.get, "/a"), .on(.get, "/b", .status(1), .status(2), .status(3)), .on(.put, "/c"))
    _ = try await sent(mock, "/a")
    _ = try await sent(mock, "/b")
    #expect(mock.unused == ["GET /b (1 of 3 responses)", "PUT /c"])
    let error = #expect(throws: MockFailure.self) { try mock.checkAllUsed() }
    #expect(error?.description == "rules that were never used: GET /b (1 of 3 responses), PUT /c")
    for _ in 1...2 { _ = try await sent(mock, "/b") }
    _ = try await sent(mock, "/c", .put)
    try mock.checkAllUsed()
  }

  @Test func `a response can be computed from the request and its body`() async throws {
    let mock = MockTransport(
      .on(
        .post, "/greet/{name}?loud={loud}",
        .computed { request throws(TransportError) in
          guard request.text != "bad" else { throw TransportError(.connectionLost) }
          return .text("\(request.text) \(request.parameters["name"] ?? "")")
        }))
    #expect(
      try await sent(mock, "/greet/Ada?loud=1", .post, body: .bytes(Array("Hi".utf8))) == "Hi Ada")
    let error = await #expect(throws: TransportError.self) {
      try await sent(mock, "/greet/Ada?loud=1", .post, body: .bytes(Array("bad".utf8)))
    }
    #expect(error?.kind == .connectionLost)
    #expect(mock.requests.map(\.text) == ["Hi", "bad"])
    #expect(mock.requests[0].path == "/greet/Ada")
    #expect(mock.requests[0].query == [QueryItem("loud", "1")])
  }
}
