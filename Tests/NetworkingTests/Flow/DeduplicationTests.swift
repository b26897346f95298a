#if os(Linux)
  import Testing
  import TremaHTTP
  import TremaSupport

  @testable import Networking

  @Suite struct DeduplicationTests {
    /// A transport that holds back all responses until it is opened.
    private final class Held: Sendable {
      private let isOpen = LockedValue(false)
      let requests = LockedValue<[HTTPRequest]>([])
      let cancelled = LockedValue(0)

      func open() { isOpen.value = true }

      var transport: TestTransport {
        TestTransport { (request, _, context) throws(TransportError) in
          let number = self.requests.withLock { requests in
            requests.append(request)
            return requests.count
          }
          while !self.isOpen.value {
            if Task.isCancelled {
              self.cancelled.add(1)
              throw TransportError(.cancelled)
            }
            do { try await Task.sleep(for: .milliseconds(1)) } catch { continue }
          }
          return response(to: request, .ok, "\(number)")
        }
      }
    }

    private struct User: Interceptor {
      @TaskLocal static var name: String?
      var phase: InterceptorPhase { .authentication }
      func identity(for request: ClientRequest) async -> String? { Self.name }
      func intercept(
        _ request: ClientRequest, context: InterceptorContext, next: Next
      ) async throws(NetworkError) -> HTTPResponse { try await next(request) }
    }

    private func client(
      _ held: Held, _ deduplication: Deduplication = Deduplication()
    ) -> HTTPClient {
      HTTPClient(baseURL: "https://a.example", transport: held.transport).adding(deduplication)
    }

    @Test func `concurrent identical requests share one response`()
      async throws
    {
      let server = try await FlowServer { $0.adding(Deduplication()) }
      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<100 {
          group.addTask { try await server.client.send(.get("hold/300").text) }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(texts == ["1"])
      #expect(try await server.client.send(.get("hold/0").text) == "2")
      #expect(try await server.count().requests == 2)
      await server.close()
    }

    @Test func `requests that differ in a relevant field are sent separately`() async throws {
      let held = Held()
      let deduplication = Deduplication()
      let client = client(held, deduplication).adding(User())
      let different: [RequestBuilder<BodyForbidden>] = [
        .get("x"), .head("x"), .get("X"), .get("x").query("a", 1),
        RequestBuilder.get("x").set(\.method, to: .options),
        RequestBuilder.get("x").header("Accept-Language", "de"),
        RequestBuilder.get("x").bearer("t"),
        RequestBuilder.get("x").bearer("T"), RequestBuilder.get("x").cachePolicy(.reload),
        RequestBuilder.get("x").tag("t"),
        RequestBuilder.get("x").responseLimit(5), RequestBuilder.get("x").decodedLimit(5),
        RequestBuilder.get("x").skipping(interceptor: "User"),
        RequestBuilder.get("x").deadline(.firstByte, .seconds(99)),
      ]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for draft in different { group.addTask { try await client.send(draft.empty) } }
        for name in ["ann", "ben"] {
          group.addTask {
            try await User.$name.withValue(name) { try await client.send(.get("x").empty) }
          }
        }
        #expect(await eventually { held.requests.value.count == different.count + 2 })
        // The drafts equal the first one except for irrelevant parts.
        for draft in [
          RequestBuilder.get("x"), RequestBuilder.get("x").header("traceparent", "00-1"),
          RequestBuilder.get("x").header("x-request-id", "9"),
          RequestBuilder.get("x").priority(.high),
          RequestBuilder.get("x").accepting(200...299, 404),
          RequestBuilder.get("x").timeout(.seconds(300)),
        ] {
          group.addTask { try await client.send(draft.empty) }
        }
        #expect(await eventually { deduplication.counts == (16, 22) })
        held.open()
        try await group.waitForAll()
      }
      #expect(held.requests.value.count == 16)
      #expect(deduplication.counts == (0, 0))
    }

    @Test func `clients with different later interceptors or limits do not share requests`()
      async throws
    {
      let held = Held()
      let deduplication = Deduplication()
      let client = client(held, deduplication).adding(Redirects())
      var small = client
      small.decodedLimit = 5
      let others = [
        client, client.removing(interceptor: "Redirects"), client.adding(Cache()), small,
      ]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for one in others { group.addTask { try await one.send(.get("x").empty) } }
        // Interceptors further out make no difference.
        group.addTask { try await client.adding(BeforeRequest { _, _ in }).send(.get("x").empty) }
        #expect(await eventually { deduplication.counts == (4, 5) })
        held.open()
        try await group.waitForAll()
      }
      #expect(held.requests.value.count == 4)
    }

    @Test
    func `unsafe, observed, mocked and streaming requests are not shared`()
      async throws
    {
      let held = Held()
      held.open()
      let deduplication = Deduplication()
      let client = client(held, deduplication)
      let before = AfterResponse { response, _, _ in #expect(deduplication.counts == (0, 0)) }
      let watched = client.adding(before)
      try await watched.send(.post("x").empty)
      try await watched.send(.query("x").data([1]).empty)
      try await watched.send(RequestBuilder.get("x").observing { _ in }.empty)
      _ = try await watched.send(.get("x").response)
      #expect(held.requests.value.count == 4)
    }

    @Test func `if the first request is cancelled, the next one is sent`()
      async throws
    {
      let held = Held()
      let deduplication = Deduplication()
      let client = client(held, deduplication)
      let first = Task { await failure(of: client, .get("x").text) }
      #expect(await eventually { deduplication.counts == (1, 1) })
      let others = (0..<3).map { _ in Task { try await client.send(.get("x").text) } }
      #expect(await eventually { deduplication.counts == (1, 4) })
      first.cancel()
      #expect(await first.value?.isCancelled == true)
      #expect(await eventually { held.requests.value.count == 2 })
      others[0].cancel()
      #expect(await eventually { deduplication.counts == (1, 2) })
      held.open()
      // The value may be of the request that was sent then.
      let last = try await others[1].value
      #expect(last == "2" || last == "3")
      #expect(try await others[2].value == last)
      #expect(held.requests.value.count == Int(last))
      #expect(await eventually { held.cancelled.value == held.requests.value.count - 1 })
    }

    @Test
    func `the exchange is cancelled when all its requests are cancelled`() async throws {
      let server = try await FlowServer { $0.adding(Deduplication()) }
      let tasks = (0..<5).map { _ in
        Task { await failure(of: server.client, .get("hang/1").text) }
      }
      #expect(await server.hasSeen { $0.open == 1 })
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value?.isCancelled == true) }
      #expect(await server.hasSeen { $0.gone == 1 })
      #expect(try await server.count().requests == 1)
      await server.close()
    }

    @Test func `each request keeps its own deadline`() async throws {
      let held = Held()
      let deduplication = Deduplication()
      let client = client(held, deduplication)
      let patient = Task { try await client.send(.get("x").text) }
      #expect(await eventually { deduplication.counts == (1, 1) })
      // This request waits for another's exchange.
      let short = await failure(of: client, RequestBuilder.get("x").timeout(.milliseconds(20)).text)
      #expect(short?.isTimeout == true)
      #expect(deduplication.counts == (1, 1))
      held.open()
      #expect(try await patient.value == "1")
    }

    @Test(arguments: [TransportError.Kind.timeout(.total), .cancelled])
    func `if the first request times out, the next one is sent`(
      end: TransportError.Kind
    ) async throws {
      let requests = LockedValue(0)
      let isOver = LockedValue(false)
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        let number = requests.add(1) + 1
        while number == 1 {
          if isOver.value { throw TransportError(end, mayHaveBeenSent: true) }
          await Task.yield()
        }
        return response(to: request, .ok, "\(number)")
      }
      let deduplication = Deduplication()
      let client = HTTPClient(baseURL: "https://a.example", transport: transport)
        .adding(deduplication)
      let first = Task { await failure(of: client, .get("x").text) }
      #expect(await eventually { requests.value == 1 })
      let others = (0..<3).map { _ in Task { try await client.send(.get("x").text) } }
      #expect(await eventually { deduplication.counts == (1, 4) })
      isOver.value = true
      #expect(await first.value?.attempts == 1)
      for task in others { #expect(try await task.value == "2") }
      #expect(requests.value == 2)
      #expect(deduplication.counts == (0, 0))
    }

    @Test func `all requests share an error`() async throws {
      let server = try await FlowServer { $0.adding(Deduplication()) }
      let tasks = (0..<10).map { _ in
        Task { await failure(of: server.client, .get("hold/100").decoding(Bool.self)) }
      }
      for task in tasks {
        guard case .decoding? = await task.value?.kind else { return #expect(Bool(false)) }
      }
      await server.close()
      let faulty = HTTPClient(
        baseURL: "https://a.example",
        transport: TestTransport { (_, _, _) throws(TransportError) in
          throw TransportError(.connectionLost)
        }
      ).adding(Deduplication())
      #expect(await failure(of: faulty, .get("x").text) != nil)
    }

    @Test func `a request sent after a change does not share an earlier exchange`()
      async throws
    {
      let held = Held()
      let deduplication = Deduplication()
      let client = client(held, deduplication)
      let writer = HTTPClient(baseURL: "https://a.example", transport: TestTransport(.ok))
        .adding(deduplication)
      let before = Task { try await client.send(.get("x").text) }
      #expect(await eventually { deduplication.counts == (1, 1) })
      try await writer.send(.post("x").empty)
      let after = Task { try await client.send(.get("x").text) }
      let alsoAfter = Task { try await client.send(.get("x").text) }
      #expect(await eventually { deduplication.counts == (2, 3) })
      held.open()
      #expect(try await before.value == "1")
      #expect(try await after.value == "2")
      #expect(try await alsoAfter.value == "2")
    }

    @Test func `storms of cancelled requests leave no exchanges and share no errors`()
      async throws
    {
      for round in 0..<10 {
        let held = Held()
        let deduplication = Deduplication()
        let client = client(held, deduplication)
        let tasks = (0..<200).map { number in
          Task { await failure(of: client, .get("x/\(number % 3)").text) }
        }
        if round % 2 == 0 { #expect(await eventually { deduplication.counts == (3, 200) }) }
        for (number, task) in tasks.enumerated() where number % 7 != 0 { task.cancel() }
        held.open()
        for (number, task) in tasks.enumerated() {
          let error = await task.value
          #expect(error == nil || number % 7 != 0 && error?.isCancelled == true, "\(number)")
        }
        #expect(deduplication.counts == (0, 0))
      }
      // All requests share it.
      let held = Held()
      let deduplication = Deduplication()
      let client = client(held, deduplication)
      let tasks = (0..<200).map { _ in Task { await failure(of: client, .get("x").text) } }
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value?.isCancelled == true) }
      #expect(await eventually { held.cancelled.value == held.requests.value.count })
      #expect(deduplication.counts == (0, 0))
    }
  }
#endif
