import Testing
import TremaHTTP
import TremaNetworkTestSupport
import TremaSupport

@testable import Networking

/// Constraints, interceptors, cancellation, deadlines and queue slots, with real servers.
@Suite(.serialized) struct ServedTimeTests {
  /// A constraint that is satisfied by a request of its own.
  private struct Session: Constraint {
    let token: LockedValue<String?>
    let opened: LockedValue<Int>

    func isSatisfied(for request: ClientRequest) async -> Bool { token.value != nil }

    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      opened.add(1)
      let answer = try await client.send(.get("base64/c2VjcmV0").text)
      token.value = answer
    }
  }

  private struct Authorized: Decodable, Sendable {
    var authenticated: Bool
    var token: String
  }

  @Test(arguments: Carrier.allCases)
  func `20 requests wait for one constraint and are all signed by an interceptor`(
    _ carrier: Carrier
  ) async throws {
    let (token, opened) = (LockedValue<String?>(nil), LockedValue(0))
    try await carrier.withClient(TestServers.httpbin()) { bare in
      let client = bare.adding(Session(token: token, opened: opened)).adding(
        BeforeRequest("Sign") { request, _ in
          if let token = token.value { request.head.fields[.authorization] = "Bearer \(token)" }
        })
      let answers = try await withThrowingTaskGroup(of: Authorized.self) { group in
        for _ in 0..<20 {
          group.addTask { try await client.send(.get("bearer").decoding(Authorized.self)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 20)
      #expect(answers.allSatisfy { $0.authenticated && $0.token == "secret" })
      #expect(opened.value == 1)
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("bearer").skipping(interceptor: "Sign").empty)
      }
      #expect(error?.status == .unauthorized)
    }
  }

  @Test(arguments: Carrier.allCases)
  func `cancelling in the middle of a body ends it, and the client remains usable`(
    _ carrier: Carrier
  ) async throws {
    let server = try await TestServers.nginx().http
    try await carrier.withClient(server) { client in
      let hasBegun = LockedValue(false)
      let task = Task { () -> NetworkError? in
        do {
          let response = try await client.send(.get("slow/ten.bin").response)
          for try await piece in response.body where !piece.isEmpty { hasBegun.value = true }
          return nil
        } catch let error as TransportError {
          return NetworkError(transport: error)
        } catch {
          return error as? NetworkError
        }
      }
      #expect(await eventually { hasBegun.value })
      task.cancel()
      #expect(await task.value?.isCancelled == true)
      let whole = Task {
        await client.call(.get("slow/ten.bin").bytes).result
      }
      whole.cancel()
      guard case .failure(let error) = await whole.value else {
        Issue.record("it was not cancelled")
        return
      }
      #expect(error.isCancelled)
      let text = try await client.send(.get("hello.txt").text)
      #expect(text == "hello, world\n")
    }
  }

  @Test(arguments: Carrier.allCases)
  func `each deadline limits its own phase`(_ carrier: Carrier) async throws {
    let faults = try await TestServers.faults().url
    try await carrier.withClient(faults) { client in
      let half = Duration.milliseconds(500)
      let requests: [(Request<[UInt8]>, TransportError.Timeout)] = [
        (RequestBuilder.get("never").deadline(.firstByte, half).bytes, .firstByte),
        (RequestBuilder.get("never").timeout(half).bytes, .total),
        (RequestBuilder.get("stall-in-body").deadline(.idle, half).bytes, .idle),
        (RequestBuilder.get("drip/100000/20").timeout(half).bytes, .total),
      ]
      for (request, part) in requests {
        let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
        guard case .timeout(part) = error?.kind else {
          Issue.record("\(request): \(String(describing: error))")
          continue
        }
        #expect(error?.isTimeout == true)
      }
    }
  }

  @Test(arguments: Carrier.allCases)
  func `with a limit of one, high-priority requests are sent first`(_ carrier: Carrier) async throws
  {
    let faults = try await TestServers.faults().url
    try await carrier.withClient(faults, concurrency: 1) { client in
      let order = LockedValue<[String]>([])
      let held = try await client.send(.get("drip/100000/20").response)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, (name, priority)) in [("low", HTTPPriority.low), ("high", .high)].enumerated() {
          group.addTask {
            let request = RequestBuilder.get("ok").priority(priority).observing { event in
              if case .ended = event { order.withLock { $0.append(name) } }
            }
            try await client.send(request.empty)
          }
          #expect(await eventually { client.core.queue?.counts.waiters == index + 1 })
        }
        held.body.cancel()
        try await group.waitForAll()
      }
      #expect(order.value == ["high", "low"])
    }
  }
}
