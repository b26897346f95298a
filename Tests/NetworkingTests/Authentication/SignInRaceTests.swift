import Foundation
import Testing
import TremaHTTP
import TremaSupport

@testable import Networking

/// Events during a refresh: sign-ins, other processes, and requests that fail.
@Suite struct SignInRaceTests {
  /// A store that delays saving until it is told to continue, for some tokens.
  private final class SlowStore: TokenStore {
    struct Full: Error {}

    private let stored: LockedValue<OAuth2Tokens?>
    private let slow: String
    private let open = Latch()
    let isWaiting = LockedValue(false)
    let isFull = LockedValue(false)

    init(_ tokens: OAuth2Tokens?, slow: String) {
      (stored, self.slow) = (LockedValue(tokens), slow)
    }

    var tokens: OAuth2Tokens? { stored.value }
    func go() { open.open() }

    func load() async throws -> OAuth2Tokens? { stored.value }

    func save(_ tokens: OAuth2Tokens) async throws {
      if tokens.accessToken == slow {
        isWaiting.value = true
        await open.wait()
        if isFull.value { throw Full() }
      }
      stored.value = tokens
    }

    func remove() async throws { stored.value = nil }
  }

  @Test func `a sign-in during another user's refresh stays in effect`()
    async throws
  {
    let answer = Latch()
    let store = SlowStore(TokenMock.tokens(), slow: "b")
    let mock = TokenMock { _ in await answer.wait() }
    let session = OAuth2(TokenMock.configuration, store: store)
    let client = mock.client(session)
    _ = try await session.tokens
    let signIn = Task { try await session.signIn(OAuth2Tokens(accessToken: "b")) }
    #expect(await eventually { store.isWaiting.value })
    // The other user is still signed in, and is refused.
    async let result = client.call(.get("x").text).result
    #expect(await eventually { mock.refreshes == 1 })
    store.go()
    try await signIn.value
    answer.open()
    guard case .failure = await result else { return #expect(Bool(false)) }
    #expect(try await session.tokens?.accessToken == "b")
    #expect(store.tokens?.accessToken == "b")
  }

  @Test func `a sign-in that cannot be saved keeps the current user signed in`() async throws {
    let answer = Latch()
    let store = SlowStore(TokenMock.tokens(), slow: "b")
    let mock = TokenMock { _ in await answer.wait() }
    let session = OAuth2(TokenMock.configuration, store: store)
    let client = mock.client(session)
    async let result = client.call(.get("x").text).result
    #expect(await eventually { mock.refreshes == 1 })
    store.isFull.value = true
    let signIn = Task { try await session.signIn(OAuth2Tokens(accessToken: "b")) }
    #expect(await eventually { store.isWaiting.value })
    store.go()
    await #expect(throws: OAuth2Error.self) { try await signIn.value }
    answer.open()
    #expect(try await result.get() == "\"Bearer a1\"")
    #expect(store.tokens?.refreshToken == "r1")
  }

  @Test func `a refresh token used by another process does not end the session`() async throws {
    let store = MemoryTokenStore(TokenMock.tokens())
    let session = "of the user"
    try await store.save(
      OAuth2Tokens(accessToken: "a0", refreshToken: "r0", session: session))
    let mock = TokenMock { mock in
      // The other process was first, and saves its tokens.
      try? await store.save(
        OAuth2Tokens(accessToken: "a1", refreshToken: "r1", session: session))
      mock.state.withLock { $0.failure = (.badRequest, #"{"error": "invalid_grant"}"#) }
    }
    let client = mock.client(OAuth2(TokenMock.configuration, store: store))
    #expect(try await client.send(.get("x").text) == "\"Bearer a1\"")
    #expect(mock.refreshes == 1)
  }

  @Test func `short-lived tokens are refreshed each time they expire`() async throws {
    let clock = VirtualClock()
    let mock = TokenMock()
    mock.state.withLock { $0.lifetime = 4 }
    var client = mock.client(
      OAuth2(TokenMock.configuration, store: MemoryTokenStore(TokenMock.tokens())))
    client.clock = clock.clock
    for turn in 1...30 {
      #expect(try await client.send(.get("x").text) == "\"Bearer a\(turn)\"")
      #expect(mock.refreshes == turn)
      clock.advance(by: .seconds(4))
      mock.expire()
    }
    #expect(mock.denied == 1)
  }

  @Test func `concurrent first requests read the token store once`() async throws {
    final class AskingStore: TokenStore {
      let reads = LockedValue(0)
      let open = Latch()
      func load() async throws -> OAuth2Tokens? {
        reads.add(1)
        await open.wait()
        return OAuth2Tokens(accessToken: "a1")
      }
      func save(_ tokens: OAuth2Tokens) async throws {}
      func remove() async throws {}
    }
    let store = AskingStore()
    let mock = TokenMock()
    let session = OAuth2(TokenMock.configuration, store: store)
    let client = mock.client(session)
    let tasks = (0..<50).map { _ in Task { await client.call(.get("x").text).result } }
    #expect(await eventually { session.tokenCache.loading.waiters == 50 })
    tasks[0].cancel()
    guard case .failure(let error) = await tasks[0].value else { return #expect(Bool(false)) }
    #expect(error.isCancelled)
    store.open.open()
    for task in tasks.dropFirst() { #expect(try await task.value.get() == "\"Bearer a1\"") }
    #expect(store.reads.value == 1)
  }

  @Test func `a request that cannot be sent causes no token request`() async throws {
    let mock = TokenMock()
    var tokens = TokenMock.tokens()
    tokens.expires = .distantPast
    let asked = LockedValue(0)
    let bearer = BearerAuthentication(identity: "ada") {
      asked.add(1)
      return "t"
    }
    let session = OAuth2(TokenMock.configuration, store: MemoryTokenStore(tokens))
    for client in [
      mock.client(session),
      HTTPClient(baseURL: "https://api.example.com", transport: mock)
        .adding(Authentication(bearer)),
      // Without an origin a sent request is an error.
      HTTPClient(transport: mock).adding(Authentication(bearer)),
    ] {
      for status in [HTTPStatus.ok, .unauthorized] {
        _ = await client.call(
          .get("https://api.example.com/x").mock(.status(status)).empty
        ).result
      }
    }
    #expect(mock.refreshes == 0)
    #expect(mock.state.withLock { $0.sent.isEmpty })
    #expect(asked.value == 0)
  }
}
