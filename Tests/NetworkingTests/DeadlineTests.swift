import Networking
import Testing
import TremaHTTP
import TremaSupport

// The short deadlines expire; the long ones only show that an operation did not wait forever.
@Suite struct DeadlineTests {
  private struct Never: Constraint {
    let hasBegun = LockedValue(false)
    let isOver = LockedValue(false)
    func isSatisfied(for request: ClientRequest) async -> Bool { false }
    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      hasBegun.value = true
      defer { isOver.value = true }
      try await Task.sleep(for: .seconds(600))
    }
  }

  private let transport = TestTransport()

  private func error(_ client: HTTPClient, _ total: Duration = .milliseconds(50)) async
    -> NetworkError?
  {
    let start = ContinuousClock.now
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(RequestBuilder.get("https://example.com").timeout(total).empty)
    }
    #expect(.now - start < .seconds(300))
    return error
  }

  private func isTotal(_ error: NetworkError?) -> Bool {
    if case .timeout(.total) = error?.kind { true } else { false }
  }

  @Test func `the total deadline ends waiting for a gate`() async {
    let never = Never()
    // The time is sufficient to reach the gate on a busy machine.
    let error = await error(HTTPClient(transport: transport).adding(never), .seconds(2))
    #expect(isTotal(error))
    #expect(error?.isTimeout == true)
    #expect(error?.attempts == 0)
    #expect(error?.request?.target == "https://example.com")
    #expect(error?.description == "GET https://example.com: timed out (total)")
    #expect(transport.requests.isEmpty)
    // The run of the gate ends too, because no request waits for it. On a busy machine it may not
    // have begun.
    #expect(await eventually { never.isOver.value || !never.hasBegun.value })
  }

  /// A constraint and interceptor that ignores cancellation, before and after the rest of a client.
  private struct Stubborn: Constraint, Interceptor {
    let name = "Stubborn"
    let latch = Latch()
    let hasBegun = LockedValue(false)
    var timeLimit = Duration.seconds(600)

    func isSatisfied(for request: ClientRequest) async -> Bool {
      await wait()
      return true
    }

    func satisfy(for request: ClientRequest, client: HTTPClient) async {}

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      await wait()
      return try await next(request)
    }

    private func wait() async {
      hasBegun.value = true
      await Task { await latch.wait() }.value
    }
  }

  @Test(arguments: [true, false])
  func `the deadline does not wait for code that ignores cancellation`(_ isGate: Bool) async {
    let (stubborn, transport) = (Stubborn(), TestTransport())
    let client = HTTPClient(transport: transport)
    let error = await error(
      isGate ? client.adding(gate: stubborn) : client.adding(around: stubborn))
    #expect(isTotal(error))
    #expect(error?.attempts == 0)
    #expect(error?.mayHaveBeenSent == false)
    // The remaining task sends nothing for the request.
    stubborn.latch.open()
    try? await Task.sleep(for: .milliseconds(50))
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [true, false])
  func `cancellation does not wait for code that ignores it`(_ isGate: Bool) async {
    let stubborn = Stubborn()
    let client = HTTPClient(transport: transport)
    let whole = isGate ? client.adding(gate: stubborn) : client.adding(around: stubborn)
    let task = Task { try await whole.send(RequestBuilder.get("https://example.com").empty) }
    #expect(await eventually { stubborn.hasBegun.value })
    task.cancel()
    let error = await #expect(throws: NetworkError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    stubborn.latch.open()
  }

  @Test func `evaluating a constraint is subject to the gate's time limit`() async {
    let stubborn = Stubborn(timeLimit: .milliseconds(50))
    let error = await error(HTTPClient(transport: transport).adding(gate: stubborn), .seconds(600))
    guard case .constraint("Stubborn", ConstraintError.timeLimit) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.isTimeout == true)
    stubborn.latch.open()
  }

  @Test func `the deadline ends waiting in the request queue`() async {
    let latch = Latch()
    let held = TestTransport { (request, _, _) throws(TransportError) in
      await latch.wait()
      return response(to: request)
    }
    let client = HTTPClient(concurrency: 1, transport: held)
    let first = Task { try await client.send(.get("https://example.com/first").empty) }
    #expect(await eventually { held.requests.count == 1 })
    #expect(isTotal(await error(client)))
    #expect(held.requests.count == 1)
    latch.open()
    await #expect(throws: Swift.Never.self) { try await first.value }
  }

  @Test func `the deadline ends an interceptor, and the error contains the attempts`() async {
    let client = HTTPClient(transport: transport).adding(
      AfterResponse("Slow") { _, _, _ in try await Task.sleep(for: .seconds(600)) })
    // On a busy machine a short deadline may pass before anything was sent.
    var attempts: [Int?] = []
    for total in [Duration.milliseconds(50), .seconds(1), .seconds(30)] {
      let error = await error(client, total)
      #expect(isTotal(error))
      attempts.append(error?.attempts)
      if error?.attempts == 1 { break }
    }
    #expect(attempts.last == 1)
  }

  @Test func `an interceptor can read the deadline`() async throws {
    let seen = LockedValue<[ContinuousClock.Instant?]>([])
    let client = HTTPClient(transport: transport).adding(
      BeforeRequest { _, context in seen.withLock { $0.append(context.deadline) } })
    let before = ContinuousClock.now
    try await client.send(RequestBuilder.get("https://example.com").timeout(.seconds(600)).empty)
    try await client.send(RequestBuilder.get("https://example.com").empty)
    #expect(seen.value.count == 2)
    let deadline = try #require(seen.value[0])
    #expect(deadline >= before + .seconds(600) && deadline <= .now + .seconds(600))
    #expect(seen.value[1] == nil)
  }

  @Test func `the remaining time is passed to the transport`() async throws {
    let client = HTTPClient(transport: transport).adding(
      BeforeRequest("Slow") { _, _ in try await Task.sleep(for: .milliseconds(30)) })
    try await client.send(RequestBuilder.get("https://example.com").timeout(.seconds(600)).empty)
    let left = try #require(transport.requests.last?.deadlines.total)
    #expect(left <= .milliseconds(599_970))
    #expect(left > .seconds(60))
    try await client.send(RequestBuilder.get("https://example.com").empty)
    #expect(transport.requests.last?.deadlines.total == nil)
  }

  @Test func `nothing is sent after the deadline has expired`() async {
    let error = await error(HTTPClient(transport: transport), .zero)
    #expect(isTotal(error))
    #expect(transport.requests.isEmpty)
  }

  @Test func `a deadline that is not reached has no effect`() async throws {
    struct Slow: Constraint {
      func isSatisfied(for request: ClientRequest) async -> Bool { true }
      func satisfy(for request: ClientRequest, client: HTTPClient) async {}
    }
    let client = HTTPClient(concurrency: 1, transport: TestTransport(.notFound)).adding(Slow())
      .adding(BeforeRequest { _, _ in })
    let error = await error(client, .seconds(600))
    #expect(error?.status == .notFound)
  }

  @Test func `cancellation is not reported as a timeout`() async {
    let client = HTTPClient(transport: transport).adding(Never())
    let task = Task {
      try await client.send(RequestBuilder.get("https://example.com").timeout(.seconds(600)).empty)
    }
    task.cancel()
    let error = await #expect(throws: NetworkError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    #expect(error?.isTimeout == false)
  }

  @Test func `a task that is already cancelled sends nothing`() async {
    let client = HTTPClient(transport: transport)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await client.send(RequestBuilder.get("https://example.com").empty)
    }
    task.cancel()
    let error = await #expect(throws: NetworkError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    #expect(transport.requests.isEmpty)
  }
}

extension HTTPClient {
  fileprivate func adding(gate: some Constraint) -> HTTPClient { adding(gate) }
  fileprivate func adding(around interceptor: some Interceptor) -> HTTPClient {
    adding(interceptor)
  }
}
