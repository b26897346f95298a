import Networking
import Testing
import TremaHTTP

/// A service is a protocol whose functions return calls; its mock returns values.
@Suite struct ServiceMockTests {
  private struct User: Codable, Equatable, Sendable { var name: String }

  private protocol UserService {
    func user(_ id: Int) -> Call<User>
    func delete(_ id: Int) -> Call<Void>
  }

  private struct UserAPI: UserService {
    let client: HTTPClient
    func user(_ id: Int) -> Call<User> { client.call(.get("users/\(id)").decoding()) }
    func delete(_ id: Int) -> Call<Void> { client.call(.delete("users/\(id)").empty) }
  }

  private struct UserMock: UserService {
    func user(_ id: Int) -> Call<User> { .value(User(name: "Ada \(id)")) }
    func delete(_ id: Int) -> Call<Void> {
      .failing(NetworkError(.status(HTTPFailure(HTTPResponseHead(.forbidden), body: []))))
    }
  }

  private func name(_ service: some UserService) async throws -> String {
    try await service.user(4).value().name
  }

  @Test func `a mock of a service returns values and errors without a client`() async throws {
    let service = UserMock()
    #expect(try await name(service) == "Ada 4")
    let call = service.user(7)
    #expect(try await call.value() == call.value())
    let error = await #expect(throws: NetworkError.self) { try await service.delete(1).value() }
    #expect(error?.status == .forbidden)
  }

  @Test func `the real service is used like its mock`() async throws {
    let mock = MockTransport(
      .on(.get, "/users/{id}", .json(text: #"{"name": "Bo"}"#)), .on(.delete, "/users/{id}"))
    let service = UserAPI(client: HTTPClient(baseURL: "https://example.com", transport: mock))
    #expect(try await name(service) == "Bo")
    try await service.delete(4).value()
    try mock.checkAllUsed()
    #expect(mock.requests.map(\.parameters) == [["id": "4"], ["id": "4"]])
  }
}
