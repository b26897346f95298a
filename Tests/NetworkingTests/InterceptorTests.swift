import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct InterceptorTests {
  /// An interceptor that records each request and response passing through it.
  private struct Note: Interceptor {
    let name: String
    let notes: LockedValue<[String]>

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      notes.withLock { $0.append("> \(name)") }
      let response = try await next(request)
      notes.withLock { $0.append("< \(name)") }
      return response
    }
  }

  /// An interceptor that sends again until the number of attempts is reached.
  private struct Again: Interceptor {
    var times = 3
    let attempts = LockedValue<[Int]>([])

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      var last: Result<HTTPResponse, NetworkError>?
      for _ in 0..<times {
        attempts.withLock { $0.append(context.attempts) }
        do throws(NetworkError) {
          let response = try await next(request)
          if response.status.isSuccess { return response }
          last = .success(response)
        } catch {
          last = .failure(error)
        }
      }
      guard let last else { throw NetworkError(.unsupported("nothing was sent")) }
      return try last.get()
    }
  }

  private func client(_ transport: TestTransport) -> HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", transport: transport)
  }

  @Test func `interceptors are nested in the order in which they were added`() async throws {
    let notes = LockedValue<[String]>([])
    let client = client(TestTransport()).adding(Note(name: "a", notes: notes))
      .adding(Note(name: "b", notes: notes)).adding(Note(name: "c", notes: notes))
    try await client.send(RequestBuilder.get("x").skipping(interceptor: "b").empty)
    #expect(notes.value == ["> a", "> c", "< c", "< a"])
  }

  @Test func `adding returns a copy that shares the transport`() async throws {
    let notes = LockedValue<[String]>([])
    let transport = TestTransport()
    let plain = client(transport)
    let noted = plain.adding(Note(name: "a", notes: notes))
    try await plain.send(.get("x").empty)
    #expect(notes.value == [])
    try await noted.send(.get("y").empty)
    #expect(notes.value == ["> a", "< a"])
    #expect(transport.requests.count == 2)
  }

  @Test func `a request interceptor can change the request and read its tags`() async throws {
    let transport = TestTransport()
    let client = client(transport).adding(
      BeforeRequest("Trace") { request, context in
        request.head.fields["X-Tags"] = context.tags.sorted().joined(separator: ",")
      })
    try await client.send(RequestBuilder.get("x").tag("a", "b").tag("c").empty)
    #expect(transport.requests.first?.fields["X-Tags"] == "a,b,c")
  }

  @Test func `a request interceptor can force a failure`() async {
    struct Denied: Error {}
    let transport = TestTransport()
    let client = client(transport).adding(BeforeRequest("Guard") { _, _ in throw Denied() })
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    guard case .interceptor("Guard", is Denied) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.attempts == 0)
    #expect(
      error?.description == "GET https://api.example.com/x: interceptor 'Guard' failed: Denied()")
    #expect(transport.requests.isEmpty)
  }

  @Test func `a request interceptor can force success`() async throws {
    let transport = TestTransport(.internalServerError)
    let client = client(transport).adding(
      BeforeRequest.responding("Stored") { request, _ in
        request.head.target.hasSuffix("/stored") ? response(to: request.head, .ok, "7") : nil
      })
    #expect(try await client.send(.get("stored").decoding(Int.self)) == 7)
    #expect(transport.requests.isEmpty)
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").empty)
    }
    #expect(error?.status == .internalServerError)
  }

  @Test func `a response interceptor can force a failure, and the error keeps the head`() async {
    struct Maintenance: Error {}
    let client = client(TestTransport(.ok, "")).adding(
      AfterResponse("Maintenance") { _, _, _ in throw Maintenance() })
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    guard case .interceptor("Maintenance", is Maintenance) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.response?.status == .ok)
    #expect(error?.attempts == 1)
  }

  @Test func `a response interceptor can force success`() async throws {
    let client = client(TestTransport(.notFound, "")).adding(
      AfterResponse { answer, request, _ in answer = response(to: request.head, .ok, "7") })
    #expect(try await client.send(.get("x").decoding(Int.self)) == 7)
  }

  @Test func `an interceptor can supply a response after a transport failure`() async throws {
    let offline = TestTransport { (_, _, _) throws(TransportError) in
      throw TransportError(.cannotConnect)
    }
    let client = client(offline).adding(
      AfterFailure("Store") { error, request, _ in
        guard case .transport = error.kind, request.head.target.hasSuffix("/stored") else {
          return nil
        }
        return response(to: request.head, .ok, "7")
      })
    #expect(try await client.send(.get("stored").decoding(Int.self)) == 7)
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    guard case .transport(let reason) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.kind == .cannotConnect)
  }

  @Test func `errors thrown by interceptors keep their type`() async {
    for (thrown, check) in [
      (CancellationError() as any Error, \NetworkError.isCancelled),
      (TransportError(.timeout(.idle)), \.isTimeout),
      (NetworkError(.timeout(.connect)), \.isTimeout),
    ] as [(any Error, KeyPath<NetworkError, Bool> & Sendable)] {
      let client = client(TestTransport()).adding(AfterResponse { _, _, _ in throw thrown })
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.get("x").empty)
      }
      #expect(error?[keyPath: check] == true)
      #expect(error?.request != nil)
    }
  }

  @Test func `every attempt is counted`() async throws {
    let again = Again()
    let error = await #expect(throws: NetworkError.self) {
      try await client(TestTransport(.serviceUnavailable)).adding(again).send(.get("x").empty)
    }
    #expect(error?.attempts == 3)
    #expect(again.attempts.value == [0, 1, 2])
    #expect(error?.description.hasSuffix("the server returned 503 (after 3 attempts)") == true)
  }

  @Test func `an error without a response does not contain that of an earlier attempt`() async {
    let count = LockedValue(0)
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      if count.add(1) == 0 { return response(to: request, .serviceUnavailable) }
      throw TransportError(.connectionLost, mayHaveBeenSent: true)
    }
    let error = await #expect(throws: NetworkError.self) {
      try await client(transport).adding(Again(times: 2)).send(.get("x").empty)
    }
    #expect(error?.response == nil)
    #expect(error?.attempts == 2)
  }

  private struct Once: HTTPBodySource {
    func next() async throws(TransportError) -> [UInt8]? { nil }
    func cancel() {}
  }

  private func stream(isReplayable: Bool) -> HTTPBody {
    .stream(
      HTTPBodyStream(isReplayable: isReplayable) { () throws(TransportError) in Once() })
  }

  /// A transport that reads the body, as real ones do.
  private let reading = TestTransport { (request, body, _) throws(TransportError) in
    if case .stream(let stream) = body { _ = try await stream.makeSource() }
    return response(to: request, .serviceUnavailable)
  }

  @Test func `a body that can be read only once is not sent again`() async {
    let body = stream(isReplayable: false)
    let client = client(reading).adding(BeforeRequest { request, _ in request.body = body })
      .adding(Again())
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.post("x").empty)
    }
    guard case .bodyNotReplayable = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.attempts == 1)
    #expect(reading.requests.count == 1)
  }

  @Test func `a body that is unread or repeatable is sent again`() async {
    let unread = TestTransport { (_, _, _) throws(TransportError) in
      throw TransportError(.cannotConnect)
    }
    for (transport, isReplayable) in [(unread, false), (reading, true)] {
      let body = stream(isReplayable: isReplayable)
      let client = client(transport).adding(BeforeRequest { request, _ in request.body = body })
        .adding(Again())
      let error = await #expect(throws: NetworkError.self) {
        try await client.send(.post("x").empty)
      }
      #expect(error?.attempts == 3)
    }
  }

  /// An interceptor that sends a request of its own before each.
  private struct Token: Interceptor {
    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      let token = try await context.client.send(RequestBuilder.get("token").decoding(String.self))
      var request = request
      request.head.fields[.authorization] = "Bearer \(token)"
      return try await next(request)
    }
  }

  @Test func `an interceptor's own requests pass only through the later ones`()
    async throws
  {
    let notes = LockedValue<[String]>([])
    let transport = TestTransport(.ok, #""t""#)
    let client = HTTPClient(
      baseURL: "https://api.example.com", concurrency: 1, transport: transport
    ).adding(Note(name: "outer", notes: notes)).adding(Token())
      .adding(Note(name: "inner", notes: notes))
    try await client.send(.get("x").empty)
    #expect(
      notes.value == ["> outer", "> inner", "< inner", "> inner", "< inner", "< outer"])
    #expect(transport.requests.map(\.fields[.authorization]) == [nil, "Bearer t"])
  }

  @Test func `the description lists the interceptors of a request in order`() {
    struct Session: Constraint {
      func isSatisfied(for request: ClientRequest) async -> Bool { true }
      func satisfy(for request: ClientRequest, client: HTTPClient) async {}
    }
    let notes = LockedValue<[String]>([])
    let client = HTTPClient(
      baseURL: "https://ada:secret@api.example.com/v1?key=secret",
      fields: ["Authorization": "Bearer secret"], concurrency: 4, transport: TestTransport())
    let full = client.adding(Session()).adding(Note(name: "Trace", notes: notes)).adding(Token())
    #expect(
      full.description
        == "https://api.example.com/v1?…: constraints 'Session' → interceptors 'Trace', "
        + "'Token' → up to 4 concurrent requests → test")
    #expect(HTTPClient(transport: TestTransport()).description == "any host: test")
    var dumped = ""
    dump(full, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
