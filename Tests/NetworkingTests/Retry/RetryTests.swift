#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport

  @Suite struct RetryTests {
    /// Waits take no time: they are skipped, and can be read from the clock.
    private let clock = VirtualClock(
      date: Date(timeIntervalSince1970: 784_111_777), skipsWaiting: true)

    private func server(_ retry: Retry = Retry()) async throws -> FlowServer {
      try await FlowServer { client in
        var client = client.adding(retry)
        client.clock = clock.clock
        return client
      }
    }

    @Test func `a transient failure is retried until it succeeds`() async throws {
      let server = try await server()
      #expect(try await server.client.send(.get("status/503/2").text) == "3")
      #expect(try await server.count().requests == 3)
      await server.close()
    }

    @Test func `the response of the last attempt is returned`() async throws {
      let server = try await server()
      let error = await failure(of: server.client, .get("status/503/9").text)
      #expect(error?.status == .serviceUnavailable)
      #expect(error?.attempts == 3)
      #expect(try await server.count().requests == 3)
      await server.close()
    }

    @Test(arguments: [
      ("GET", 3), ("HEAD", 3), ("OPTIONS", 3), ("PUT", 3), ("DELETE", 3), ("POST", 1),
      ("PATCH", 1), ("OTHER", 1),
    ])
    func `only idempotent methods are retried after a response or a lost connection`(
      method: String, count: Int
    ) async throws {
      for path in ["status/503/2", "reset/2"] {
        // A fresh connection each time: on a reused one the transport itself may retry.
        let server = try await server()
        let draft = try RequestBuilder<BodyAllowed>.post(path).set(\.method, to: HTTPMethod(method))
        let error = await failure(of: server.client, draft.empty)
        #expect(error.map { _ in 1 } ?? 3 == count, "\(method) \(path)")
        #expect(try await server.count().methods == Array(repeating: method, count: count))
        if count == 1, path == "reset/2" { #expect(error?.mayHaveBeenSent == true) }
        await server.close()
      }
    }

    @Test func `a request can declare itself idempotent`() async throws {
      for draft in [
        RequestBuilder.post("reset/2").tag(Retry.repeatable),
        RequestBuilder.post("reset/2").header("Idempotency-Key", "\"8e03978e\""),
      ] {
        let server = try await server()
        #expect(try await server.client.send(draft.data([1, 2, 3]).text) == "3")
        #expect(try await server.count().requests == 3)
        await server.close()
      }
    }

    @Test func `an exchange that was certainly not sent is retried for any method`() async throws {
      let refused = try await TestServers.faults().refused
      let transport = try CurlTransport()
      var client = HTTPClient(transport: transport).adding(Retry(limit: 4))
      client.clock = clock.clock
      let error = await failure(of: client, .post(refused).data([1]).empty)
      #expect(error?.attempts == 4)
      #expect(error?.mayHaveBeenSent == false)
      await transport.close()
    }

    @Test
    func `an unsent redirect hop is retried even after an earlier response`() async throws {
      let refused = try await TestServers.faults().refused
      let transport = try CurlTransport()
      let url = try await TestServers.flow()
      var client = HTTPClient(transport: transport).adding(Retry()).adding(Onward(to: refused))
      client.clock = clock.clock
      let error = await failure(of: client, .post("\(url)/hop/answer").data([1]).empty)
      #expect(error?.mayHaveBeenSent == false)
      #expect(error?.attempts == 2)
      await transport.close()
    }

    /// An interceptor that sends to one place and then to another, as for a redirect.
    private struct Onward: Interceptor {
      let phase = InterceptorPhase.redirects
      let target: String
      init(to target: String) { self.target = target }

      func intercept(
        _ request: ClientRequest, context: InterceptorContext, next: Next
      ) async throws(NetworkError) -> HTTPResponse {
        try await next(request).body.cancel()
        return try await next(ClientRequest(HTTPRequest(.get, target)))
      }
    }

    @Test func `a consumed one-shot body is not sent again`() async throws {
      for (isReplayable, count) in [(true, 3), (false, 1)] {
        let server = try await server()
        let body = HTTPBodyStream(length: 3, isReplayable: isReplayable) {
          () throws(TransportError) in OneSource([1, 2, 3])
        }
        let error = await failure(
          of: server.client, RequestBuilder.put("status/503/2").body(.stream(body)).empty)
        #expect(try await server.count().requests == count)
        #expect(error?.status == (isReplayable ? nil : .serviceUnavailable))
        await server.close()
      }
    }

    @Test(arguments: ["expired", "wrongHost", "untrusted", "noTLS"])
    func `a bad certificate is not retried`(kind: String) async throws {
      let faults = try await TestServers.faults()
      let url =
        switch kind {
        case "expired": faults.expired
        case "wrongHost": faults.wrongHost
        case "untrusted": faults.untrusted
        default: faults.noTLS
        }
      let transport = try CurlTransport()
      var client = HTTPClient(transport: transport).adding(Retry())
      client.clock = clock.clock
      #expect(await failure(of: client, .get("\(url)/ok").empty)?.attempts == 1)
      await transport.close()
    }

    @Test(arguments: [
      ("reset-before", 3), ("close-before", 3), ("truncated", 3), ("half-close-in-body", 3),
      ("garbage", 1), ("bad-length", 1), ("damaged-gzip", 1), ("endless-head", 1),
    ])
    func `lost exchanges are retried, malformed ones are not`(fault: String, count: Int)
      async throws
    {
      let url = try await TestServers.faults().url
      let transport = try CurlTransport()
      var client = HTTPClient(transport: transport).adding(Retry())
      client.clock = clock.clock
      let error = await failure(of: client, .get("\(url)/\(fault)").text)
      // A gzip stream that ends too early may be detected by its length first.
      if fault == "damaged-gzip", error?.attempts == 3 {
        guard case .transport(let error)? = error?.kind else { return #expect(Bool(false)) }
        #expect(error.kind == .truncatedBody)
      } else {
        #expect(error?.attempts == count)
      }
      await transport.close()
    }

    @Test
    func `a retry waits for Retry-After in seconds or as a date`() async throws {
      // The clock shows Sun, 06 Nov 1994 08:49:37 GMT.
      for (after, waited) in [
        ("7", 7.0), ("0", 0.0), ("Sun,+06+Nov+1994+08:49:49+GMT", 12.0),
        ("Sunday,+06-Nov-94+08:49:47+GMT", 10.0), ("Sun+Nov++6+08:49:40+1994", 3.0),
        ("Sun,+06+Nov+1994+08:00:00+GMT", 0.0),
      ] {
        let server = try await server(Retry(backoff: Backoff(random: { 0 })))
        let clock = VirtualClock(
          date: Date(timeIntervalSince1970: 784_111_777), skipsWaiting: true)
        var client = server.client
        client.clock = clock.clock
        let start = clock.now
        #expect(try await client.send(.get("status/429/1?after=\(after)").text) == "2")
        #expect(clock.now - start == .seconds(waited), "\(after)")
        await server.close()
      }
    }

    @Test(arguments: ["61", "999999999999999999999999", "Tue,+06+Nov+9999+08:49:37+GMT"])
    func `a Retry-After beyond the limit ends retrying immediately`(after: String)
      async throws
    {
      let server = try await server()
      let start = clock.now
      let error = await failure(of: server.client, .get("status/503/9?after=\(after)").text)
      #expect(error?.status == .serviceUnavailable)
      #expect(error?.attempts == 1)
      #expect(clock.now == start)
      await server.close()
    }

    @Test
    func `a Retry-After or backoff beyond the deadline ends retrying immediately`()
      async throws
    {
      for (path, backoff) in [
        ("status/503/9?after=30", Backoff()),
        ("status/503/9", Backoff(base: .seconds(100), limit: .seconds(100), random: { 0.5 })),
      ] {
        let server = try await server(Retry(backoff: backoff))
        let start = clock.now
        let error = await failure(
          of: server.client, RequestBuilder.get(path).timeout(.seconds(29)).text)
        #expect(error?.status == .serviceUnavailable)
        #expect(error?.attempts == 1)
        #expect(clock.now == start)
        await server.close()
      }
    }

    @Test func `the total deadline spans the attempts`() async throws {
      let server = try await server(
        Retry(limit: 100, backoff: Backoff(random: { 0 }), budget: RetryBudget(reserve: 1000)))
      let start = clock.now
      let error = await failure(
        of: server.client, RequestBuilder.get("status/503/99?after=10").timeout(.seconds(35)).text)
      #expect(error?.status == .serviceUnavailable)
      #expect(error?.attempts == 4)
      #expect(clock.now - start == .seconds(30))
      await server.close()
    }

    @Test func `backoff is random within a bound that grows up to its limit`() async throws {
      let chances = LockedValue([0.5, 1, 0, 0.25, 0.75])
      let backoff = Backoff(
        base: .seconds(1), factor: 3, limit: .seconds(10),
        random: { chances.withLock { $0.removeFirst() } })
      #expect(
        (1...5).map { backoff.bound(after: $0) }
          == [.seconds(1), .seconds(3), .seconds(9), .seconds(10), .seconds(10)])
      #expect(backoff.bound(after: .max) == .seconds(10))
      #expect(Backoff(base: .seconds(-1), factor: .nan).bound(after: 9) == .zero)
      #expect(Backoff(base: .seconds(2), factor: .infinity).bound(after: 2) == .seconds(20))
      let server = try await server(Retry(limit: 6, backoff: backoff))
      let start = clock.now
      #expect(try await server.client.send(.get("status/503/5").text) == "6")
      #expect(clock.now - start == .seconds(0.5 + 3 + 0 + 2.5 + 7.5))
      let draws = (0..<1000).map { _ in Backoff().random() }
      #expect(draws.allSatisfy { (0..<1).contains($0) } && Set(draws).count > 900)
      await server.close()
    }

    @Test func `copies of a client share one budget`() async throws {
      let server = try await server(Retry(limit: 3, budget: RetryBudget(share: 0.2, reserve: 4)))
      let copies = [server.client, server.client.adding(BeforeRequest { _, _ in })]
      for number in 0..<50 {
        _ = await failure(of: copies[number % 2], .get("status/503/1000").text)
      }
      // 50 for the first attempts, the reserve, and one for every five requests.
      #expect(try await server.count().requests == 50 + 4 + 9)
      await server.close()
    }

    @Test func `a budget is never exceeded by concurrent requests`() async throws {
      let budget = RetryBudget(share: 0.5, reserve: 10)
      let transport = TestTransport(.serviceUnavailable)
      var client = HTTPClient(baseURL: "https://a.example", transport: transport)
        .adding(Retry(limit: 100, budget: budget))
      client.clock = clock.clock
      await withTaskGroup(of: Void.self) { [client] group in
        for _ in 0..<100 { group.addTask { _ = await failure(of: client, .get("x").text) } }
      }
      // Tokens that are added while it is full are lost.
      #expect((150...160).contains(transport.requests.count))
      #expect(budget.remaining == 0)
      #expect(RetryBudget(share: -1, reserve: -1).remaining == 0)
      #expect(RetryBudget(share: .nan, reserve: .max).remaining > 1 << 40)
    }

    @Test func `the body of a discarded response is cancelled`() async throws {
      let cancelled = LockedValue(0)
      let transport = TestTransport { (_, _, _) throws(TransportError) in
        HTTPResponse(
          HTTPResponseHead(.serviceUnavailable),
          body: .stream(EndlessSource { cancelled.add(1) }))
      }
      var client = HTTPClient(baseURL: "https://a.example", transport: transport).adding(Retry())
      client.clock = clock.clock
      let response = try await client.send(RequestBuilder.get("x").accepting(503).response)
      #expect(cancelled.value == 2)
      response.body.cancel()
      #expect(cancelled.value == 3)
    }

    @Test func `requests cancelled during backoff end, and nothing more is sent`()
      async throws
    {
      let clock = VirtualClock()
      let transport = TestTransport(.serviceUnavailable)
      var client = HTTPClient(baseURL: "https://a.example", transport: transport)
        .adding(Retry(budget: RetryBudget(reserve: 10_000)))
      client.clock = clock.clock
      for round in 1...5 {
        let tasks = (0..<200).map { _ in
          Task { [client] in await failure(of: client, .get("x").text) }
        }
        #expect(await eventually { clock.sleepers == 200 })
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.isCancelled == true) }
        #expect(clock.sleepers == 0)
        #expect(transport.requests.count == 200 * round)
      }
    }

    @Test func `cancellation while a response arrives is reported and spends no budget`()
      async
    {
      let transport = TestTransport { (_, _, _) throws(TransportError) in
        withUnsafeCurrentTask { $0?.cancel() }
        return HTTPResponse(HTTPResponseHead(.serviceUnavailable))
      }
      let budget = RetryBudget(share: 0, reserve: 1)
      let client = HTTPClient(baseURL: "https://a.example", transport: transport)
        .adding(Retry(budget: budget))
      let error = await Task { await failure(of: client, .get("x").text) }.value
      #expect(error?.isCancelled == true)
      #expect(transport.requests.count == 1)
      #expect(budget.remaining == 1)
    }

    @Test func `the retry interceptor is listed in its phase and can be skipped`() async throws {
      let server = try await server()
      #expect(server.client.description.contains("interceptors 'Retry'"))
      let error = await failure(
        of: server.client, RequestBuilder.get("status/503/1").skipping(interceptor: "Retry").text)
      #expect(error?.attempts == 1)
      await server.close()
    }
  }

  /// A source of some bytes, once.
  final class OneSource: HTTPBodySource {
    private let rest: LockedValue<[UInt8]?>
    init(_ bytes: [UInt8]) { rest = LockedValue(bytes) }
    func next() async throws(TransportError) -> [UInt8]? { rest.exchange(nil) }
    func cancel() {}
  }

  /// An endless source of one byte.
  final class EndlessSource: HTTPBodySource {
    private let onCancel: @Sendable () -> Void
    init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }
    func next() async throws(TransportError) -> [UInt8]? { [7] }
    func cancel() { onCancel() }
  }
#endif
