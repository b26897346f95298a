#if os(Linux)
  import Testing
  import TremaHTTP
  import TremaSupport

  @testable import Networking

  @Suite struct HedgingTests {
    @Test
    func `a second request is sent after the delay, and the slower one is cancelled`()
      async throws
    {
      let server = try await FlowServer { $0.adding(Hedging(after: .milliseconds(30))) }
      #expect(try await server.client.send(.get("hang/1").text) == "2")
      #expect(await server.hasSeen { $0.gone == 1 })
      #expect(try await server.count().requests == 2)
      await server.close()
    }

    @Test func `no second request is sent if the response arrives before the delay`() async throws {
      let clock = VirtualClock()
      let server = try await FlowServer {
        var client = $0.adding(Hedging(after: .seconds(1)))
        client.clock = clock.clock
        return client
      }
      #expect(try await server.client.send(.get("answer").text) == "1")
      #expect(try await server.count().requests == 1)
      #expect(clock.sleepers == 0)
      await server.close()
    }

    /// A transport that ends only by cancellation.
    private final class Silent: Sendable {
      let sent = LockedValue(0)
      let cancelled = LockedValue(0)

      func transport(
        _ answer: @escaping @Sendable (Int) throws(TransportError) -> HTTPResponse? = { _ in nil }
      ) -> TestTransport {
        TestTransport { (_, _, _) throws(TransportError) in
          let number = self.sent.add(1) + 1
          if let response = try answer(number) { return response }
          do { try await Task.sleep(for: .seconds(300)) } catch { self.cancelled.add(1) }
          throw TransportError(.cancelled)
        }
      }
    }

    private func client(
      _ transport: TestTransport, _ clock: VirtualClock, limit: Int = 2
    ) -> HTTPClient {
      var client = HTTPClient(baseURL: "https://a.example", transport: transport)
        .adding(Hedging(after: .seconds(1), limit: limit))
      client.clock = clock.clock
      return client
    }

    @Test
    func `hedged requests never exceed the limit, and all of them are counted`() async throws {
      let (silent, clock) = (Silent(), VirtualClock())
      let client = client(silent.transport(), clock, limit: 3)
      let task = Task { await failure(of: client, .get("x").empty) }
      for number in 1...3 {
        #expect(await eventually { silent.sent.value == number })
        if number < 3 { #expect(await eventually { clock.sleepers == 1 }) }
        clock.advance(by: .milliseconds(999))
        #expect(silent.sent.value == number)
        clock.advance(by: .milliseconds(1))
      }
      clock.advance(by: .seconds(100))
      #expect(clock.sleepers == 0)
      task.cancel()
      let error = await task.value
      #expect(error?.isCancelled == true)
      #expect(error?.attempts == 3)
      #expect(silent.cancelled.value == 3)
    }

    @Test func `only safe methods and repeatable bodies are hedged`() async throws {
      let clock = VirtualClock(skipsWaiting: true)
      for (draft, count) in [
        (RequestBuilder.post("x"), 1), (.put("x"), 1), (.delete("x"), 1), (.patch("x"), 1),
        (RequestBuilder.query("x").data([1]), 2), (.options("x"), 2),
        (
          RequestBuilder.query("x").body(
            .stream(HTTPBodyStream { () throws(TransportError) in OneSource([1]) })), 1
        ),
      ] {
        let silent = Silent()
        let client = client(
          silent.transport { $0 == count ? HTTPResponse(HTTPResponseHead(.ok)) : nil }, clock)
        try await client.send(draft.empty)
        #expect(silent.sent.value == count, "\(draft)")
      }
      let silent = Silent()
      let client = client(
        silent.transport { _ in HTTPResponse(HTTPResponseHead(.ok)) }, clock, limit: 1)
      try await client.send(.get("x").empty)
      #expect(silent.sent.value == 1)
    }

    @Test func `an error is final only before the second request is sent`() async throws {
      let clock = VirtualClock()
      let early = Silent()
      let first = client(
        early.transport { (_) throws(TransportError) in throw TransportError(.connectionLost) },
        clock)
      guard case .transport(let error)? = await failure(of: first, .get("x").empty)?.kind else {
        return #expect(Bool(false))
      }
      #expect(error.kind == .connectionLost)
      #expect(early.sent.value == 1)
      #expect(clock.sleepers == 0)

      let gate = Latch()
      let sent = LockedValue(0)
      let second = client(
        TestTransport { (_, _, _) throws(TransportError) in
          if sent.add(1) == 1 { throw TransportError(.connectionLost) }
          await gate.wait()
          return HTTPResponse(HTTPResponseHead(.ok))
        }, clock)
      let task = Task { await failure(of: second, .get("x").empty) }
      #expect(await eventually { clock.sleepers == 1 && sent.value == 1 })
      clock.advance(by: .seconds(1))
      #expect(await eventually { sent.value == 2 })
      gate.open()
      #expect(await task.value.map { "\($0)" } == nil)
    }

    @Test func `the body of a late response is cancelled`() async throws {
      let clock = VirtualClock()
      let cancelled = LockedValue(0)
      let sent = LockedValue(0)
      // The first request ends because it is cancelled.
      let transport = TestTransport { (_, _, _) throws(TransportError) in
        let number = sent.add(1)
        if number == 0 { try? await Task.sleep(for: .seconds(300)) }
        return HTTPResponse(
          HTTPResponseHead(.ok), body: .stream(EndlessSource { cancelled.add(number + 1) }))
      }
      let client = client(transport, clock)
      let task = Task { try await client.send(.get("x").response) }
      #expect(await eventually { clock.sleepers == 1 && sent.value == 1 })
      clock.advance(by: .seconds(1))
      let response = try await task.value
      #expect(cancelled.value == 1)
      response.body.cancel()
      #expect(cancelled.value == 3)
    }

    @Test(arguments: [true, false])
    func `slower requests leave the queues after the response`(
      isStream: Bool
    ) async throws {
      let clock = VirtualClock()
      // Both requests take a slot and a token; the first one never gets a response.
      let silent = Silent()
      let transport = silent.transport { number throws(TransportError) in
        guard number == 2 else { return nil }
        return HTTPResponse(
          HTTPResponseHead(.ok), body: isStream ? .stream(EndlessSource {}) : .bytes([1]))
      }
      let limit = HostLimit(1)
      let client = client(transport, clock).adding(limit)
      let task = Task { try await client.send(.get("x").response) }
      #expect(await eventually { clock.sleepers == 1 && silent.sent.value == 1 })
      clock.advance(by: .seconds(1))
      let response = try await task.value
      #expect(silent.cancelled.value == 1)
      // An open body keeps the slot that all of its requests share.
      #expect(limit.counts.taken == (isStream ? 1 : 0))
      response.body.cancel()
      #expect(limit.counts == (0, 0))
      #expect(clock.sleepers == 0)
    }

    @Test func `a queued hedge is removed when the first request is answered`() async throws {
      let clock = VirtualClock()
      let (gate, sent) = (Latch(), LockedValue(0))
      let transport = TestTransport { (_, _, _) throws(TransportError) in
        sent.add(1)
        await gate.wait()
        return HTTPResponse(HTTPResponseHead(.ok))
      }
      let limit = RateLimit(1, per: .seconds(1000))
      let client = client(transport, clock).adding(limit)
      let task = Task { try await client.send(.get("x").empty) }
      #expect(await eventually { clock.sleepers == 1 && sent.value == 1 })
      clock.advance(by: .seconds(1))
      #expect(await eventually { limit.counts.waiters == 1 })
      gate.open()
      try await task.value
      #expect(limit.counts.waiters == 0)
      #expect(sent.value == 1)
      #expect(await eventually { clock.sleepers == 0 })
    }

    @Test func `no request is sent after the deadline`() async throws {
      let (silent, clock) = (Silent(), VirtualClock())
      let client = client(silent.transport(), clock)
      let task = Task {
        await failure(of: client, RequestBuilder.get("x").timeout(.milliseconds(900)).empty)
      }
      #expect(await eventually { silent.sent.value == 1 })
      #expect(clock.sleepers == 0)
      task.cancel()
      #expect(await task.value?.attempts == 1)
    }

    @Test func `storms of cancelled requests cancel all hedged requests`() async throws {
      for _ in 0..<3 {
        let (silent, clock) = (Silent(), VirtualClock())
        let client = client(silent.transport(), clock)
        let tasks = (0..<200).map { _ in Task { await failure(of: client, .get("x").empty) } }
        #expect(await eventually { silent.sent.value == 200 && clock.sleepers == 200 })
        clock.advance(by: .seconds(1))
        #expect(await eventually { silent.sent.value > 300 })
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.isCancelled == true) }
        #expect(silent.cancelled.value == silent.sent.value)
        #expect(clock.sleepers == 0)
      }
    }
  }
#endif
