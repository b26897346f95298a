import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

/// The tests are serialized: they change the debug mode.
@Suite(.serialized) struct RequestMockTests {
  private struct User: Codable, Equatable, Sendable { var id: Int }

  private struct Closed: Constraint {
    func isSatisfied(for request: ClientRequest) async -> Bool { false }
    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      throw TransportError(.closed)
    }
  }

  private struct Stamp: Interceptor {
    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      var response = try await next(request)
      response.head.fields["X-Seen"] = "\(response.status)"
      return response
    }
  }

  private let network = MockTransport(.any(.failure(.cannotConnect)))
  private var client: HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", transport: network)
  }

  /// Sends the draft as an app in debug mode does.
  static func debugging<Value>(
    _ client: HTTPClient, _ request: Request<Value>
  ) async throws(NetworkError) -> Value {
    Runtime.isDebug = true
    defer { Runtime.isDebug = false }
    return try await client.send(request)
  }

  private func debugging<Value>(
    _ request: Request<Value>
  ) async throws(NetworkError) -> Value { try await Self.debugging(client, request) }

  @Test func `a request can be mocked with a file`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(#"{"id": 4}"#.utf8), to: "user.json")
    let request = Request<User>.get("users/4").mock(file: "\(folder.path)/user.json")
      .decoding(User.self)
    let user = try await debugging(request)
    #expect(user == User(id: 4))
    #expect(network.requests.isEmpty)
  }

  @Test func `a missing file is reported with its path`() async throws {
    let request = Request<User>.get("users/4").decoding(User.self).mock(file: "/nowhere.json")
    let error = await #expect(throws: NetworkError.self) { try await debugging(request) }
    #expect(
      error?.description
        == "GET https://api.example.com/users/4: cannot read the file of a mock: "
        + "'/nowhere.json': No such file or directory")
  }

  @Test func `a request can be mocked with a value, a status or a failure`() async throws {
    let get = Request<User>.get("users/4")
    #expect(try await debugging(get.mock(json: User(id: 5)).decoding(User.self)).id == 5)
    #expect(try await debugging(get.decoding(User.self).mock(json: User(id: 6))).id == 6)
    let refused = await #expect(throws: NetworkError.self) {
      try await debugging(get.mock(.status(403)).empty)
    }
    #expect(refused?.status == .forbidden)
    let lost = await #expect(throws: NetworkError.self) {
      try await debugging(get.mock(.failure(.connectionLost)).empty)
    }
    guard case .transport(let error) = lost?.kind else {
      Issue.record("\(String(describing: lost))")
      return
    }
    #expect(error.kind == .connectionLost)
  }

  @Test func `a mock bypasses gates, and interceptors receive its response`() async throws {
    let guarded = client.adding(Closed()).adding(Stamp())
    let response = try await Self.debugging(guarded, .get("x").mock(.status(204)).response)
    #expect(response.fields["X-Seen"] == "204")
  }

  @Test func `a mocked request is rejected outside of debug mode`() async {
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").mock(.status(204)).empty)
    }
    #expect(
      error?.description == "GET https://api.example.com/x: the request has a mock, but mocks are "
        + "used only if Runtime.isDebug is true")
    #expect(network.requests.isEmpty)
  }
}
