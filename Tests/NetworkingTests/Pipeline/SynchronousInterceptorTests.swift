import Testing
import TremaHTTP
import TremaSupport

@testable import Networking

/// Synchronous interceptors keep the order of their phases among asynchronous ones.
@Suite struct SynchronousInterceptorTests {
  private struct Refusal: Error {}

  /// Refuses every request at the wire.
  private struct Refusing: SynchronousInterceptor {
    var phase: InterceptorPhase { .wire }

    func step(
      _ request: inout ClientRequest, _ context: StepContext
    ) throws(NetworkError) -> InterceptorStep {
      throw NetworkError(.interceptor(name: name, Refusal()))
    }
  }

  /// Records the requests and responses that it sees.
  private struct Probe: SynchronousInterceptor {
    let name: String
    var phase = InterceptorPhase.wire
    let seen: LockedValue<[String]>

    func step(
      _ request: inout ClientRequest, _ context: StepContext
    ) throws(NetworkError) -> InterceptorStep {
      let key = request.head.fields["X-API-Key"] ?? "none"
      seen.withLock { $0.append("> \(name) \(key)") }
      return .handleOutcome(End(probe: self))
    }

    private final class End: OutcomeHandler {
      let probe: Probe

      init(probe: Probe) { self.probe = probe }

      func handle(_ response: inout HTTPResponse) -> FollowUp? {
        probe.seen.withLock { $0.append("< \(probe.name)") }
        return nil
      }

      func handle(_ error: NetworkError) -> FollowUp? {
        probe.seen.withLock { $0.append("! \(probe.name)") }
        return nil
      }
    }
  }

  /// An app's interceptor around one of ours.
  private struct Wrapping<Inner: Interceptor>: Interceptor {
    let inner: Inner

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      try await inner.intercept(request, context: context, next: next)
    }
  }

  private func client(_ transport: TestTransport = TestTransport()) -> HTTPClient {
    HTTPClient(
      baseURL: "https://api.example.com", fields: ["X-API-Key": "k"], transport: transport)
  }

  @Test func `interceptors before a rejecting one are notified once`() async {
    let (limit, inspector, seen) = (HostLimit(1), NetworkInspector(), LockedValue<[String]>([]))
    let transport = TestTransport()
    let client = client(transport).adding(limit).adding(inspector)
      .adding(Probe(name: "a", seen: seen)).adding(Probe(name: "b", seen: seen))
      .adding(Refusing())
    let error = await failure(of: client, .get("x").empty)
    guard case .interceptor(name: "Refusing", _) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit.counts.taken == 0)
    #expect(inspector.exchanges.map { $0.error != nil } == [true])
    #expect(seen.value == ["> a k", "> b k", "! b", "! a"])
    #expect(transport.requests.isEmpty)
  }

  @Test func `interceptors are called again for each retry, in their order`() async throws {
    let seen = LockedValue<[String]>([])
    let transport = TestTransport(.serviceUnavailable)
    let client = client(transport)
      .adding(Retry(limit: 2, backoff: Backoff(base: .zero)))
      .adding(Probe(name: "a", phase: .cookies, seen: seen))
      .adding(BeforeRequest("foreign") { _, _ in })
      .adding(Probe(name: "b", seen: seen))
    _ = await failure(of: client, .get("x").empty)
    let once = ["> a k", "> b k", "< b", "< a"]
    #expect(seen.value == once + once)
    #expect(transport.requests.count == 2)
  }

  @Test func `a skipped interceptor is not called`() async throws {
    let seen = LockedValue<[String]>([])
    let client = client().adding(Probe(name: "a", seen: seen)).adding(Probe(name: "b", seen: seen))
    try await client.send(RequestBuilder.get("x").skipping(interceptor: "a").empty)
    #expect(seen.value == ["> b k", "< b"])
  }

  @Test func `changes to a request are kept when a later interceptor suspends`() async throws {
    let seen = LockedValue<[String]>([])
    let transport = TestTransport()
    let client = client(transport)
      .adding(
        BeforeRequest("Elsewhere") { request, _ in request.head.target = "https://b.example/x" }
      )
      .adding(RateLimit(1, per: .milliseconds(20)))
      .adding(Probe(name: "a", phase: .hostLimit, seen: seen))
      .adding(Probe(name: "b", seen: seen))
    for _ in 0..<2 { try await client.send(.get("x").empty) }
    let once = ["> a k", "> b none", "< b", "< a"]
    #expect(seen.value == once + once)
    #expect(transport.requests.allSatisfy { !$0.fields.contains("X-API-Key") })
  }

  @Test func `a built-in interceptor works when wrapped by an app's interceptor`() async throws {
    let limit = HostLimit(1)
    let most = LockedValue((now: 0, most: 0))
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      most.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      try? await Task.sleep(for: .milliseconds(2))
      most.withLock { $0.now -= 1 }
      return response(to: request)
    }
    let client = client(transport).adding(Wrapping(inner: limit))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await client.send(.get("x").empty) } }
      try await group.waitForAll()
    }
    #expect(most.value.most == 1)
    #expect(limit.counts.taken == 0)
    let refused = self.client().adding(Wrapping(inner: limit)).adding(Refusing())
    _ = await failure(of: refused, .get("x").empty)
    #expect(limit.counts.taken == 0)
  }

  /// Counts the attempts of the interceptor inside it.
  private struct Counting<Inner: Interceptor>: Interceptor {
    let inner: Inner
    let count: LockedValue<Int>

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      try await inner.intercept(request, context: context) { (request) async throws(NetworkError) in
        count.withLock { $0 += 1 }
        return try await context.next(request)
      }
    }
  }

  @Test func `a wrapped built-in interceptor retries through its wrapper`() async throws {
    let count = LockedValue(0)
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      var answer = response(to: request, request.target.hasSuffix("/new") ? .ok : .found)
      answer.head.fields["Location"] = "/new"
      return answer
    }
    let redirects = client(transport).adding(Counting(inner: Redirects(), count: count))
    let answer = try await redirects.send(RequestBuilder.get("x").bytes.withHead)
    #expect(answer.head.redirects.count == 1)
    #expect(count.value == 2)
    let retries = client(TestTransport(.serviceUnavailable))
      .adding(Counting(inner: Retry(limit: 3, backoff: Backoff(base: .zero)), count: count))
    _ = await failure(of: retries, .get("x").empty)
    #expect(count.value == 5)
  }
}
