import Testing
import TremaHTTP
import TremaSupport

@testable import Networking

@Suite struct RequestQueueTests {
  /// A transport that answers when its latch opens, and records the order of requests.
  private final class Held: Sendable {
    let first = Latch()
    let order = LockedValue<[String]>([])

    var transport: TestTransport {
      TestTransport { (request, _, _) throws(TransportError) in
        let name = request.target.split(separator: "/").last.map(String.init) ?? ""
        let isFirst = self.order.withLock { order in
          order.append(name)
          return order.count == 1
        }
        if isFirst { await self.first.wait() }
        return response(to: request)
      }
    }
  }

  private func waiting(_ count: Int, for client: HTTPClient) async -> Bool {
    await eventually { client.places.waiters == count }
  }

  @Test func `with a limit of one, high-priority requests overtake queued ones`() async throws {
    let held = Held()
    let client = HTTPClient(
      baseURL: "https://api.example.com", concurrency: 1, transport: held.transport)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await client.send(.get("first").empty) }
      #expect(await eventually { held.order.value.count == 1 })
      let queued: [(String, HTTPPriority)] = [
        ("low1", .low), ("medium1", .medium), ("low2", .low), ("high1", .high),
        ("medium2", .medium), ("high2", .high),
      ]
      for (index, (name, priority)) in queued.enumerated() {
        group.addTask { try await client.send(RequestBuilder.get(name).priority(priority).empty) }
        #expect(await waiting(index + 1, for: client))
      }
      held.first.open()
      try await group.waitForAll()
    }
    #expect(
      held.order.value == ["first", "high1", "high2", "medium1", "medium2", "low1", "low2"])
    #expect(client.places.free == 1)
  }

  @Test func `concurrent requests never exceed the limit`() async throws {
    let now = LockedValue((current: 0, most: 0))
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      now.withLock { now in
        now.current += 1
        now.most = max(now.most, now.current)
      }
      for _ in 0..<5 { await Task.yield() }
      now.withLock { $0.current -= 1 }
      return response(to: request)
    }
    let client = HTTPClient(
      baseURL: "https://api.example.com", concurrency: 3, transport: transport)
    // Copies of a client share its slots.
    let copy = client.adding(BeforeRequest { _, _ in })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { try await (number % 2 == 0 ? client : copy).send(.get("x").empty) }
      }
      try await group.waitForAll()
    }
    #expect(now.value.most == 3)
    #expect(client.places == (3, 0))
  }

  @Test func `bursts of cancelled requests leave nothing in the queue`() async {
    for round in 0..<20 {
      let held = Held()
      let client = HTTPClient(
        baseURL: "https://api.example.com", concurrency: 1, transport: held.transport)
      let tasks = (0..<200).map { _ in Task { await client.error(of: .get("x")) } }
      if round % 2 == 0 {
        #expect(await eventually { client.places.waiters > 50 })
      }
      for task in tasks { task.cancel() }
      held.first.open()
      for task in tasks {
        let error = await task.value
        #expect(error == nil || error?.isCancelled == true)
      }
      #expect(client.places == (1, 0))
    }
  }

  @Test func `a request cancelled while queued is never sent`() async {
    let held = Held()
    let client = HTTPClient(
      baseURL: "https://api.example.com", concurrency: 1, transport: held.transport)
    async let first = client.error(of: .get("first"))
    #expect(await eventually { held.order.value.count == 1 })
    let second = Task { await client.error(of: .get("second")) }
    #expect(await waiting(1, for: client))
    second.cancel()
    let error = await second.value
    #expect(error?.isCancelled == true)
    #expect(error?.attempts == 0)
    held.first.open()
    #expect(await first?.description == nil)
    #expect(held.order.value == ["first"])
  }

  private final class Pieces: HTTPBodySource {
    private let left: LockedValue<Int>
    init(_ count: Int) { left = LockedValue(count) }
    func next() async throws(TransportError) -> [UInt8]? {
      left.withLock { left in
        left -= 1
        return left < 0 ? nil : [7]
      }
    }
    func cancel() {}
  }

  private func streaming() -> HTTPClient {
    HTTPClient(
      baseURL: "https://api.example.com", concurrency: 1,
      transport: TestTransport { (request, _, context) throws(TransportError) in
        context.delivery == .stream
          ? HTTPResponse(HTTPResponseHead(.ok), body: .stream(Pieces(3)))
          : response(to: request)
      })
  }

  @Test func `an open body occupies its slot until it ends`() async throws {
    let client = streaming()
    let answer = try await client.send(.get("x").response)
    let second = Task { await client.error(of: .get("second")) }
    #expect(await waiting(1, for: client))
    var pieces = 0
    for try await piece in answer.body {
      #expect(piece == [7])
      #expect(client.places == (0, 1))
      pieces += 1
    }
    #expect(pieces == 3)
    #expect(await second.value?.description == nil)
    #expect(client.places == (1, 0))
  }

  @Test func `an abandoned body releases its slot`() async throws {
    let client = streaming()
    let cancelled = try await client.send(.get("x").response)
    cancelled.body.cancel()
    cancelled.body.cancel()
    #expect(client.places == (1, 0))
    _ = try await client.send(.get("x").response)
    #expect(client.places == (1, 0))
  }

  @Test func `a retry reuses the slot of an unread first body`() async throws {
    let client = streaming().adding(Twice(isAtOnce: false))
    let answer = try await client.send(RequestBuilder.get("x").timeout(.seconds(60)).response)
    #expect(client.places == (0, 0))
    answer.body.cancel()
    #expect(client.places == (1, 0))
  }

  @Test func `concurrent sends of one exchange share a slot`() async throws {
    let client = streaming()
    let first = try await client.send(.get("x").response)
    let twice = client.adding(Twice(isAtOnce: true))
    let second = Task {
      try await twice.send(RequestBuilder.get("x").timeout(.seconds(60)).response)
    }
    #expect(await waiting(2, for: client))
    first.body.cancel()
    let answer = try await second.value
    #expect(client.places == (0, 0))
    answer.body.cancel()
    #expect(client.places == (1, 0))
  }

  /// An interceptor that sends every request twice, and returns the second response.
  private struct Twice: Interceptor {
    let isAtOnce: Bool

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      if !isAtOnce {
        let first = try await next(request)
        let second = try await next(request)
        first.body.cancel()
        return second
      }
      async let first = Self.result(of: next, request)
      async let second = Self.result(of: next, request)
      let all = await [first, second]
      try all[0].get().body.cancel()
      return try all[1].get()
    }

    private static func result(
      of next: Next, _ request: ClientRequest
    ) async -> Result<HTTPResponse, NetworkError> {
      do throws(NetworkError) { return .success(try await next(request)) } catch {
        return .failure(error)
      }
    }
  }

  @Test func `an error releases the slot`() async {
    let client = HTTPClient(
      baseURL: "https://api.example.com", concurrency: 1,
      transport: TestTransport { (_, _, _) throws(TransportError) in
        throw TransportError(.connectionLost)
      })
    for _ in 0..<3 { #expect(await client.error(of: .get("x")) != nil) }
    #expect(client.places == (1, 0))
  }
}

extension HTTPClient {
  /// The number of free slots in the queue, and the number of waiting requests.
  fileprivate var places: (free: Int, waiters: Int) { core.queue?.counts ?? (-1, -1) }
}
