#if os(Linux)
  import Testing
  import TremaHTTP
  import TremaSupport

  @testable import Networking

  @Suite struct RateLimitTests {
    private let clock = VirtualClock()

    private func client(
      _ limit: RateLimit, _ transport: TestTransport = TestTransport()
    ) -> HTTPClient {
      var client = HTTPClient(baseURL: "https://a.example", transport: transport).adding(limit)
      client.clock = clock.clock
      return client
    }

    @Test func `a burst is sent immediately, and the rest in order at the refill rate`()
      async throws
    {
      let limit = RateLimit(2, per: .seconds(1), burst: 3)
      let transport = TestTransport()
      let client = client(limit, transport)
      for _ in 0..<3 { try await client.send(.get("burst").empty) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<5 {
          group.addTask { try await client.send(.get("\(number)").empty) }
          #expect(await eventually { limit.counts.waiters == number + 1 })
        }
        for number in 0..<5 {
          #expect(await eventually { clock.sleepers == 1 })
          clock.advance(by: .milliseconds(499))
          #expect(limit.counts.waiters == 5 - number)
          clock.advance(by: .milliseconds(1))
          #expect(await eventually { transport.requests.count == number + 4 })
        }
        try await group.waitForAll()
      }
      #expect(
        transport.requests.map { $0.target.split(separator: "/").last }
          == ["burst", "burst", "burst", "0", "1", "2", "3", "4"])
      #expect(clock.sleepers == 0)
    }

    @Test func `the number of sent requests never exceeds the burst and the refill`()
      async throws
    {
      let bucket = TokenBucket(interval: .milliseconds(100), burst: 5)
      let clock = clock
      let tasks = (0..<60).map { _ in
        Task { try await bucket.acquire(until: nil, clock: clock.clock) }
      }
      #expect(await eventually { bucket.waiters == 55 && clock.sleepers == 1 })
      var passed = 0
      for step in [1, 98, 1, 7, 350, 43, 99, 1, 400, 400] {
        clock.advance(by: .milliseconds(step))
        passed += step
        let left = 55 - passed / 100
        #expect(await eventually { clock.sleepers == 1 && bucket.waiters == left })
      }
      // A machine that slept does not send everything at once when it wakes.
      clock.advance(by: .seconds(3600))
      #expect(await eventually { clock.sleepers == 1 && bucket.waiters == 36 })
      for task in tasks { task.cancel() }
      var sent = 0
      for task in tasks where (try? await task.value) != nil { sent += 1 }
      #expect(sent == 24)
      #expect(bucket.waiters == 0)
    }

    @Test func `a request that would exceed its deadline fails immediately`() async throws {
      let limit = RateLimit(1, per: .seconds(10))
      let transport = TestTransport()
      let client = client(limit, transport)
      try await client.send(.get("x").empty)
      let start = clock.now
      let early = await failure(of: client, RequestBuilder.get("x").timeout(.seconds(10)).empty)
      #expect(early?.isTimeout == true)
      #expect(early?.attempts == 0)
      async let second: Void = client.send(RequestBuilder.get("x").timeout(.seconds(11)).empty)
      #expect(await eventually { limit.counts.waiters == 1 })
      // The request waits behind another one.
      #expect(
        await failure(of: client, RequestBuilder.get("x").timeout(.seconds(11)).empty)?.isTimeout
          == true)
      #expect(clock.now == start)
      #expect(limit.counts.waiters == 1)
      clock.advance(by: .seconds(10))
      try await second
      #expect(transport.requests.count == 2)
    }

    @Test func `a cancelled request lets the next ones move up`() async throws {
      let limit = RateLimit(1, per: .seconds(10))
      let transport = TestTransport()
      let client = client(limit, transport)
      try await client.send(.get("x").empty)
      let first = Task { await failure(of: client, .get("first").empty) }
      #expect(await eventually { limit.counts.waiters == 1 })
      let second = Task { await failure(of: client, .get("second").empty) }
      #expect(await eventually { limit.counts.waiters == 2 })
      first.cancel()
      #expect(await first.value?.isCancelled == true)
      #expect(await eventually { clock.sleepers == 1 })
      clock.advance(by: .seconds(10))
      #expect(await second.value.map { "\($0)" } == nil)
      #expect(transport.requests.count == 2)
    }

    @Test func `each host has its own bucket if the limit is per host`() async throws {
      let limit = RateLimit(1, per: .seconds(10), by: .host)
      let transport = TestTransport()
      let client = client(limit, transport)
      for host in ["a.example", "b.example", "a.example:81", "c.example"] {
        try await client.send(.get("https://\(host)/x").empty)
      }
      for same in ["https://A.example:443/y", "https://b.example/"] {
        #expect(
          await failure(of: client, RequestBuilder.get(same).timeout(.seconds(9)).empty)?.isTimeout
            == true)
      }
      #expect(transport.requests.count == 4)
    }

    @Test func `buckets of thousands of hosts are removed`() async throws {
      let limit = RateLimit(1, per: .milliseconds(1), by: .host)
      let client = client(limit)
      for number in 0..<1000 {
        try await client.send(.get("https://h\(number).example/").empty)
        clock.advance(by: .milliseconds(1))
      }
      #expect(limit.counts.buckets < 200)
    }

    @Test func `a bucket in use is kept when full ones are removed`() {
      let buckets = TokenBuckets(interval: .seconds(1), burst: 1)
      func bucket(_ host: String) -> TokenBucket {
        buckets.bucket(of: Origin(URLReference(scheme: "https", host: host)), clock: clock.clock)
      }
      let held = bucket("a.example")
      for number in 0..<500 { _ = bucket("b\(number).example") }
      // Otherwise another request would take the same token from another bucket.
      #expect(bucket("a.example") === held)
      #expect(buckets.counts.buckets < 100)
    }

    @Test func `a 429 with Retry-After delays later requests if enabled`() async throws {
      let answers = LockedValue(0)
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        var answer = response(to: request)
        if answers.add(1) == 0 {
          answer.head.status = .tooManyRequests
          answer.head.fields[.retryAfter] = "30"
        }
        return answer
      }
      let limit = RateLimit(
        100, per: .seconds(1), by: .host, maxRetryAfter: .seconds(20))
      let client = client(limit, transport)
      #expect(await failure(of: client, .get("x").empty)?.status == .tooManyRequests)
      #expect(
        await failure(of: client, RequestBuilder.get("x").timeout(.seconds(19)).empty)?.isTimeout
          == true)
      try await client.send(.get("https://b.example").empty)
      async let later: Void = client.send(.get("x").empty)
      #expect(await eventually { clock.sleepers == 1 })
      clock.advance(by: .seconds(20))
      try await later
      try await client.send(.get("x").empty)
      #expect(transport.requests.count == 4)
    }

    @Test func `a waiting request delayed past its deadline by a pause fails immediately`()
      async throws
    {
      let bucket = TokenBucket(interval: .seconds(1), burst: 1)
      try await bucket.acquire(until: nil, clock: clock.clock)
      let start = clock.now
      let short = Task { [clock] in
        do throws(NetworkError) {
          try await bucket.acquire(until: start + .seconds(5), clock: clock.clock)
          return false
        } catch { return error.isTimeout }
      }
      #expect(await eventually { bucket.waiters == 1 })
      let long = Task { [clock] in
        try await bucket.acquire(until: start + .seconds(50), clock: clock.clock)
        return true
      }
      #expect(await eventually { bucket.waiters == 2 })
      bucket.pause(until: start + .seconds(20))
      #expect(await short.value)
      #expect(bucket.waiters == 1)
      for _ in 0..<20 {
        #expect(await eventually { clock.sleepers == 1 || bucket.waiters == 0 })
        clock.advance(by: .seconds(1))
      }
      #expect(try await long.value)
    }

    @Test func `storms of cancelled requests leave no waiters and consume no tokens`() async throws
    {
      let limit = RateLimit(1, per: .seconds(10))
      let transport = TestTransport()
      let client = client(limit, transport)
      try await client.send(.get("x").empty)
      for round in 0..<5 {
        let tasks = (0..<200).map { _ in Task { await failure(of: client, .get("x").empty) } }
        if round % 2 == 0 { #expect(await eventually { limit.counts.waiters == 200 }) }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.isCancelled == true) }
        #expect(limit.counts.waiters == 0)
        #expect(await eventually { clock.sleepers == 0 })
      }
      clock.advance(by: .seconds(10))
      try await client.send(RequestBuilder.get("x").timeout(.milliseconds(1)).empty)
      #expect(transport.requests.count == 2)
    }

    @Test func `the largest and the smallest limits are supported`() async throws {
      for limit in [RateLimit(5, per: .zero), RateLimit(5, per: .seconds(-1))] {
        let client = client(limit)
        for _ in 0..<50 { try await client.send(.get("x").empty) }
      }
      let client = client(RateLimit(0, per: .seconds(1), burst: -4))
      try await client.send(.get("x").empty)
      #expect(
        await failure(of: client, RequestBuilder.get("x").timeout(.seconds(1)).empty)?.isTimeout
          == true)
      let endless = self.client(RateLimit(.max, per: .seconds(1), burst: .max))
      for _ in 0..<50 { try await endless.send(.get("x").empty) }
    }
  }
#endif
