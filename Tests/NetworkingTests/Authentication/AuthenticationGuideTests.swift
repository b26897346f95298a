import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

/// The examples of the page on authentication.
@Suite struct AuthenticationGuideTests {
  private struct Token: Decodable, Sendable { var token: String }

  private struct Browser {
    let opened = LockedValue("")
    func open(_ url: String) { opened.value = url }
    var redirect: String {
      get throws {
        let query = try URLReference(opened.value).query ?? ""
        let state = query.split(separator: "&").first { $0.hasPrefix("state=") } ?? ""
        return "com.example.app:/signed-in?code=c&\(state)"
      }
    }
  }

  @Test func `each authentication scheme is applied`() async throws {
    let mock = MockTransport(
      .on(
        .post, "https://login.example.com/token",
        .json(text: #"{"access_token": "a", "refresh_token": "r", "token_type": "Bearer"}"#)),
      .on(.post, "/login", .json(text: #"{"token": "l"}"#)), .any(.text("ok")))
    let client = HTTPClient(baseURL: "https://api.example.com", transport: mock)
    let (password, token, browser) = ("p", "t", Browser())
    let store = FileStore()
    var configuration = OAuth2Configuration(
      tokenEndpoint: "https://login.example.com/token", clientID: "app", scope: ["read"],
      authorizationEndpoint: "https://login.example.com/authorize",
      redirectURI: "com.example.app:/signed-in")
    configuration.leeway = .seconds(10)

    let basic = client.adding(Authentication(try .basic("ada", password)))
    let bearer = client.adding(Authentication(.bearer(token)))
    let digest = client.adding(Authentication(.digest("ada", password)))
    let session = OAuth2(configuration, store: store)
    let signedIn = client.adding(Authentication(session))

    let login = LoginAuthentication(user: "ada", store: store) { client in
      let request = RequestBuilder.post("login").json(["user": "ada", "password": password])
      return try await client.send(request.decoding(Token.self)).token
    }
    let shop = client.adding(Authentication(login))
    try await shop.send(.get("x").empty)
    #expect(mock.requests.last?.head.fields[.authorization] == "Bearer l")
    try await login.signOut()

    let authorization = try session.authorization()
    browser.open(authorization.url)
    try await session.signIn(redirectedTo: browser.redirect, of: authorization, client: client)

    for one in [basic, bearer, digest, signedIn] { try await one.send(.get("x").empty) }
    let fields = mock.requests.suffix(4).map { $0.head.fields[.authorization] }
    #expect(fields == ["Basic YWRhOnA=", "Bearer t", nil, "Bearer a"])
    #expect(try await store.load()?.refreshToken == "r")
    try await session.signOut()
    #expect(try await store.load() == nil)
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let page = try PageBlocks(page: "Networking/Authentication.md")
    #expect(page.blocks.count == 5)
    let source = try PageBlocks.source(of: #filePath)
      .replacingOccurrences(of: "private struct", with: "struct")
    for block in page.blocks { #expect(source.contains(block), "\(block)") }
  }
}

private let kept = LockedValue<OAuth2Tokens?>(nil)
private func read() async throws -> OAuth2Tokens? { kept.value }
private func write(_ tokens: OAuth2Tokens) async throws { kept.value = tokens }
private func erase() async throws { kept.value = nil }

private struct FileStore: TokenStore {
  let turn = InterprocessLock(path: "tokens.lock")

  func load() async throws -> OAuth2Tokens? { try await read() }
  func save(_ tokens: OAuth2Tokens) async throws { try await write(tokens) }
  func remove() async throws { try await erase() }

  func withExclusiveAccess<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome { try await turn.withLock(refresh) }
}
