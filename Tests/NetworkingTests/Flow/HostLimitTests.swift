#if os(Linux)
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport

  @testable import Networking

  @Suite struct HostLimitTests {
    @Test
    func `all copies of a client share the limit of concurrent requests per host`() async throws {
      let limit = HostLimit(3)
      let server = try await FlowServer { $0.adding(limit) }
      let copy = server.client.adding(BeforeRequest { _, _ in })
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            try await (number % 2 == 0 ? server.client : copy).send(.get("hold/5").empty)
          }
        }
        try await group.waitForAll()
      }
      let count = try await server.count()
      #expect(count.requests == 40)
      #expect(count.most <= 3)
      #expect(limit.counts.waiters == 0)
      await server.close()
    }

    /// A transport with bodies that end on demand.
    private static func streaming() -> TestTransport {
      TestTransport { (_, _, context) throws(TransportError) in
        context.delivery == .stream
          ? HTTPResponse(HTTPResponseHead(.ok), body: .stream(OneSource([7])))
          : HTTPResponse(HTTPResponseHead(.ok))
      }
    }

    private func client(_ limit: HostLimit) -> HTTPClient {
      HTTPClient(baseURL: "https://a.example", transport: Self.streaming()).adding(limit)
    }

    @Test func `an open body occupies its slot until it ends, is cancelled or released`()
      async throws
    {
      let limit = HostLimit(1)
      let client = client(limit)
      for way in 0..<3 {
        var answer: StreamedResponse? = try await client.send(.get("x").response)
        let second = Task { await failure(of: client, .get("y").empty) }
        #expect(await eventually { limit.counts.waiters == 1 })
        // Another server is not affected.
        try await client.send(.get("https://b.example").empty)
        #expect(limit.counts.waiters == 1)
        switch way {
        case 0: _ = try await answer?.body.collect(upTo: 1)
        case 1: answer?.body.cancel()
        default: break
        }
        answer = nil
        #expect(await second.value.map { "\($0)" } == nil)
      }
      #expect(limit.counts == (0, 0))
    }

    @Test func `a waiting request is removed when cancelled and at its deadline`() async throws {
      let limit = HostLimit(1)
      let clock = VirtualClock()
      var client = client(limit)
      client.clock = clock.clock
      let held = try await client.send(.get("x").response)
      let cancelled = Task { [client] in await failure(of: client, .get("y").empty) }
      let late = Task { [client] in
        await failure(of: client, RequestBuilder.get("y").timeout(.seconds(5)).empty)
      }
      #expect(await eventually { limit.counts.waiters == 2 && clock.sleepers == 1 })
      cancelled.cancel()
      #expect(await cancelled.value?.isCancelled == true)
      clock.advance(by: .seconds(5))
      let error = await late.value
      #expect(error?.isTimeout == true)
      #expect(error?.attempts == 0)
      #expect(limit.counts.waiters == 0)
      held.body.cancel()
      try await client.send(RequestBuilder.get("y").timeout(.seconds(5)).empty)
    }

    @Test func `an error releases the slot`() async throws {
      let limit = HostLimit(1)
      let transport = try CurlTransport()
      let client = HTTPClient(
        baseURL: try await TestServers.faults().url, transport: transport
      ).adding(limit)
      for _ in 0..<3 { #expect(await failure(of: client, .get("reset-before").empty) != nil) }
      #expect(limit.counts == (0, 0))
      await transport.close()
    }

    @Test func `requests of high priority are sent first`() async throws {
      let limit = HostLimit(1)
      let transport = Self.streaming()
      let client = HTTPClient(baseURL: "https://a.example", transport: transport).adding(limit)
      let held = try await client.send(.get("held").response)
      let names: [(String, HTTPPriority)] = [
        ("low", .low), ("medium", .medium), ("high", .high), ("last", .low),
      ]
      var tasks: [Task<NetworkError?, Never>] = []
      for (name, priority) in names {
        tasks.append(
          Task { await failure(of: client, RequestBuilder.get(name).priority(priority).empty) })
        let count = tasks.count
        #expect(await eventually { limit.counts.waiters == count })
      }
      held.body.cancel()
      for task in tasks { #expect(await task.value.map { "\($0)" } == nil) }
      #expect(
        transport.requests.map { $0.target.split(separator: "/").last }
          == ["held", "high", "medium", "low", "last"])
    }

    @Test func `a request that is hedged occupies one slot`() async throws {
      let limit = HostLimit(1)
      let server = try await FlowServer {
        $0.adding(limit).adding(Hedging(after: .milliseconds(20)))
      }
      #expect(try await server.client.send(.get("hang/1").text) == "2")
      #expect(await eventually { limit.counts == (0, 0) })
      await server.close()
    }

    @Test func `storms of cancelled requests release every slot`() async throws {
      for round in 0..<10 {
        let limit = HostLimit(2)
        let client = client(limit)
        let held = try await client.send(.get("x").response)
        let alsoHeld = try await client.send(.get("x").response)
        let tasks = (0..<200).map { number in
          Task {
            // Tests both ways to wait.
            let draft = RequestBuilder.get("x").timeout(number % 2 == 0 ? .seconds(300) : nil)
            return await failure(of: client, draft.empty)
          }
        }
        if round % 2 == 0 { #expect(await eventually { limit.counts.waiters == 200 }) }
        for task in tasks { task.cancel() }
        held.body.cancel()
        for task in tasks {
          let error = await task.value
          #expect(error == nil || error?.isCancelled == true)
        }
        alsoHeld.body.cancel()
        #expect(await eventually { limit.counts == (0, 0) })
      }
    }
  }
#endif
