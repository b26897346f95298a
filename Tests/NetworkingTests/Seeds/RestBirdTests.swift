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
    "Query from dictionary, chained": ["parameters go where the method says"],
    "Default per-method encoding (.url GET/HEAD/DELETE, .json rest, .custom)": [
      "parameters go where the method says"
    ],
    "Header map, client default headers, merge; empty value skipped": [
      "a client has a base URL and a transport"
    ],
    "JSON from Encodable, own encoder": ["the coders of a client write and read"],
    "JSON from dictionary / array": ["parameters go where the method says"],
    "Form fields body": ["parameters go where the method says"],
    "Multipart: data parts, file name, file URL, chained": ["an upload passes the interceptors"],
    "Decodable with own decoder": ["the coders of a client write and read"],
    "Void / empty": ["an answer may be empty"],
    "Arrays of T": ["the coders of a client write and read"],
    "Status → error": ["middleware before may sign, and after may refuse"],
    "Error body reachable": ["middleware before may sign, and after may refuse"],
    "Content-type check": ["an answer of another type is refused"],
    "Replaceable transport protocol": ["a client has a base URL and a transport"],
    "Completion closure": ["a closure is given the result"],
    "Promise / Rx / Combine": [
      "../Bridges/BridgeTests.swift: a promise is kept once for all who ask",
      "../Bridges/BridgeTests.swift: each subscription of a single is one request",
    ],
    "Delivery queue": ["a closure is given the result"],
    "Inject session / configuration": ["a client has a base URL and a transport"],
    "Composable error handlers (silent re-login on 401)": [
      "what was refused is sent again with a new token"
    ],
    "Progress up / down": ["an upload tells how far it is"],
    "Ordered request interceptors": ["middleware before may sign, and after may refuse"],
    "Ordered response interceptors": ["middleware before may sign, and after may refuse"],
    "Force fail / force succeed": ["middleware before may sign, and after may refuse"],
    "Mock": ["a client has a base URL and a transport"],
    "Code generation": ["a request is a struct with its parameters"],
  ]

  @Test func `every row has its test`() throws { try SeedRows.check(Self.table, of: .restBird) }

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

  @Test func `a closure is given the result`() async {
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

  @Test func `parameters go where the method says`() async throws {
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

  @Test func `the coders of a client write and read`() async throws {
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

  @Test func `an answer may be empty`() async throws {
    try await client.send(.get("empty").empty)
    #expect(try await client.send(.get("empty").decoding(Authentication?.self)) == nil)
  }

  @Test func `an answer of another type is refused`() async {
    await #expect(throws: NetworkError.self) {
      try await client.send(.get("page").bytes.requiring(contentType: "application/json"))
    }
  }

  private struct Refused: Error {}

  @Test func `middleware before may sign, and after may refuse`() async throws {
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

  @Test func `an upload passes the interceptors`() async throws {
    let client = client.adding(
      BeforeRequest { request, _ in request.head.fields["X-Seen"] = "yes" })
    _ = try await client.send(
      .post("x").multipart(.text("a", "1"), .data("b", [1, 2], fileName: "b.bin")).bytes)
    #expect(mock.requests[0].head.fields["X-Seen"] == "yes")
    #expect(mock.requests[0].text.contains(#"name="b"; filename="b.bin""#))
  }

  @Test func `what was refused is sent again with a new token`() async throws {
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

  @Test func `an upload tells how far it is`() async throws {
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
