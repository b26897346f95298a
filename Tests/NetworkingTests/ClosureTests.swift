import Dispatch
import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct ClosureTests {
  private let client = HTTPClient(
    baseURL: "https://api.example.com", transport: TestTransport(.ok, "7"))
  private let number = RequestBuilder.get("x").decoding(Int.self)

  /// A client whose transport waits until it is cancelled or the latch opens.
  private func waiting(_ latch: Latch) -> (HTTPClient, TestTransport) {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      await latch.wait()
      if Task.isCancelled { throw TransportError(.cancelled) }
      return response(to: request, .ok, "7")
    }
    return (HTTPClient(baseURL: "https://api.example.com", transport: transport), transport)
  }

  @Test func `a closure is called with the value on the given queue`() async throws {
    let queue = DispatchQueue(label: "delivery")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let (value, isOnQueue) = await withCheckedContinuation { continuation in
      client.send(number, on: .queue(queue)) { result in
        continuation.resume(returning: (result, DispatchQueue.getSpecific(key: key)))
      }
    }
    #expect(try value.get() == 7)
    #expect(isOnQueue == true)
  }

  @Test func `a closure is called on the main actor by default`() async throws {
    let value = await withCheckedContinuation { continuation in
      client.send(number) { result in
        MainActor.preconditionIsolated()
        continuation.resume(returning: result)
      }
    }
    #expect(try value.get() == 7)
  }

  @Test func `success and failure can have separate closures`() async {
    let value = await withCheckedContinuation { continuation in
      client.send(
        number, on: .immediate, success: { continuation.resume(returning: $0) },
        failure: { _ in continuation.resume(returning: -1) })
    }
    #expect(value == 7)
    let status = await withCheckedContinuation { continuation in
      client.send(
        RequestBuilder.get("x").accepting(404).empty,
        success: { continuation.resume(returning: nil) },
        failure: { continuation.resume(returning: $0.status) })
    }
    #expect(status == .ok)
  }

  @Test func `a custom queue is created from a closure`() async throws {
    let count = LockedValue(0)
    let queue = DeliveryQueue { work in
      count.add(1)
      work()
    }
    let call = client.call(number)
    let value = await withCheckedContinuation { continuation in
      call.start(on: queue) { continuation.resume(returning: $0) }
    }
    #expect(try value.get() == 7)
    #expect(count.value == 1)
  }

  @Test func `a cancelled request calls its closure once with a cancellation error`() async {
    let (client, transport) = waiting(Latch())
    let calls = LockedValue(0)
    let handle = LockedValue<RequestHandle?>(nil)
    let result = await withCheckedContinuation { continuation in
      handle.value = client.send(number, on: .immediate) { result in
        calls.add(1)
        continuation.resume(returning: result)
      }
      Task {
        _ = await eventually { transport.requests.count == 1 }
        handle.value?.cancel()
        handle.value?.cancel()
      }
    }
    guard case .failure(let error) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(error.isCancelled)
    #expect(error.attempts == 1)
    #expect(error.request?.target == "https://api.example.com/x")
    handle.value?.cancel()
    #expect(calls.value == 1)
  }

  @Test func `a value that arrived just before cancellation is not delivered after it`() async {
    let pending = LockedValue<[@Sendable () -> Void]>([])
    let queue = DeliveryQueue { work in pending.withLock { $0.append(work) } }
    let results = LockedValue<[Result<Int, NetworkError>]>([])
    let handle = client.send(number, on: queue) { result in results.withLock { $0.append(result) } }
    #expect(await eventually { pending.value.count == 1 })
    handle.cancel()
    for work in pending.value { work() }
    #expect(results.value.count == 1)
    guard case .failure(let error) = results.value.first else {
      Issue.record("\(results.value)")
      return
    }
    #expect(error.isCancelled)
  }

  @Test func `the closures of many cancelled requests are each called once`() async {
    let calls = LockedValue<[Int: Int]>([:])
    for round in 0..<20 {
      let latch = Latch()
      let (client, _) = waiting(latch)
      let handles = (0..<200).map { index in
        client.send(number, on: .immediate) { _ in
          calls.withLock { $0[round * 200 + index, default: 0] += 1 }
        }
      }
      for handle in handles { handle.cancel() }
      latch.open()
    }
    #expect(await eventually { calls.value.count == 4000 })
    #expect(calls.value.values.allSatisfy { $0 == 1 })
  }

  @Test func `a call is cold: each start sends a new request`() async throws {
    let transport = TestTransport(.ok, "7")
    let call = HTTPClient(baseURL: "https://api.example.com", transport: transport).call(number)
    #expect(transport.requests.isEmpty)
    #expect(try await call() == 7)
    #expect(try await call.value() == 7)
    #expect(try await call.result.get() == 7)
    #expect(transport.requests.count == 3)
  }
}
