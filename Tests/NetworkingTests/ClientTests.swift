import Networking
import Testing
import TremaHTTP

@Suite struct ClientTests {
  private struct Echo: HTTPTransport {
    var name: String { "echo" }
    func send(
      _ request: HTTPRequest, body: HTTPBody, context: TransportContext
    ) async throws(TransportError) -> HTTPResponse {
      HTTPResponse(
        HTTPResponseHead(.ok, fields: request.fields, url: request.target),
        body: .bytes(Array("\"\(request.method) \(request.target)\"".utf8)))
    }
    func close() async {}
  }

  private let client = HTTPClient(baseURL: "https://api.example.com/v1?key=7", transport: Echo())

  @Test func `a request can be created with implicit member syntax`() async throws {
    let text = try await client.send(
      .get("users/4").query("full", "yes & no").query("page", nil).decoding(String.self))
    #expect(text == "GET https://api.example.com/v1/users/4?key=7&full=yes%20%26%20no")
  }

  @Test func `a call can be repeated`() async throws {
    let call = client.call(.post("users").json(["name": "Ada"]).bytes)
    #expect(try await call.value() == call.value())
  }

  @Test func `an invalid header field is rejected before anything is sent`() async {
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").header("X-Trace", "1\r\nHost: evil").empty)
    }
    #expect(
      error?.description
        == "GET https://api.example.com/v1/x?…: the request cannot be built: the value of the header "
        + "field 'X-Trace' contains a control character or begins or ends with whitespace")
  }

  @Test(arguments: [(0, 10, nil), (-1, 10, nil), (1, -1, nil), (1, 10, -1)] as [(Int, Int, Int?)])
  func `impossible limits are rejected before anything is sent`(
    _ concurrency: Int, _ ofClient: Int, _ ofRequest: Int?
  ) async {
    let transport = TestTransport()
    var client = HTTPClient(concurrency: concurrency, transport: transport)
    client.responseLimit = ofClient
    var draft = RequestBuilder.get("https://example.com")
    if let ofRequest { draft = draft.responseLimit(ofRequest) }
    let error = await client.error(of: draft)
    guard case .unsupported = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(transport.requests.isEmpty)
  }
}
