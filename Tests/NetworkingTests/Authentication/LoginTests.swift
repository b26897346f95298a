import Networking
import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport

/// A sign-in that is not OAuth, with a server.
@Suite struct LoginTests {
  private struct Registered: Decodable, Sendable {
    var clientID: String

    enum CodingKeys: String, CodingKey { case clientID = "client_id" }
  }

  private struct Token: Decodable, Sendable { var token: String }

  /// A server of one test, which counts its requests.
  private struct Party: Sendable {
    let plain: HTTPClient
    let path: String

    func client(_ store: any TokenStore, user: String = "ada", password: String = "lovelace")
      -> HTTPClient
    {
      let login = LoginAuthentication(user: user, store: store) { [path] client in
        let request = RequestBuilder.post(path + "/login").json([
          "user": user, "password": password,
        ])
        return try await client.send(request.decoding(Token.self)).token
      }
      return plain.adding(Authentication(login))
    }

    func count(_ name: String) async throws -> Int {
      try await plain.send(.get(path).decoding([String: Int].self))[name] ?? 0
    }

    func expire() async throws { try await plain.send(.post(path + "/expire").empty) }
  }

  private func withParty(_ test: (Party) async throws -> Void) async throws {
    let url = try await TestServers.tokens()
    let transport = try CurlTransport(TransportConfiguration(connectionsPerHost: 24))
    let plain = HTTPClient(baseURL: url, transport: transport)
    let found = try await plain.send(
      .post("clients").query("delay", 0.2).decoding(Registered.self))
    try await test(
      Party(plain: plain, path: "clients/\(PercentEncoding.encode(found.clientID))"))
    await transport.close()
  }

  private func send(_ count: Int, by client: HTTPClient) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          let answer = try await client.send(.post("things").text("order \(number)").text)
          #expect(answer == "order \(number)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `20 concurrent refused requests cause one sign-in`() async throws {
    try await withParty { party in
      let client = party.client(MemoryTokenStore())
      try await send(20, by: client)
      #expect(try await party.count("login") == 1)
      try await party.expire()
      try await send(20, by: client)
      #expect(try await party.count("login") == 2)
      #expect(try await party.count("things") == 40)
      #expect(try await party.count("denied") > 0)
    }
  }

  @Test func `a failed sign-in fails all waiting requests`() async throws {
    try await withParty { party in
      let client = party.client(MemoryTokenStore(), password: "wrong")
      let errors = await withTaskGroup(of: String.self) { group in
        for _ in 0..<20 {
          group.addTask {
            guard case .failure(let error) = await client.call(.get("things").text).result else {
              return "no error"
            }
            return "\(error.kind)"
          }
        }
        return await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(errors.count == 1)
      let text = try #require(errors.first)
      #expect(
        text.hasPrefix("interceptor 'Authentication' failed: the sign-in failed: POST http://"),
        "\(text)")
      #expect(text.hasSuffix("/login: the server returned 401"), "\(text)")
      #expect(try await party.count("login") == 1)
      #expect(try await party.count("things") == 0)
    }
  }

  @Test func `a token is loaded after a restart, but not by another user`() async throws {
    try await withParty { party in
      let store = MemoryTokenStore()
      try await send(1, by: party.client(store))
      try await send(1, by: party.client(store))
      #expect(try await party.count("login") == 1)
      try await send(1, by: party.client(store, user: "grace"))
      #expect(try await party.count("login") == 2)
    }
  }
}
