import TremaHTTP
import TremaSupport

/// A transport that answers by a closure, and records the requests.
final class TestTransport: HTTPTransport {
  typealias Answer =
    @Sendable (HTTPRequest, HTTPBody, TransportContext) async throws(TransportError) ->
    HTTPResponse

  private let answer: Answer
  private let all = LockedValue<[HTTPRequest]>([])

  init(_ answer: @escaping Answer) { self.answer = answer }

  /// Answers all requests with the same response.
  convenience init(
    _ status: HTTPStatus = .ok, _ text: String = "", type: String? = "application/json"
  ) {
    self.init { (request, _, _) throws(TransportError) in
      response(to: request, status, text, type: type)
    }
  }

  var name: String { "test" }
  var requests: [HTTPRequest] { all.value }

  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    all.withLock { $0.append(request) }
    return try await answer(request, body, context)
  }

  func close() async {}
}

func response(
  to request: HTTPRequest, _ status: HTTPStatus = .ok, _ text: String = "",
  type: String? = "application/json"
) -> HTTPResponse {
  var fields = HTTPFields()
  fields[.contentType] = type
  return HTTPResponse(
    HTTPResponseHead(status, fields: fields, url: request.target), body: .bytes(Array(text.utf8)))
}

/// A latch that opens once; waiting tasks continue then, and a cancelled task at once.
final class Latch: Sendable {
  private let stream: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init() { (stream, end) = AsyncStream.makeStream() }

  func open() {
    end.finish()
  }

  /// Waits for the end of the stream; for a single task.
  func wait() async { for await _ in stream {} }
}

/// Waits until the condition is true, and gives up after a long time.
func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < deadline {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return false
}
