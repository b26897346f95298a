import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport

/// The examples of RestBird's documentation, row by row.
@Suite struct RestBirdTests {
  private static let table: SeedTable = [
    "Immutable request value": ["a request is a struct with its parameters"],
    "Endpoint protocol (enum, struct or class) with defaults": [
      "a request is a struct with its parameters"
    ],
    "Associated values carry parameters": ["a request is a struct with its parameters"],
    "Base URL: per service / from configuration / one global / override": [
      "a client has a base URL and a transport"
    ],
    "Service = functions returning a lazy request": ["a request is a struct with its parameters"],
    "Query from dictionary, chained": ["parameters are placed according to the method"],
    "Default per-method encoding (.url GET/HEAD/DELETE, .json rest, .custom)": [
      "parameters are placed according to the method"
    ],
    "Header map, client default headers, merge; empty value skipped": [
      "a client has a base URL and a transport"
    ],
    "JSON from Encodable, own encoder": ["the client's coders encode and decode"],
    "JSON from dictionary / array": ["parameters are placed according to the method"],
    "Form fields body": ["parameters are placed according to the method"],
    "Multipart: data parts, file name, file URL, chained": [
      "an upload passes through the interceptors"
    ],
    "Decodable with own decoder": ["the client's coders encode and decode"],
    "Void / empty": ["a response can be empty"],
    "Arrays of T": ["the client's coders encode and decode"],
    "Status → error": ["middleware can sign requests and reject responses"],
    "Error body reachable": ["middleware can sign requests and reject responses"],
    "Content-type check": ["a response of an unexpected content type is rejected"],
    "Replaceable transport protocol": ["a client has a base URL and a transport"],
    "Completion closure": ["a closure receives the result"],
    "Promise / Rx / Combine": [
      "../Bridges/BridgeTests.swift: all observers of a promise share one request",
      "../Bridges/BridgeTests.swift: each subscription to a single sends one request",
    ],
    "Delivery queue": ["a closure receives the result"],
    "Inject session / configuration": ["a client has a base URL and a transport"],
    "Composable error handlers (silent re-login on 401)": [
      "a request rejected as unauthorized is sent again with a new token"
    ],
    "Progress up / down": ["an upload reports its progress"],
    "Ordered request interceptors": ["middleware can sign requests and reject responses"],
    "Ordered response interceptors": ["middleware can sign requests and reject responses"],
    "Force fail / force succeed": ["middleware can sign requests and reject responses"],
    "Mock": ["a client has a base URL and a transport"],
    "Code generation": ["a request is a struct with its parameters"],
  ]

  @Test func `every row has a test`() throws { try SeedRows.check(Self.table, of: .restBird) }

  private struct Authentication: Codable, Equatable, Sendable { var accessToken: String }

  // [signin]
  private struct SignIn: Endpoint {
    let email: String
    let password: String

    var request: Request<Authentication> {
      .post("login").parameters(["email": email, "password": password]).decoding()
    }
  }
  // [/signin]

  private let mock = MockTransport(
    .on(.post, "login", .json(text: #"{"accessToken": "abc"}"#)),
    .on(nil, "empty", .status(.ok)), .on(nil, "page", .text("<html>", type: "text/html")),
    .on(nil, "refused", .json(text: #"{"why": "no"}"#, status: .forbidden)),
    .on(
      .get, "guarded",
      .computed {
        $0.head.fields[.authorization] == "Bearer abc" ? .text("in") : .status(.unauthorized)
      }),
    .any(.json(text: #"[{"access_token": "a"}]"#)))

  private var client: HTTPClient {
    // [client]
    let client = HTTPClient(baseURL: "https://api.example.com", transport: mock)
    // [/client]
    return client
  }

  @Test func `a request is a struct with its parameters`() async throws {
    // [execute]
    let signIn = SignIn(email: "john-doe@acme.inc", password: "123456")
    let authentication = try await client.send(signIn)
    // [/execute]
    #expect(authentication.accessToken == "abc")
    #expect(mock.requests[0].text.contains(#""email":"john-doe@acme.inc""#))
    #expect(mock.requests[0].path == "/login")
  }

  @Test func `a closure receives the result`() async {
    let token: String? = await withCheckedContinuation { done in
      // [closure]
      let call = client.call(SignIn(email: "john-doe@acme.inc", password: "123456"))
      call.start(on: .queue(.global())) { result in
        done.resume(returning: try? result.get().accessToken)
      }
      // [/closure]
    }
    #expect(token == "abc")
  }

  @Test func `a client has a base URL and a transport`() async throws {
    var client = client
    client.fields = ["X-App": "bird"]
    _ = try await client.send(.get("/list").bytes)
    #expect(mock.requests[0].head.target == "https://api.example.com/list")
    #expect(mock.requests[0].head.fields["X-App"] == "bird")
  }

  @Test func `parameters are placed according to the method`() async throws {
    for method in [HTTPMethod.get, .head, .delete, .post, .put, .patch] {
      _ = try await client.send(.request(method, "x").parameters(["a": 1]).empty)
    }
    _ = try await client.send(.post("x").parameters(["a": 1], in: .form).bytes)
    _ = try await client.send(.post("x").parameters(["a": 1], in: .query).bytes)
    _ = try await client.send(.post("x").json(["a": [1, nil]]).bytes)
    #expect(mock.requests.prefix(3).allSatisfy { $0.query.count == 1 && $0.body.isEmpty })
    #expect(mock.requests[3..<6].allSatisfy { $0.text == #"{"a":1}"# })
    #expect(mock.requests[6].text == "a=1")
    #expect(mock.requests[7].query == [QueryItem("a", "1")])
    #expect(mock.requests[8].text == #"{"a":[1,null]}"#)
  }

  @Test func `the client's coders encode and decode`() async throws {
    // [coders]
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var client = client
    client.coders = ClientCoders(json: encoder, jsonDecoder: decoder)
    // [/coders]
    let all = try await client.send(
      .post("x").json(Authentication(accessToken: "b")).decoding([Authentication].self))
    #expect(all == [Authentication(accessToken: "a")])
    #expect(mock.requests[0].text == #"{"access_token":"b"}"#)
  }

  @Test func `a response can be empty`() async throws {
    try await client.send(.get("empty").empty)
    #expect(try await client.send(.get("empty").decoding(Authentication?.self)) == nil)
  }

  @Test func `a response of an unexpected content type is rejected`() async {
    await #expect(throws: NetworkError.self) {
      try await client.send(.get("page").bytes.requiring(contentType: "application/json"))
    }
  }

  private struct Refused: Error {}

  @Test func `middleware can sign requests and reject responses`() async throws {
    // [middleware]
    let client =
      client
      .adding(
        BeforeRequest("Sign") { request, _ in
          request.head.fields["Signature"] = "\(request.head.method) \(request.head.target)"
        }
      )
      .adding(
        AfterResponse("Refuse") { response, _, _ in
          if response.fields.contains("X-Refuse") { throw Refused() }
        })
    // [/middleware]
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("refused").empty)
    }
    #expect(error?.status == .forbidden)
    guard case .status(let failure) = error?.kind else { return }
    #expect(failure.text == #"{"why": "no"}"#)
    #expect(mock.requests[0].head.fields["Signature"] == "GET https://api.example.com/refused")
  }

  @Test func `an upload passes through the interceptors`() async throws {
    let client = client.adding(
      BeforeRequest { request, _ in request.head.fields["X-Seen"] = "yes" })
    _ = try await client.send(
      .post("x").multipart(.text("a", "1"), .data("b", [1, 2], fileName: "b.bin")).bytes)
    #expect(mock.requests[0].head.fields["X-Seen"] == "yes")
    #expect(mock.requests[0].text.contains(#"name="b"; filename="b.bin""#))
  }

  @Test func `a request rejected as unauthorized is sent again with a new token`() async throws {
    // [retry]
    actor Session {
      private(set) var token = "old"
      func begin(_ token: String) { self.token = token }
    }

    struct Relogin: Interceptor {
      let session: Session

      func intercept(
        _ request: ClientRequest, context: InterceptorContext, next: Next
      ) async throws(NetworkError) -> HTTPResponse {
        var request = request
        request.head.fields[.authorization] = "Bearer \(await session.token)"
        let response = try await next(request)
        guard response.status == .unauthorized, request.body.isReplayable else { return response }
        response.body.cancel()
        let signIn = SignIn(email: "john-doe@acme.inc", password: "123456")
        await session.begin(try await context.client.send(signIn).accessToken)
        request.head.fields[.authorization] = "Bearer \(await session.token)"
        return try await next(request)
      }
    }
    // [/retry]
    let client = client.adding(Relogin(session: Session()))
    #expect(try await client.send(.get("guarded").text) == "in")
    #expect(mock.requests.map(\.path) == ["/guarded", "/login", "/guarded"])
  }

  @Test func `an upload reports its progress`() async throws {
    let shown = LockedValue<[Int64]>([])
    @Sendable func show(_ sent: Int64) { shown.withLock { $0.append(sent) } }
    // [progress]
    let upload = client.upload(.post("empty").data([1, 2, 3]).empty).start()
    for await progress in upload.progress { show(progress.sent.done) }
    try await upload.value()
    // [/progress]
    #expect(shown.value.last == 3)
  }

  @Test func `the page shows the code that is compiled here`() throws {
    try SeedRows.checkPage("RestBird.md", file: #filePath)
  }
}
