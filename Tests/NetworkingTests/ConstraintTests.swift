import Testing
import TremaHTTP
import TremaSupport

@testable import Networking

@Suite struct ConstraintTests {
  /// A constraint that holds after it has been satisfied.
  private final class Session: Constraint {
    let name: String
    let timeLimit: Duration
    let isOpen = LockedValue(false)
    let runs = LockedValue(0)
    private let open: @Sendable (HTTPClient) async throws -> Bool

    init(
      _ name: String = "session", timeLimit: Duration = .seconds(600),
      _ open: @escaping @Sendable (HTTPClient) async throws -> Bool = { _ in true }
    ) {
      self.name = name
      self.timeLimit = timeLimit
      self.open = open
    }

    func isSatisfied(for request: ClientRequest) async -> Bool { isOpen.value }

    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      runs.add(1)
      isOpen.value = try await open(client)
    }
  }

  private struct Refused: Error {}

  private let transport = TestTransport()

  private var client: HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", transport: transport)
  }

  private func waiting(_ count: Int, at client: HTTPClient) async -> Bool {
    await eventually { client.core.constraintCoordinator.counts.waiters == count }
  }

  @Test func `500 concurrent requests share one run of a gate`() async throws {
    let latch = Latch()
    let session = Session { _ in
      await latch.wait()
      return true
    }
    let client = client.adding(session)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<500 { group.addTask { try await client.send(.get("x").empty) } }
      #expect(await waiting(500, at: client))
      #expect(transport.requests.isEmpty)
      latch.open()
      try await group.waitForAll()
    }
    #expect(session.runs.value == 1)
    #expect(transport.requests.count == 500)
    #expect(client.core.constraintCoordinator.counts == (0, 0))
  }

  @Test func `a request that arrives when a run ends does not start another one`() async throws {
    for _ in 0..<20 {
      let session = Session { _ in
        await Task.yield()
        return true
      }
      let client = client.adding(session)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { try await client.send(.get("x").empty) } }
        try await group.waitForAll()
      }
      #expect(session.runs.value == 1)
    }
  }

  @Test func `copies of a client share its gates`() async throws {
    let latch = Latch()
    let session = Session { _ in
      await latch.wait()
      return true
    }
    let client = client.adding(session)
    let copy = client.adding(BeforeRequest { _, _ in })
    async let first: Void = client.send(.get("x").empty)
    async let second: Void = copy.send(.get("x").empty)
    #expect(await waiting(2, at: client))
    latch.open()
    _ = try await (first, second)
    #expect(session.runs.value == 1)
  }

  /// The session of one user. All sessions share a type and therefore a name.
  private struct UserSession: Constraint {
    let user: String
    let latch: Latch
    let isSignedIn = LockedValue(false)

    struct Refused: Error { let user: String }

    func isSatisfied(for request: ClientRequest) async -> Bool { isSignedIn.value }

    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      await latch.wait()
      if user == "ada" { throw Refused(user: user) }
      isSignedIn.value = true
    }
  }

  @Test func `the failure of one user's session does not affect another user`() async throws {
    let latch = Latch()
    let shared = client
    let ada = shared.adding(UserSession(user: "ada", latch: latch))
    let bob = shared.adding(UserSession(user: "bob", latch: latch))
    async let refused = ada.error(of: RequestBuilder.get("x"))
    async let sent: Void = bob.send(.get("x").empty)
    #expect(await waiting(2, at: shared))
    #expect(shared.core.constraintCoordinator.counts == (2, 2))
    latch.open()
    #expect(await refused?.description.contains("ada") == true)
    try await sent
    #expect(transport.requests.count == 1)
  }

  @Test func `a constraint object added to several copies is a single gate`() async throws {
    let latch = Latch()
    let session = Session { _ in
      await latch.wait()
      return true
    }
    let shared = client
    let (first, second) = (shared.adding(session), shared.adding(session))
    async let one: Void = first.send(.get("x").empty)
    async let two: Void = second.send(.get("x").empty)
    #expect(await waiting(2, at: shared))
    latch.open()
    _ = try await (one, two)
    #expect(session.runs.value == 1)
  }

  @Test func `a failed run fails all waiting requests`() async {
    let latch = Latch()
    let session = Session { _ in
      await latch.wait()
      throw Refused()
    }
    let client = client.adding(session)
    let errors = await withTaskGroup(of: NetworkError?.self) { group in
      for _ in 0..<50 { group.addTask { await client.error(of: .get("x")) } }
      #expect(await waiting(50, at: client))
      latch.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.count == 50)
    for error in errors {
      guard case .constraint("session", is Refused) = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.request?.target == "https://api.example.com/x")
      #expect(error?.attempts == 0)
    }
    #expect(session.runs.value == 1)
    #expect(transport.requests.isEmpty)
  }

  @Test
  func `a constraint that still does not hold after a run is an error`() async {
    let session = Session { _ in false }
    let error = await client.adding(session).error(of: .get("x"))
    guard case .constraint("session", ConstraintError.notSatisfied) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(session.runs.value == 1)
    #expect(
      error?.description
        == "GET https://api.example.com/x: constraint 'session' is not satisfied: 'satisfy' returned, but the "
        + "constraint is still not satisfied")
  }

  @Test
  func `a run that exceeds its time limit fails all waiting requests`() async {
    let stubborn = Latch()
    let session = Session(timeLimit: .milliseconds(50)) { _ in
      // Cancellation does not reach an unstructured task.
      await Task { await stubborn.wait() }.value
      return true
    }
    let client = client.adding(session)
    let errors = await withTaskGroup(of: NetworkError?.self) { group in
      for _ in 0..<10 { group.addTask { await client.error(of: .get("x")) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for error in errors {
      guard case .constraint("session", ConstraintError.timeLimit) = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.isTimeout == true)
    }
    stubborn.open()
  }

  @Test func `a cancelled request ends immediately while the run continues`()
    async throws
  {
    let latch = Latch()
    let session = Session { _ in
      await latch.wait()
      return true
    }
    let client = client.adding(session)
    let first = Task { await client.error(of: .get("x")) }
    #expect(await waiting(1, at: client))
    async let second: Void = client.send(.get("x").empty)
    #expect(await waiting(2, at: client))
    first.cancel()
    #expect(await first.value?.isCancelled == true)
    #expect(client.core.constraintCoordinator.counts == (1, 1))
    latch.open()
    try await second
    #expect(session.runs.value == 1)
    #expect(transport.requests.count == 1)
  }

  @Test func `a run without waiting requests is cancelled`() async {
    let latch = Latch()
    let wasCancelled = LockedValue(false)
    let session = Session { _ in
      await latch.wait()
      wasCancelled.value = Task.isCancelled
      return false
    }
    let client = client.adding(session)
    let task = Task { await client.error(of: .get("x")) }
    #expect(await waiting(1, at: client))
    task.cancel()
    #expect(await task.value?.isCancelled == true)
    #expect(await eventually { client.core.constraintCoordinator.counts == (0, 0) })
    #expect(wasCancelled.value)
  }

  @Test func `a request during the cancellation of a run gets its own run`() async throws {
    let first = Latch()
    let number = LockedValue(0)
    let session = Session { _ in
      guard number.add(1) == 0 else { return true }
      // Cancellation does not reach an unstructured task.
      await Task { await first.wait() }.value
      throw CancellationError()
    }
    let client = client.adding(session)
    let gone = Task { await client.error(of: .get("x")) }
    #expect(await waiting(1, at: client))
    gone.cancel()
    #expect(await gone.value?.isCancelled == true)
    async let second: Void = client.send(.get("x").empty)
    #expect(await waiting(1, at: client))
    #expect(session.runs.value == 1)
    first.open()
    try await second
    #expect(session.runs.value == 2)
  }

  @Test func `gates are evaluated in order`() async throws {
    let order = LockedValue<[String]>([])
    func session(_ name: String) -> Session {
      Session(name) { _ in
        order.withLock { $0.append(name) }
        return true
      }
    }
    try await client.adding(session("a")).adding(session("b")).adding(session("c")).send(
      RequestBuilder.get("x").skipping(constraint: "b").empty)
    #expect(order.value == ["a", "c"])
  }

  @Test func `a request can skip one gate or all gates`() async throws {
    let session = Session { _ in throw Refused() }
    let client = client.adding(session)
    try await client.send(RequestBuilder.get("x").skipping(constraint: "session").empty)
    try await client.send(RequestBuilder.get("x").skippingConstraints.empty)
    #expect(session.runs.value == 0)
    #expect(await client.error(of: .get("x")) != nil)
  }

  @Test func `a request sent by a gate's run does not wait for the gate`() async throws {
    let session = Session { client in
      try await client.send(.get("login").empty)
      return true
    }
    try await client.adding(session).send(.get("x").empty)
    #expect(transport.requests.map(\.target).map { $0.suffix(5) } == ["login", "com/x"])
  }

  @Test func `a run can send requests through the client that has the gate`() async throws {
    let whole = LockedValue<HTTPClient?>(nil)
    let session = Session { _ in
      try await whole.value?.send(.get("login").empty)
      return true
    }
    let client = client.adding(session)
    whole.value = client
    try await client.send(.get("x").empty)
    #expect(transport.requests.count == 2)
    whole.value = nil
  }

  @Test func `gates that would deadlock fail immediately`() async {
    let whole = LockedValue<HTTPClient?>(nil)
    let begun = [LockedValue(false), LockedValue(false), LockedValue(false)]
    func session(_ index: Int) -> Session {
      Session("\(index)") { _ in
        begun[index].value = true
        _ = await eventually { begun.allSatisfy { $0.value } }
        // The request skips its own gate, and the one that is not next.
        let other = "\((index + 2) % 3)"
        try await whole.value?.send(RequestBuilder.get("login").skipping(constraint: other).empty)
        return true
      }
    }
    let client = client.adding(session(0)).adding(session(1)).adding(session(2))
    whole.value = client
    let errors = await withTaskGroup(of: NetworkError?.self) { group in
      for index in 0..<3 {
        group.addTask {
          await client.error(
            of: RequestBuilder.get("x").skipping(constraint: "\((index + 1) % 3)")
              .skipping(constraint: "\((index + 2) % 3)"))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    whole.value = nil
    #expect(
      errors.contains { $0?.description.contains("depends on a request that waits for it") == true }
    )
    #expect(client.core.constraintCoordinator.counts == (0, 0))
  }

  /// A constraint with a different answer for each host.
  private struct PerHost: Constraint {
    let hosts = LockedValue<Set<String>>([])
    let runs = LockedValue(0)
    let latch: Latch

    func isSatisfied(for request: ClientRequest) async -> Bool {
      hosts.value.contains(request.head.target)
    }

    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      if runs.add(1) == 0 { await latch.wait() }
      hosts.withLock { _ = $0.insert(request.head.target) }
    }
  }

  @Test func `a gate that is open for one request runs again for another`() async throws {
    let perHost = PerHost(latch: Latch())
    let client = client.adding(perHost)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<5 { group.addTask { try await client.send(.get("\(number)").empty) } }
      #expect(await waiting(5, at: client))
      perHost.latch.open()
      try await group.waitForAll()
    }
    #expect(perHost.runs.value == 5)
  }

  @Test func `storms of cancelled requests leave no waiters`() async {
    for round in 0..<20 {
      let latch = Latch()
      // A run without waiting requests is cancelled, and has opened nothing.
      let session = Session { _ in
        await latch.wait()
        return !Task.isCancelled
      }
      let client = client.adding(session)
      let tasks = (0..<200).map { _ in Task { await client.error(of: .get("x")) } }
      if round % 2 == 0 {
        #expect(await eventually { client.core.constraintCoordinator.counts.waiters > 50 })
      }
      for task in tasks.dropFirst(round) { task.cancel() }
      for task in tasks.dropFirst(round) { #expect(await task.value?.isCancelled == true) }
      latch.open()
      for task in tasks.prefix(round) { #expect(await task.value?.description == nil) }
      #expect(await eventually { client.core.constraintCoordinator.counts == (0, 0) })
    }
  }
}

extension HTTPClient {
  /// The error of a request; nil if it succeeded.
  func error(of draft: RequestBuilder<BodyForbidden>) async -> NetworkError? {
    do throws(NetworkError) {
      try await send(draft.empty)
      return nil
    } catch {
      return error
    }
  }
}
