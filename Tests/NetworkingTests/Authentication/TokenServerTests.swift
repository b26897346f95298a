import Foundation
import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport

@testable import Networking

/// OAuth 2.0 with a token server over Authlib.
@Suite struct TokenServerTests {
  private struct Registered: Decodable, Sendable {
    var clientID: String
    var clientSecret: String

    enum CodingKeys: String, CodingKey {
      case clientID = "client_id"
      case clientSecret = "client_secret"
    }
  }

  private struct Seed: Decodable, Sendable {
    var accessToken: String
    var refreshToken: String

    enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case refreshToken = "refresh_token"
    }
  }

  /// A client that is registered for one test, so that its counts are those of the test.
  private struct Party: Sendable {
    let plain: HTTPClient
    let configuration: OAuth2Configuration

    func tell(_ what: String) async throws { try await plain.send(.post(path + what).empty) }

    var path: String {
      "clients/\(PercentEncoding.encode(configuration.clientID))"
    }

    func count(_ name: String) async throws -> Int {
      let counts = try await plain.send(.get(path).decoding([String: Int].self))
      return counts[name] ?? 0
    }

    func tokens() async throws -> OAuth2Tokens {
      let seed = try await plain.send(.post(path + "/seed").decoding(Seed.self))
      return OAuth2Tokens(accessToken: seed.accessToken, refreshToken: seed.refreshToken)
    }

    func client(_ session: OAuth2) -> HTTPClient { plain.adding(Authentication(session)) }
  }

  private func withParty(
    _ method: String = "client_secret_basic", delay: Double = 0,
    _ test: (Party) async throws -> Void
  ) async throws {
    let url = try await TestServers.tokens()
    let transport = try CurlTransport(TransportConfiguration(connectionsPerHost: 24))
    let plain = HTTPClient(baseURL: url, transport: transport)
    let found = try await plain.send(
      .post("clients").query("method", method).query("delay", delay).decoding(Registered.self))
    var configuration = OAuth2Configuration(
      tokenEndpoint: "\(url)/token", clientID: found.clientID,
      clientSecret: method == "none" ? nil : found.clientSecret, scope: ["read"],
      authorizationEndpoint: "\(url)/authorize", redirectURI: "com.example.app:/signed-in")
    configuration.clientAuthentication = method == "client_secret_post" ? .body : .basic
    try await test(Party(plain: plain, configuration: configuration))
    await transport.close()
  }

  @Test func `hundreds of concurrent refused requests cause one refresh`() async throws {
    try await withParty(delay: 0.3) { party in
      let store = MemoryTokenStore(try await party.tokens())
      let session = OAuth2(party.configuration, store: store)
      let client = party.client(session)
      for round in 1...2 {
        try await party.tell("/expire")
        try await withThrowingTaskGroup(of: String.self) { group in
          for number in 0..<300 {
            group.addTask {
              let body = "order \(number)"
              let answer = try await client.send(.post("things").text(body).text)
              #expect(answer == body)
              return answer
            }
          }
          let answers = try await group.reduce(into: Set<String>()) { $0.insert($1) }
          #expect(answers.count == 300)
        }
        // The refresh token of the first round is of no use in the second one.
        #expect(try await party.count("refresh_token") == round)
        #expect(try await party.count("denied") > 0)
      }
      #expect(try await party.count("refused") == 0)
      #expect(try await party.count("things") == 600)
    }
  }

  @Test
  func `a session ended by the server fails all requests after one refresh`() async throws {
    try await withParty(delay: 0.2) { party in
      let session = OAuth2(
        party.configuration, store: MemoryTokenStore(try await party.tokens()))
      let client = party.client(session)
      try await party.tell("/end")
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
          group.addTask {
            guard case .failure(let error) = await client.call(.get("things").text).result,
              case .refused(let refusal) = error.oauth2
            else { return #expect(Bool(false)) }
            #expect(refusal.code == .invalidGrant)
          }
        }
      }
      #expect(try await party.count("refresh_token") == 1)
    }
  }

  @Test func `a refresh is retried later after a temporary failure`() async throws {
    try await withParty { party in
      let session = OAuth2(
        party.configuration, store: MemoryTokenStore(try await party.tokens()))
      let client = party.client(session)
      try await party.tell("/expire")
      try await party.tell("/fail?times=1&status=503")
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("things").empty)
      }
      guard case .unexpectedStatus(let status) = error?.oauth2 else {
        return #expect(Bool(false), "\(String(describing: error))")
      }
      #expect(status == .serviceUnavailable)
      #expect(try await client.send(.get("things").text) == "ada")
      #expect(try await party.count("refresh_token") == 2)
    }
  }

  @Test(arguments: ["client_secret_basic", "client_secret_post"])
  func `the client credentials grant obtains a token`(_ method: String) async throws {
    try await withParty(method) { party in
      let session = OAuth2(party.configuration, grant: .clientCredentials)
      let client = party.client(session)
      #expect(try await client.send(.get("things").text) == "itself")
      try await party.tell("/expire")
      #expect(try await client.send(.get("things").text) == "itself")
      #expect(try await party.count("client_credentials") == 2)
      let tokens = try #require(try await session.tokens)
      #expect(tokens.scope == ["read"])
      #expect(tokens.expires.map { $0.timeIntervalSince(tokens.received) } == 864_000)
    }
  }

  @Test func `a wrong client secret is reported with the server's reason`() async throws {
    try await withParty { party in
      var configuration = party.configuration
      configuration.clientSecret = "wrong"
      let client = party.client(OAuth2(configuration, grant: .clientCredentials))
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("things").empty)
      }
      guard case .refused(let refusal) = error?.oauth2 else { return #expect(Bool(false)) }
      #expect(refusal.code == .invalidClient)
    }
  }

  @Test(arguments: ["none", "client_secret_basic"])
  func `a user signs in with a code and PKCE, and the code is valid only once`(_ method: String)
    async throws
  {
    try await withParty(method) { party in
      let session = OAuth2(party.configuration, client: party.plain)
      let authorization = try session.authorization()
      // The browser; redirects are not followed.
      let page = try await party.plain.send(
        .get(authorization.url).accepting(302).empty.withHead)
      let redirect = try #require(page.head.fields[.location])
      // A thief with the code, but without the verifier.
      let thief = try session.authorization()
      await #expect(throws: OAuth2Error.self) {
        try await session.signIn(redirectedTo: redirect, of: thief)
      }
      #expect(try await party.count("authorization_code") == 0)
      let stolen = OAuth2Authorization(
        url: "", redirectURI: authorization.redirectURI, state: authorization.state,
        verifier: thief.verifier)
      await expectRefusal(.invalidGrant) {
        try await session.signIn(redirectedTo: redirect, of: stolen)
      }
      try await session.signIn(redirectedTo: redirect, of: authorization)
      let client = party.client(session)
      #expect(try await client.send(.get("things").text) == "ada")
      let before = try #require(try await session.tokens)
      try await party.tell("/expire")
      #expect(try await client.send(.get("things").text) == "ada")
      let after = try #require(try await session.tokens)
      #expect(after.session == before.session)
      #expect(after.refreshToken != before.refreshToken)
      await expectRefusal(.invalidGrant) {
        try await session.signIn(redirectedTo: redirect, of: authorization)
      }
      // The failure has not signed the user out.
      #expect(try await client.send(.get("things").text) == "ada")
    }
  }

  @Test func `a sign-in denied by the user is a typed error`() async throws {
    try await withParty("none") { party in
      let session = OAuth2(party.configuration, client: party.plain)
      let authorization = try session.authorization(["login_hint": "no"])
      let page = try await party.plain.send(
        .get(authorization.url).accepting(302).empty.withHead)
      let redirect = try #require(page.head.fields[.location])
      await expectRefusal(.accessDenied) {
        try await session.signIn(redirectedTo: redirect, of: authorization)
      }
    }
  }

  private func expectRefusal(
    _ code: OAuth2ErrorCode, _ work: () async throws -> OAuth2Tokens
  ) async {
    let error = await #expect(throws: OAuth2Error.self) { try await work() }
    guard case .refused(let refusal) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(refusal.code == code)
  }

  @Test func `storms of cancelled requests lose no token`() async throws {
    try await withParty(delay: 0.05) { party in
      let session = OAuth2(
        party.configuration, store: MemoryTokenStore(try await party.tokens()))
      let client = party.client(session)
      for round in 0..<5 {
        try await party.tell("/expire")
        let tasks = (0..<40).map { _ in Task { await client.call(.get("things").text).result } }
        try await Task.sleep(for: .milliseconds(10 * round))
        for task in tasks.dropFirst(round % 2) { task.cancel() }
        for task in tasks {
          switch await task.value {
          case .success(let user): #expect(user == "ada")
          case .failure(let error): #expect(error.isCancelled, "\(error)")
          }
        }
        #expect(session.flight.waiters == 0)
        // The cancelled request has not seen the new token accepted; had its task ended as well, a
        // fresh token would be refused.
        #expect(try await client.send(.get("things").text) == "ada")
      }
      #expect(try await party.count("refused") == 0)
    }
  }
}
