import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

/// One refresh for all waiting requests, over a mock.
@Suite struct RefreshTests {
  private func session(
    _ store: any TokenStore = MemoryTokenStore(TokenMock.tokens()),
    _ configuration: OAuth2Configuration = TokenMock.configuration
  ) -> OAuth2 { OAuth2(configuration, store: store) }

  /// Sends `count` requests at once.
  private func send(_ count: Int, by client: HTTPClient) async -> [Result<String, NetworkError>] {
    await withTaskGroup(of: Result<String, NetworkError>.self) { group in
      for number in 0..<count {
        group.addTask { await client.call(.get("things/\(number)").text).result }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `1,000 refused requests cause one refresh`() async throws {
    let store = MemoryTokenStore(TokenMock.tokens())
    let mock = TokenMock { mock in _ = await eventually { mock.denied == 1000 } }
    let results = await send(1000, by: mock.client(session(store)))
    #expect(results.allSatisfy { (try? $0.get()) == "\"Bearer a1\"" })
    #expect(mock.refreshes == 1)
    #expect(mock.denied == 1000)
    let kept = try await store.load()
    #expect(kept?.accessToken == "a1")
    #expect(kept?.refreshToken == "r1")
  }

  @Test
  func `an expired token is refreshed once, before any request is sent`() async throws {
    let clock = VirtualClock()
    var tokens = TokenMock.tokens()
    tokens.received = clock.date
    tokens.expires = clock.date.addingTimeInterval(100)
    let mock = TokenMock()
    mock.state.withLock { $0.number = 0 }
    var client = mock.client(session(MemoryTokenStore(tokens)))
    client.clock = clock.clock
    clock.advance(by: .seconds(69))
    #expect(await send(5, by: client).allSatisfy { (try? $0.get()) == "\"Bearer a0\"" })
    #expect(mock.refreshes == 0)
    mock.expire()
    mock.state.withLock { $0.lifetime = 10 }
    clock.advance(by: .seconds(1))
    #expect(await send(100, by: client).allSatisfy { (try? $0.get()) == "\"Bearer a1\"" })
    #expect(mock.refreshes == 1)
    #expect(mock.denied == 0)
    // The leeway is longer than the token's life, of which half is left.
    clock.advance(by: .seconds(4))
    #expect(await send(5, by: client).allSatisfy { (try? $0.get()) == "\"Bearer a1\"" })
    #expect(mock.refreshes == 1)
  }

  @Test func `a request refused with an older token is retried without a refresh`() async throws {
    let slow = Latch()
    let mock = TokenMock(beforeAnswer: { path in if path == "/slow" { await slow.wait() } })
    let client = mock.client(session())
    async let late = client.call(.get("slow").text).result
    #expect(await eventually { mock.state.withLock { $0.sent.count == 1 } })
    #expect(try await client.send(.get("fast").text) == "\"Bearer a1\"")
    slow.open()
    #expect(try await late.get() == "\"Bearer a1\"")
    #expect(mock.refreshes == 1)
  }

  @Test func `a failed refresh fails all waiting requests`() async throws {
    let slow = Latch()
    let mock = TokenMock(
      before: { mock in _ = await eventually { mock.denied >= 100 } },
      beforeAnswer: { path in if path == "/slow" { await slow.wait() } })
    mock.state.withLock { $0.failure = (.serviceUnavailable, "") }
    let client = mock.client(session())
    async let late = client.call(.get("slow").text).result
    #expect(await eventually { mock.state.withLock { $0.sent.count == 1 } })
    for result in await send(100, by: client) {
      guard case .failure(let error) = result, case .unexpectedStatus(let status) = error.oauth2
      else { return #expect(Bool(false), "\(result)") }
      #expect(status == .serviceUnavailable)
      // The refusal is still reported.
      #expect(error.status == .unauthorized)
    }
    // A request that had been sent before the refresh failed has the same error, although it is
    // refused later.
    slow.open()
    guard case .failure(let error) = await late, case .unexpectedStatus = error.oauth2 else {
      return #expect(Bool(false))
    }
    #expect(mock.refreshes == 1)
    // A later request begins another refresh.
    mock.state.withLock { $0.failure = nil }
    #expect(try await client.send(.get("x").text) == "\"Bearer a1\"")
    #expect(mock.refreshes == 2)
  }

  @Test(arguments: ["too_many_requests", "server_error", "invalid_client"])
  func `a temporary refusal does not end the session`(_ code: String) async throws {
    let mock = TokenMock()
    mock.state.withLock { $0.failure = (.tooManyRequests, #"{"error": "\#(code)"}"#) }
    let client = mock.client(session())
    await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    mock.state.withLock { $0.failure = nil }
    #expect(try await client.send(.get("x").text) == "\"Bearer a1\"")
  }

  @Test func `no refresh is attempted after a refusal until the user signs in`()
    async throws
  {
    let mock = TokenMock()
    mock.state.withLock { $0.failure = (.badRequest, #"{"error": "invalid_grant"}"#) }
    let session = session()
    let client = mock.client(session)
    for _ in 0..<3 {
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("x").empty)
      }
      guard case .refused(let refusal) = error?.oauth2 else { return #expect(Bool(false)) }
      #expect(refusal.code == .invalidGrant)
    }
    #expect(mock.refreshes == 1)
    mock.state.withLock { $0.failure = nil }
    try await session.signIn(TokenMock.tokens())
    #expect(try await client.send(.get("x").text) == "\"Bearer a1\"")
  }

  @Test func `the refusal of a fresh token ends the session`() async {
    let mock = TokenMock()
    mock.state.withLock { $0.deniesAll = true }
    let client = mock.client(session())
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    guard case .status(let failure) = error?.kind else { return #expect(Bool(false)) }
    #expect(failure.text == "denied")
    #expect(error?.attempts == 2)
    // Other requests do not retry the refresh either.
    for result in await send(100, by: client) {
      guard case .failure(let error) = result else { return #expect(Bool(false)) }
      #expect(error.status == .unauthorized)
    }
    #expect(mock.refreshes == 1)
  }

  @Test func `too many refreshes in a period fail with a typed error`() async throws {
    let clock = VirtualClock()
    let mock = TokenMock()
    let session = session()
    var client = mock.client(session)
    client.clock = clock.clock
    // The client accepts the token, the server refuses it.
    func turn() async -> OAuth2Error? {
      mock.expire()
      guard case .failure(let error) = await client.call(.get("x").text).result else { return nil }
      return error.oauth2
    }
    mock.state.withLock { $0.number = 0 }
    for _ in 0..<8 { #expect(await turn() == nil) }
    guard case .tooManyRefreshes(8) = await turn() else { return #expect(Bool(false)) }
    #expect(mock.refreshes == 8)
    clock.advance(by: .seconds(61))
    mock.state.withLock { $0.number -= 1 }
    #expect(await turn() == nil)
  }

  @Test func `cancelling a request does not cancel the refresh`() async throws {
    let open = Latch()
    let store = MemoryTokenStore(TokenMock.tokens())
    let mock = TokenMock { _ in await open.wait() }
    let session = session(store)
    let client = mock.client(session)
    let tasks = (0..<3).map { _ in Task { await client.call(.get("x").text).result } }
    #expect(await eventually { session.flight.waiters == 3 })
    for task in tasks.prefix(2) {
      task.cancel()
      guard case .failure(let error) = await task.value else { return #expect(Bool(false)) }
      #expect(error.isCancelled)
    }
    #expect(session.flight.waiters == 1)
    tasks[2].cancel()
    _ = await tasks[2].value
    #expect(session.flight.waiters == 0)
    // No request is waiting, and the tokens issued by the server are not lost.
    open.open()
    #expect(await eventually { (try? await store.load())?.accessToken == "a1" })
    #expect(try await client.send(.get("x").text) == "\"Bearer a1\"")
    #expect(mock.refreshes == 1)
  }

  @Test func `storms of cancelled requests leave no waiters`() async throws {
    for round in 0..<20 {
      let mock = TokenMock { _ in for _ in 0..<50 { await Task.yield() } }
      let session = session()
      let client = mock.client(session)
      let tasks = (0..<100).map { number in
        Task {
          for _ in 0..<(number % 7) { await Task.yield() }
          return await client.call(.get("x").text).result
        }
      }
      for (number, task) in tasks.enumerated() where number % 3 != round % 3 { task.cancel() }
      for task in tasks {
        switch await task.value {
        case .success(let text): #expect(text == "\"Bearer a1\"")
        case .failure(let error): #expect(error.isCancelled, "\(error)")
        }
      }
      #expect(mock.refreshes <= 1)
      #expect(session.flight.waiters == 0)
    }
  }

  @Test func `a request meets its deadline while others keep waiting`() async throws {
    let open = Latch()
    let clock = VirtualClock()
    let mock = TokenMock { _ in await open.wait() }
    let session = session()
    var client = mock.client(session)
    client.clock = clock.clock
    let call = client.call(.get("x").timeout(.seconds(5)).text)
    let patient = client.call(.get("x").text)
    async let short = call.result
    async let long = patient.result
    #expect(await eventually { session.flight.waiters == 2 })
    clock.advance(by: .seconds(5))
    guard case .failure(let error) = await short else { return #expect(Bool(false)) }
    #expect(error.isTimeout)
    open.open()
    #expect(try await long.get() == "\"Bearer a1\"")
  }

  @Test func `a refresh is cancelled when it exceeds its time limit`() async throws {
    let open = Latch()
    let clock = VirtualClock()
    // The refresh ignores cancellation.
    let mock = TokenMock { _ in await Task.detached { await open.wait() }.value }
    let session = session()
    var client = mock.client(session)
    client.clock = clock.clock
    let call = client.call(.get("x").text)
    async let result = call.result
    #expect(await eventually { clock.sleepers > 0 && mock.refreshes == 1 })
    clock.advance(by: .seconds(60))
    guard case .failure(let error) = await result, case .timeLimit(.seconds(60)) = error.oauth2
    else { return #expect(Bool(false)) }
    open.open()
  }

  @Test func `tokens are saved before use, and kept if saving fails`()
    async throws
  {
    let store = NotingStore(TokenMock.tokens())
    let mock = TokenMock()
    let session = session(store)
    let client = mock.client(session)
    store.isFull.value = true
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    guard case .store(let reason) = error?.oauth2 else { return #expect(Bool(false)) }
    #expect(reason is NotingStore.Full)
    #expect(error?.description.contains("planted-secret") == false)
    #expect(mock.state.withLock { $0.sent.map(\.field) } == ["Bearer a0"])
    store.isFull.value = false
    // The refresh token has been used: the server would not issue new tokens for it.
    #expect(try await client.send(.get("x").text) == "\"Bearer a1\"")
    #expect(mock.refreshes == 1)
    #expect(store.notes.value == ["a1"])
  }

  @Test func `tokens stored by another process are used instead of a refresh`()
    async throws
  {
    let store = MemoryTokenStore(TokenMock.tokens())
    let mock = TokenMock()
    let (one, other) = (session(store), session(store))
    let clients = [mock.client(one), mock.client(other)]
    _ = try await other.tokens
    #expect(try await clients[0].send(.get("x").text) == "\"Bearer a1\"")
    #expect(try await clients[1].send(.get("x").text) == "\"Bearer a1\"")
    #expect(mock.refreshes == 1)
  }

  /// A store of one process in a file, which it shares with others.
  private struct SharedStore: TokenStore {
    let path: String
    var turn: InterprocessLock { InterprocessLock(path: path + ".lock") }

    func load() async throws -> OAuth2Tokens? {
      try JSONDecoder().decode(
        OAuth2Tokens.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
    func save(_ tokens: OAuth2Tokens) async throws {
      try JSONEncoder().encode(tokens).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    func remove() async throws { try FileManager.default.removeItem(atPath: path) }

    func withExclusiveAccess<Outcome: Sendable>(
      _ refresh: @escaping @Sendable () async -> Outcome
    ) async throws -> Outcome { try await turn.withLock(refresh) }
  }

  @Test(arguments: [false, true])
  func `two processes that share a store refresh one after the other`(
    inFile: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let file = SharedStore(path: "\(folder.path)/tokens")
    try await file.save(TokenMock.tokens())
    let memory = MemoryTokenStore(TokenMock.tokens())
    // During the refresh of one process, the other one is refused, too.
    let mock = TokenMock { mock in
      _ = await eventually { mock.denied == 20 }
      for _ in 0..<20 { await Task.yield() }
    }
    let sessions = (0..<2).map { _ in inFile ? session(file) : session(memory) }
    async let one = send(10, by: mock.client(sessions[0]))
    async let other = send(10, by: mock.client(sessions[1]))
    let results = await one + other
    #expect(results.allSatisfy { (try? $0.get()) == "\"Bearer a1\"" })
    #expect(mock.refreshes == 1)
  }

  @Test
  func `a lock that cannot be acquired is an error, and no refresh is sent`() async throws {
    let folder = try TemporaryFolder()
    let store = SharedStore(path: "\(folder.path)/tokens")
    try await store.save(TokenMock.tokens())
    // A folder cannot be opened for writing.
    try FileManager.default.createDirectory(
      atPath: store.turn.path, withIntermediateDirectories: false)
    let mock = TokenMock()
    let client = mock.client(session(store))
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    guard case .store(let reason as InterprocessLockError) = error?.oauth2 else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(reason.path == store.turn.path)
    #expect(mock.refreshes == 0)
  }

  @Test func `a lock is released after the work, and waiting for it can be cancelled`()
    async throws
  {
    let folder = try TemporaryFolder()
    let turn = InterprocessLock(path: "\(folder.path)/turn")
    let (running, most, done) = (LockedValue(0), LockedValue(0), LockedValue(0))
    let gate = Latch()
    let first = Task { try await turn.withLock { await gate.wait() } }
    #expect(await eventually { FileManager.default.fileExists(atPath: turn.path) })
    let left = Task { try await turn.withLock { _ = done.add(100) } }
    left.cancel()
    await #expect(throws: CancellationError.self) { try await left.value }
    gate.open()
    try await first.value
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await turn.withLock {
            let now = running.add(1) + 1
            most.withLock { $0 = max($0, now) }
            await Task.yield()
            running.add(-1)
            done.add(1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect((most.value, done.value) == (1, 8))
  }

  @Test func `a sign-out during a refresh stays in effect`() async throws {
    let open = Latch()
    let store = NotingStore(TokenMock.tokens())
    let mock = TokenMock { _ in await open.wait() }
    let session = session(store)
    let client = mock.client(session)
    async let result = client.call(.get("x").text).result
    #expect(await eventually { mock.refreshes == 1 })
    try await session.signOut()
    open.open()
    guard case .failure(let error) = await result, case .signedOut = error.oauth2 else {
      return #expect(Bool(false))
    }
    #expect(store.tokens == nil)
    #expect(store.notes.value == ["-"])
    // The user is signed out: the request is sent without a token, and the server refuses it.
    let refused = await #expect(throws: NetworkError.self) {
      try await client.send(.get("y").empty)
    }
    #expect(refused?.status == .unauthorized)
    #expect(mock.state.withLock { $0.sent.last?.field } == nil)
  }

  @Test func `a request started by one user is not sent as another`() async throws {
    let slow = Latch()
    let mock = TokenMock(beforeAnswer: { path in if path == "/slow" { await slow.wait() } })
    let session = session()
    let client = mock.client(session)
    async let result = client.call(.post("slow").text("order").text).result
    #expect(await eventually { mock.state.withLock { $0.sent.count == 1 } })
    try await session.signIn(OAuth2Tokens(accessToken: "a1", refreshToken: "r1"))
    slow.open()
    guard case .failure(let error) = await result else { return #expect(Bool(false)) }
    #expect(error.status == .unauthorized)
    #expect(mock.state.withLock { $0.sent.map(\.field) } == ["Bearer a0"])
  }

  @Test func `a request looked up in the cache for one user is not sent as another`() async throws {
    struct Keep: Interceptor {
      let phase = InterceptorPhase.cache
      let session: OAuth2
      func intercept(
        _ request: ClientRequest, context: InterceptorContext, next: Next
      ) async throws(NetworkError) -> HTTPResponse {
        _ = await context.identity(of: request)
        try? await session.signIn(OAuth2Tokens(accessToken: "a1"))
        return try await next(request)
      }
    }
    for tokens in [TokenMock.tokens(), nil] {
      let mock = TokenMock()
      let session = session(MemoryTokenStore(tokens))
      let client = mock.client(session).adding(Keep(session: session))
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("x").empty)
      }
      guard case .interceptor(_, AuthenticationError.userChanged) = error?.kind else {
        return #expect(Bool(false), "\(String(describing: error))")
      }
      #expect(mock.state.withLock { $0.sent.isEmpty })
    }
  }

  @Test func `an identity survives refreshes, and ends with the sign-in`() async throws {
    let mock = TokenMock()
    let session = session()
    let request = ClientRequest(HTTPRequest(.get, "https://api.example.com/x"))
    let first = await session.identity(for: request)
    try await mock.client(session).send(.get("x").empty)
    #expect(mock.refreshes == 1)
    #expect(await session.identity(for: request) == first)
    try await session.signIn(TokenMock.tokens())
    let second = await session.identity(for: request)
    #expect(second != nil && second != first)
    try await session.signOut()
    #expect(await session.identity(for: request) == nil)
  }

  @Test func `a refresh bypasses Authentication even if its client uses it`()
    async throws
  {
    let mock = TokenMock()
    let shared = LockedValue<HTTPClient?>(nil)
    /// A transport that sends requests through another client.
    struct Detour: HTTPTransport {
      let client: LockedValue<HTTPClient?>
      var name: String { "detour" }
      func send(
        _ request: HTTPRequest, body: HTTPBody, context: TransportContext
      ) async throws(TransportError) -> HTTPResponse {
        guard let client = client.value, case .bytes(let bytes) = body else {
          throw TransportError(.other)
        }
        do throws(NetworkError) {
          let found = try await client.send(
            RequestBuilder.post(request.target).headers(request.fields).data(
              bytes, type: "text/plain"
            ).bytes
              .withHead)
          return HTTPResponse(found.head, body: .bytes(found.value))
        } catch {
          throw TransportError(.other, "\(error)")
        }
      }
      func close() async {}
    }
    let session = OAuth2(
      TokenMock.configuration, store: MemoryTokenStore(TokenMock.tokens()),
      client: HTTPClient(transport: Detour(client: shared)))
    let client = HTTPClient(baseURL: "https://api.example.com", transport: mock).adding(
      Authentication(
        session, origins: ["https://api.example.com", "https://login.example.com"]))
    shared.value = client
    #expect(try await client.send(.get("x").timeout(.seconds(60)).text) == "\"Bearer a1\"")
    #expect(mock.refreshes == 1)
  }

  @Test
  func `a client with one connection refreshes while a refused stream is open`() async throws {
    let mock = TokenMock()
    let client = mock.client(session(), concurrency: 1)
    let answer = try await client.send(.get("x").timeout(.seconds(60)).response)
    #expect(answer.status == .ok)
    #expect(mock.refreshes == 1)
  }

  @Test func `the client credentials grant obtains tokens without a user`() async throws {
    let mock = TokenMock()
    var configuration = TokenMock.configuration
    (configuration.clientSecret, configuration.scope) = ("s", ["read", "write"])
    configuration.parameters = ["audience": "things"]
    let store = MemoryTokenStore()
    let session = OAuth2(configuration, grant: .clientCredentials, store: store)
    let client = mock.client(session)
    let request = ClientRequest(HTTPRequest(.get, "https://api.example.com/x"))
    let identity = await session.identity(for: request)
    #expect(await send(50, by: client).allSatisfy { (try? $0.get()) == "\"Bearer a1\"" })
    #expect(
      mock.state.withLock { $0.asked } == [
        "grant_type=client_credentials&scope=read+write&audience=things"
      ])
    mock.expire()
    #expect(try await client.send(.get("x").text) == "\"Bearer a2\"")
    #expect(mock.refreshes == 2)
    #expect(await session.identity(for: request) == identity)
    #expect(try await store.load()?.session == identity)
  }

  @Test(arguments: [
    (#"Bearer error="insufficient_scope""#, 0), (#"Basic, Bearer error=invalid_request"#, 0),
    (#"Bearer error="invalid_token""#, 1), ("Bearer", 1),
  ])
  func `a refusal unrelated to the token causes no refresh`(_ field: String, _ count: Int)
    async throws
  {
    let refreshes = LockedValue(0)
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      if request.target.hasSuffix("/token") {
        refreshes.add(1)
        return response(to: request, .ok, #"{"access_token": "a1", "token_type": "Bearer"}"#)
      }
      var answer = response(to: request, .unauthorized)
      answer.head.fields[.wwwAuthenticate] = field
      return answer
    }
    let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
      .adding(Authentication(session()))
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    #expect(error?.status == .unauthorized)
    #expect(refreshes.value == count)
  }
}
