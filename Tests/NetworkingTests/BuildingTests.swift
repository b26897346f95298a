import Networking
import Testing
import TremaHTTP

@Suite struct BuildingTests {
  private let transport = TestTransport()

  private func sent(
    _ target: String, base: String? = "https://api.example.com/v1", fields: HTTPFields = [:]
  ) async throws -> HTTPRequest {
    let client = HTTPClient(baseURL: base, fields: fields, transport: transport)
    try await client.send(RequestBuilder.get(target).empty)
    return try #require(transport.requests.last)
  }

  @Test(arguments: [
    ("users", "https://api.example.com/v1", "https://api.example.com/v1/users"),
    ("/users", "https://api.example.com/v1/", "https://api.example.com/v1/users"),
    ("users?a=1", "https://api.example.com?key=7", "https://api.example.com/users?key=7&a=1"),
    ("", "https://api.example.com/v1", "https://api.example.com/v1"),
    ("http://other.example/x", "https://api.example.com/v1", "http://other.example/x"),
    ("https://other.example/x?a=%20", nil, "https://other.example/x?a=%20"),
  ])
  func `relative targets are appended to the base URL, absolute ones used as is`(
    _ target: String, _ base: String?, _ expected: String
  ) async throws {
    #expect(try await sent(target, base: base).target == expected)
  }

  @Test(arguments: [
    ("users", nil), ("//other.example/x", "https://api.example.com"), ("a b", "https://x.example"),
    ("users", "ftp://api.example.com"), ("users", "https://"), ("users", "not a URL"),
    ("users", "https://example.com:0"), ("users#part", "https://example.com"),
  ])
  func `an invalid URL is rejected before anything is sent`(
    _ target: String, _ base: String?
  ) async {
    let error = await #expect(throws: NetworkError.self) { try await sent(target, base: base) }
    guard case .invalidRequest = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a changed base URL applies to later requests`() async throws {
    var client = HTTPClient(baseURL: "https://one.example", transport: transport)
    client.baseURL = "https://two.example"
    try await client.send(RequestBuilder.get("x").empty)
    client.baseURL = nil
    await #expect(throws: NetworkError.self) {
      try await client.send(RequestBuilder.get("x").empty)
    }
    #expect(transport.requests.map(\.target) == ["https://two.example/x"])
  }

  @Test func `fields of the request override the client's fields`() async throws {
    let client = HTTPClient(
      fields: ["X-App": "shop", "Accept": "text/plain"], transport: transport)
    _ = try await client.send(
      RequestBuilder.get("https://example.com").header("x-app", "mine").decoding(Int?.self))
    #expect(transport.requests.last?.fields == ["Accept": "text/plain", "x-app": "mine"])
  }

  @Test(arguments: [
    ("users", true), ("https://API.example.com:443/x", true), ("https://other.example/x", false),
    ("http://api.example.com/x", false), ("https://api.example.com:8443/x", false),
  ])
  func `the client's fields are sent only to the origin of its base URL`(
    _ target: String, _ isSent: Bool
  ) async throws {
    let fields: HTTPFields = ["Authorization": "Bearer t", "Cookie": "a=b", "X-App": "shop"]
    let request = try await sent(target, fields: fields)
    #expect(request.fields == (isSent ? fields : [:]))
  }

  @Test(arguments: [
    ("https://API.example.com:443/x", true), ("https://other.example/x", false),
    ("http://api.example.com/v1/users", false), ("https://api.example.com:8443/x", false),
  ])
  func `a request redirected by an interceptor loses the client's fields`(
    _ target: String, _ isSent: Bool
  ) async throws {
    let client = HTTPClient(
      baseURL: "https://api.example.com/v1",
      fields: [
        "Authorization": "Bearer t", "X-Key": "secret", "X-Own": "b", "X-New": "c",
        "Accept": "text/plain",
      ],
      transport: transport
    ).adding(
      BeforeRequest { request, _ in
        request.head.target = target
        request.head.fields["X-New"] = "theirs"
      })
    _ = try await client.send(RequestBuilder.get("users").header("X-Own", "b").decoding(Int?.self))
    let request = try #require(transport.requests.last)
    #expect(request.target == target)
    #expect(request.fields["X-Own"] == "b")
    #expect(request.fields["X-New"] == "theirs")
    #expect(request.fields["X-Key"] == (isSent ? "secret" : nil))
    #expect(request.fields[.authorization] == (isSent ? "Bearer t" : nil))
    #expect(request.fields[.accept] == (isSent ? "text/plain" : "application/json"))
  }

  @Test func `a client without a base URL sends its fields to any server`()
    async throws
  {
    let request = try await sent(
      "https://example.com", base: nil, fields: ["Authorization": "Bearer t"])
    #expect(request.fields[.authorization] == "Bearer t")
  }

  @Test func `a request can be sent any number of times, and by several clients`() async throws {
    let request = RequestBuilder.get("x").query("a", "1").empty
    let client = HTTPClient(baseURL: "https://one.example", transport: transport)
    let other = HTTPClient(baseURL: "https://two.example", transport: transport)
    try await client.send(request)
    try await other.send(request)
    try await client.send(request)
    #expect(
      transport.requests.map(\.target) == [
        "https://one.example/x?a=1", "https://two.example/x?a=1", "https://one.example/x?a=1",
      ])
  }

  @Test func `the method of a run-time request is checked when it is sent`() async throws {
    let client = HTTPClient(transport: transport)
    let method = try HTTPMethod("PURGE")
    try await client.send(.request(method, "https://example.com").empty)
    #expect(transport.requests.last?.method == method)
    for method in [HTTPMethod.get, .head, .trace] {
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.request(method, "https://example.com").json([1]).empty)
      }
      #expect(
        error?.description.contains("a \(method) request cannot have a body") == true)
    }
    await #expect(throws: NetworkError.self) {
      try await client.send(.request(.connect, "https://example.com").empty)
    }
    #expect(transport.requests.count == 1)
  }
}
