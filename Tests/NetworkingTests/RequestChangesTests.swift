import Networking
import Testing
import TremaHTTP

@Suite struct RequestChangesTests {
  private let request = HTTPRequest(.post, "https://example.com/users")

  private func named(_ name: String) -> @Sendable (HTTPRequest) -> HTTPRequest {
    { request in
      var request = request
      request.fields.append("X-Order", name)
      return request
    }
  }

  @Test func `the pipe operator applies functions to a request in order`() {
    let piped = request |> named("1") |> named("2") |> set(\.priority, to: .high)
    #expect(piped.fields[values: "X-Order"] == ["1", "2"])
    #expect(piped.priority == .high)
    // The operator has a lower precedence than those around it.
    #expect((1 + 1 |> { $0 * 10 }) == 20)
  }

  @Test func `functions on requests and on builders both apply to a builder`() async throws {
    let transport = TestTransport()
    let client = HTTPClient(transport: transport)
    let searching: @Sendable (RequestBuilder<BodyForbidden>) -> RequestBuilder<BodyForbidden> = {
      $0.query("q", "swift")
    }
    let draft =
      RequestBuilder.get("https://example.com/x") |> withJSON |> withBasicAuth("a", "b")
      |> searching
    try await client.send((draft |> withHeader("X-A", "1")).empty)
    let sent = try #require(transport.requests.first)
    #expect(sent.target == "https://example.com/x?q=swift")
    #expect(
      sent.fields == ["Accept": "application/json", "Authorization": "Basic YTpi", "X-A": "1"])
  }

  @Test func `composed functions run from left to right`() throws {
    let all = compose(named("1"), named("2"), identity, named("3"))
    #expect(all(request).fields[values: "X-Order"] == ["1", "2", "3"])
    #expect(compose(named("1"))(request) == named("1")(request))
    let none: @Sendable (HTTPRequest) -> HTTPRequest = compose()
    #expect(none(request) == request)
    let numbers = compose({ $0 + 1 }, { (number: Int) in number * 10 })
    #expect(numbers(1) == 20)
  }

  @Test func `a throwing composition stops at the first error`() throws {
    let good = compose(withJSON, withBasicAuth("a", "b"), named("1"))
    #expect(try good(request).fields[.authorization] == "Basic YTpi")
    let bad = compose(withBasicAuth("a:b", "c"), { _ in throw CancellationError() })
    #expect(throws: CredentialsError.colonInName) { try bad(request) }
  }

  @Test func `the JSON content type is set only where a body is allowed`() {
    #expect(withJSON(request).fields[.contentType] == "application/json")
    #expect(withJSON(HTTPRequest(.get, "x")).fields == ["Accept": "application/json"])
  }

  @Test func `the identity function and empty fields change nothing`() {
    #expect(identity(request) == request)
    #expect((request |> withHeader("X-A", nil) |> withHeader("X-A", "")) == request)
    #expect((request |> withBearer("t")).fields[.authorization] == "Bearer t")
  }
}
