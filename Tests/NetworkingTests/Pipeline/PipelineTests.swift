import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct PipelineTests {
  private struct Step: Interceptor {
    let name: String
    let phase: InterceptorPhase
    var passed = LockedValue<[String]>([])

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      passed.withLock { $0.append(name) }
      return try await next(request)
    }
  }

  private struct User: Interceptor {
    var name = "User"
    var phase: InterceptorPhase { .authentication }
    let identity: String?

    func identity(for request: ClientRequest) async -> String? { identity }

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse { try await next(request) }
  }

  /// An interceptor that sets the identity of requests.
  private struct Ask: Interceptor {
    let phase = InterceptorPhase.deduplication
    let seen = LockedValue<[RequestIdentity]>([])

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      let identity = await context.identity(of: request)
      seen.withLock { $0.append(identity) }
      return try await next(request)
    }
  }

  private let base = HTTPClient(
    baseURL: "https://api.example.com", transport: TestTransport(.ok, "{}"))

  @Test func `interceptors run in the order of their phases`() async throws {
    let passed = LockedValue<[String]>([])
    var client = base
    for phase in InterceptorPhase.allCases.reversed() {
      client = client.adding(Step(name: "\(phase) 1", phase: phase, passed: passed))
    }
    for phase in InterceptorPhase.allCases {
      client = client.adding(Step(name: "\(phase) 2", phase: phase, passed: passed))
    }
    try await client.send(.get("x").empty)
    #expect(passed.value == InterceptorPhase.allCases.flatMap { ["\($0) 1", "\($0) 2"] })
    let names = passed.value.map { "'\($0)'" }.joined(separator: ", ")
    #expect(client.description == "https://api.example.com: interceptors \(names) → test")
  }

  @Test func `an interceptor is removed by its name`() {
    let client = base.adding(Step(name: "a", phase: .retry)).adding(Step(name: "b", phase: .app))
    #expect(client.removing(interceptor: "a").interceptors.map(\.name) == ["b"])
    #expect(client.removing(interceptor: "c").interceptors.map(\.name) == ["b", "a"])
  }

  @Test func `identities are equal only for the same user`() async throws {
    let ask = Ask()
    func client(_ identity: String?) -> HTTPClient {
      base.adding(ask).adding(User(identity: identity))
    }
    for identity in ["ann", "ben", "ann", nil] {
      try await client(identity).send(.get("x").empty)
    }
    try await base.adding(ask).send(.get("x").empty)
    try await client(nil).send(.get("x").bearer("t").empty)
    try await client("ann").send(.get("x").bearer("t").empty)
    try await client(nil).send(.get("x").header("Cookie", "t").empty)
    try await client("ann").send(.get("x").skipping(interceptor: "User").empty)
    let seen = ask.seen.value
    #expect(seen[0] == seen[2])
    #expect(seen[3] == seen[4])
    #expect(seen[3] == seen[8])
    #expect(Set(seen).count == 6)
    #expect(seen[3].digest.isEmpty)
    #expect(seen[0].digest.utf8.count == 64)
  }

  @Test func `a wait fails immediately if the deadline would pass before its end`() async throws {
    let clock = VirtualClock()
    let waits = LockedValue<[Duration]>([])
    var client = base.adding(
      BeforeRequest { _, context in
        for seconds in [2, 5] {
          try await context.sleep(for: .seconds(seconds))
          waits.withLock { $0.append(.seconds(seconds)) }
        }
      })
    client.clock = clock.clock
    let call = client.call(.get("x").timeout(.seconds(6)).empty)
    async let result = call.result
    while clock.sleepers < 2 { await Task.yield() }  // The deadline's, and that of the interceptor.
    clock.advance(by: .seconds(2))
    guard case .failure(let error) = await result else { return #expect(Bool(false)) }
    #expect(error.isTimeout)
    #expect(waits.value == [.seconds(2)])
    #expect(error.attempts == 0)
  }

  @Test func `transport events reach the caller, and decoding limits reach the transport`()
    async throws
  {
    let contexts = LockedValue<[TransportContext]>([])
    var client = HTTPClient(
      transport: TestTransport { (request, _, context) throws(TransportError) in
        contexts.withLock { $0.append(context) }
        context.observer?(.sent(1, of: 2))
        return response(to: request)
      })
    let events = LockedValue<[TransportEvent]>([])
    try await client.send(
      .get("https://a.example").observing { event in events.withLock { $0.append(event) } }.empty)
    client.decodedLimit = 10
    try await client.send(.get("https://a.example").empty)
    try await client.send(.get("https://a.example").decodedLimit(5).empty)
    #expect(events.value == [.sent(1, of: 2)])
    #expect(contexts.value.map(\.decodedLimit) == [64 << 20, 10, 5])
  }
}
