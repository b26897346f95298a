import Dispatch
import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct BlockingTests {
  private let client = HTTPClient(
    baseURL: "https://api.example.com", transport: TestTransport(.ok, "7"))
  private let number = RequestBuilder.get("x").decoding(Int.self)

  /// Runs the operation on a thread without a task.
  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws(NetworkError) -> Value
  ) async -> Result<Value, NetworkError> {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "plain").async {
        do throws(NetworkError) {
          continuation.resume(returning: .success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }

  @Test func `a blocking call returns the value`() async throws {
    let (client, number) = (client, number)
    let result = await onThread { () throws(NetworkError) in try client.sendBlocking(number) }
    #expect(try result.get() == 7)
  }

  @Test func `a blocking call throws the error`() async {
    let client = client
    let result = await onThread { () throws(NetworkError) in
      try client.sendBlocking(RequestBuilder.get("x").accepting(404).empty)
    }
    guard case .failure(let error) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(error.status == .ok)
    #expect(error.attempts == 1)
  }

  private actor Counter {
    private(set) var count = 0
    func add() { count += 1 }
  }

  @Test func `a blocking call runs entirely on the waiting thread`() async throws {
    let queue = DispatchQueue(label: "waiting")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let counter = Counter()
    let places = LockedValue<[Bool?]>([])
    let client = client.adding(
      BeforeRequest { _, _ in
        places.withLock { $0.append(DispatchQueue.getSpecific(key: key)) }
        await counter.add()
        await Task.yield()
        places.withLock { $0.append(DispatchQueue.getSpecific(key: key)) }
      })
    let number = number
    for _ in 0..<100 {
      let value = await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: try? client.sendBlocking(number)) }
      }
      #expect(value == 7)
    }
    #expect(await counter.count == 100)
    if #available(macOS 15, iOS 18, *) {
      #expect(places.value == Array(repeating: true, count: 200))
    }
  }

  @Test func `concurrent blocking calls respect the deadline and the connection limit`() async {
    let client = HTTPClient(
      baseURL: "https://api.example.com", concurrency: 1, transport: TestTransport(.ok, "7"))
    let request = RequestBuilder.get("x").timeout(.seconds(600)).decoding(Int.self)
    let values = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try? await onThread { () throws(NetworkError) in try client.sendBlocking(request) }.get()
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 7, count: 16))
  }

  @Test func `a blocking call in a task fails before anything is sent`() async {
    let transport = TestTransport(.ok, "7")
    let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
    let error = #expect(throws: NetworkError.self) { try client.sendBlocking(number) }
    guard case .unsupported = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      error?.description == "GET x: a task must not block its thread; use 'await send' instead")
    #expect(transport.requests.isEmpty)
  }
}
