import Dispatch
import Networking
import Testing
import TremaHTTP
import TremaLock

@Suite struct BlockingTests {
  private let client = HTTPClient(
    baseURL: "https://api.example.com", transport: TestTransport(.ok, "7"))
  private let number = Draft.get("x").decoding(Int.self)

  /// On a thread that no task runs on.
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

  @Test func `a plain thread waits for the value`() async throws {
    let (client, number) = (client, number)
    let result = await onThread { () throws(NetworkError) in try client.sendBlocking(number) }
    #expect(try result.get() == 7)
  }

  @Test func `a plain thread gets the error`() async {
    let client = client
    let result = await onThread { () throws(NetworkError) in
      try client.sendBlocking(Draft.get("x").accepting(404).empty)
    }
    guard case .failure(let error) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(error.status == .ok)
    #expect(error.attempts == 1)
  }

  @Test func `a task is refused, and nothing is sent`() async {
    let transport = TestTransport(.ok, "7")
    let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
    let error = #expect(throws: NetworkError.self) { try client.sendBlocking(number) }
    guard case .unsupported = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      error?.description == "GET x: a task must not block its thread: use 'await send' instead")
    #expect(transport.requests.isEmpty)
  }
}
