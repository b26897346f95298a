import Networking
import Testing
import TremaSupport

@Suite struct VirtualClockTests {
  @Test func `waiting tasks resume at their wake-up times, in order`() async throws {
    let virtual = VirtualClock()
    let clock = virtual.clock
    let start = clock.now()
    let woken = LockedValue<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(start + .seconds(seconds))
          woken.withLock { $0.append(seconds) }
        }
      }
      for step in 1...3 {
        while virtual.sleepers > 4 - step || woken.value.count < step - 1 { await Task.yield() }
        while virtual.sleepers < 4 - step { await Task.yield() }
        virtual.advance(by: .seconds(1))
      }
      try await group.waitForAll()
    }
    #expect(woken.value == [1, 2, 3])
    #expect(clock.now() - start == .seconds(3))
    #expect(clock.date().timeIntervalSince1970 == 3)
  }

  @Test func `a cancelled task no longer waits`() async {
    let virtual = VirtualClock()
    let clock = virtual.clock
    let task = Task { try await clock.sleep(clock.now() + .seconds(1)) }
    while virtual.sleepers == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(virtual.sleepers == 0)
  }

  @Test func `a clock that skips waiting advances to the wake-up time`() async throws {
    let virtual = VirtualClock(skipsWaiting: true)
    let end = virtual.now + .seconds(86_400)
    try await virtual.clock.sleep(end)
    try await virtual.clock.sleep(end - .seconds(5))
    #expect(virtual.now == end)
  }

  @Test func `a deadline does not advance a clock that skips waiting`() async throws {
    let virtual = VirtualClock(skipsWaiting: true)
    var client = HTTPClient(
      baseURL: "https://example.com", transport: MockTransport(.any(.text("ok"))))
    client.clock = virtual.clock
    client = client.adding(
      BeforeRequest { _, _ in try await Task.sleep(for: .milliseconds(20)) })
    let start = virtual.now
    #expect(try await client.send(RequestBuilder.get("").timeout(.seconds(30)).text) == "ok")
    #expect(virtual.now == start)
  }

  @Test func `a deadline ends the operation when the clock is advanced`()
    async throws
  {
    let virtual = VirtualClock(skipsWaiting: true)
    var client = HTTPClient(
      baseURL: "https://example.com", transport: MockTransport(.any(.text("ok"))))
    client.clock = virtual.clock
    client = client.adding(
      BeforeRequest { _, context in
        try await context.clock.sleep(context.clock.now() + .seconds(60))
        try await Task.sleep(for: .seconds(600))
      })
    let result = await client.call(RequestBuilder.get("").timeout(.seconds(30)).text).result
    guard case .failure(let error) = result, case .timeout(.total) = error.kind else {
      Issue.record("\(result)")
      return
    }
  }
}
