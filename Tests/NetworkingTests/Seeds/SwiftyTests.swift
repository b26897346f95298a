import Dispatch
import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

/// The examples of Swifty's documentation, row by row.
@Suite struct SwiftyTests {
  private static let table: SeedTable = [
    "Separate mutable/builder stage": ["a service is functions that return requests"],
    "Init forms: (endpoint) · (URL, method, parameters, query, extra headers, generator) · (URL = GET)":
      ["a service is functions that return requests"],
    "Pure decorator functions": ["modifiers are chained, and keep the query of the path"],
    "Base URL: per service / from configuration / one global / override": [
      "a service is functions that return requests"
    ],
    "Service = functions returning a lazy request": ["a service is functions that return requests"],
    "Query already in the path survives": ["modifiers are chained, and keep the query of the path"],
    "Compile-time check: no body on GET": [
      "../../DocumentationTests/ForbiddenBodyTests.swift: a body where none is allowed is refused by the compiler, with the reason"
    ],
    "Verb returning body type for DELETE": ["bodies are JSON, fields, data or parts"],
    "Tags / ids seen by interceptors": ["interceptors see the tags of a request, in their order"],
    "Build errors held until send (`creationError`)": [
      "what cannot be built fails when it is sent"
    ],
    "Query from dictionary, chained": ["modifiers are chained, and keep the query of the path"],
    "Add-if-present operator `<++ (key, optional)`": [
      "modifiers are chained, and keep the query of the path"
    ],
    "Array formats": ["arrays and booleans are written as the rules say"],
    "Bool 1/0 or true/false; date format; allowed-character sets": [
      "arrays and booleans are written as the rules say"
    ],
    "Header map, client default headers, merge; empty value skipped": [
      "modifiers are chained, and keep the query of the path"
    ],
    "Basic credentials": ["modifiers are chained, and keep the query of the path"],
    "Priority": ["a request has a priority that reaches the transport"],
    "JSON from Encodable, own encoder": ["bodies are JSON, fields, data or parts"],
    "JSON from dictionary / array": ["bodies are JSON, fields, data or parts"],
    "Form fields body": ["bodies are JSON, fields, data or parts"],
    "Raw data (+ type sniffing by first byte) / string": ["bodies are JSON, fields, data or parts"],
    "Multipart: data parts, file name, file URL, chained": [
      "bodies are JSON, fields, data or parts"
    ],
    "Response object: status, headers, url, body, typed object": [
      "load gives the response, its value or its error to closures"
    ],
    "Handler chain: canHandle(type) + process": [
      "load gives the response, its value or its error to closures"
    ],
    "Decodable with own decoder": ["load gives the response, its value or its error to closures"],
    "Void / empty": ["an interceptor makes a failure of a 204, or a success of a failure"],
    "Arrays of T": ["load gives the response, its value or its error to closures"],
    "Status → error": ["an interceptor makes a failure of a 204, or a success of a failure"],
    "Error body reachable": ["the body of an error is JSON"],
    "Replaceable transport protocol": ["a service is functions that return requests"],
    "Completion closure": ["load gives the response, its value or its error to closures"],
    "Delivery queue": ["a result is delivered on a queue"],
    "Cold, repeatable executable": ["a call that is loaded twice asks the same twice"],
    "Inject session / configuration": ["a service is functions that return requests"],
    "Objective-C callers": ["the page says why Objective-C is left out"],
    "Composable error handlers (silent re-login on 401)": [
      "a session that has ended is begun anew, and nobody notices"
    ],
    "Token refresh, single flight, excessive-refresh guard": [
      "a session that has ended is begun anew, and nobody notices",
      "../Authentication/RefreshTests.swift: 1,000 requests that are refused cause one refresh",
    ],
    "Network inspector (list + detail, timings)": ["an inspector lists what was sent"],
    "Task metrics": ["an inspector lists what was sent"],
    "Ordered request interceptors": ["interceptors see the tags of a request, in their order"],
    "Ordered response interceptors": [
      "an interceptor makes a failure of a 204, or a success of a failure"
    ],
    "Force fail / force succeed": [
      "an interceptor makes a failure of a 204, or a success of a failure"
    ],
    "Fixed built-in order": [
      "../Stack/StackTests.swift: the description shows the order, and each is off by one line"
    ],
    "Constraint gate: satisfied?/satisfy/finish(error); waiters share one run": [
      "a constraint runs once for all that wait, and an interceptor adds what it got"
    ],
    "Mock": ["Swifty mocks a request with a file"],
  ]

  @Test func `every row has its test`() throws { try SeedRows.check(Self.table, of: .swifty) }

  private struct Repository: Codable, Equatable, Sendable { var name: String }

  // [service]
  private struct GithubAPI: Sendable {
    let client: HTTPClient

    func status() -> Call<Repository> { client.call(.get("status").decoding()) }

    func repositories(for user: String) -> Call<[Repository]> {
      client.call(.get("repositories").query("user", user).decoding())
    }

    func createGist(with body: String) -> Call<Void> {
      client.call(.post("gists").json(["body": body]).empty)
    }
  }
  // [/service]

  private let mock = MockTransport(
    .on(.get, "status", .json(text: #"{"name": "up"}"#)),
    .on(.get, "repositories", .json(text: #"[{"name": "trema"}]"#)),
    .on(.post, "gists", .status(.created)), .on(nil, "empty", .status(.noContent)),
    .on(nil, "broken", .json(text: #"{"reason": "rain"}"#, status: .serviceUnavailable)),
    .on(
      .post, "token",
      .json(text: #"{"access_token": "new", "token_type": "Bearer", "refresh_token": "r2"}"#)),
    .on(
      .get, "gists",
      .computed {
        $0.head.fields[.authorization] == "Bearer new" ? .text("Soup") : .status(.unauthorized)
      }),
    .any(.json(text: "{}")))
  private var client: HTTPClient {
    HTTPClient(baseURL: "https://api.github.com", transport: mock)
  }

  @Test func `a service is functions that return requests`() async throws {
    let api = GithubAPI(client: client)
    #expect(try await api.repositories(for: "ada").value() == [Repository(name: "trema")])
    try await api.createGist(with: "text").value()
    #expect(mock.requests[0].head.target == "https://api.github.com/repositories?user=ada")
    #expect(mock.requests[1].text == #"{"body":"text"}"#)
  }

  @Test func `load gives the response, its value or its error to closures`() async throws {
    let api = GithubAPI(client: client)
    let name: String = await withCheckedContinuation { done in
      // [load]
      api.status().start { result in
        switch result {
        case .success(let repository): done.resume(returning: repository.name)
        case .failure(let error): done.resume(returning: "\(error)")
        }
      }
      // [/load]
    }
    #expect(name == "up")
    let failed: Bool = await withCheckedContinuation { done in
      client.call(.get("broken").bytes).start(
        success: { _ in done.resume(returning: false) },
        failure: { _ in done.resume(returning: true) })
    }
    #expect(failed)
    let response = try await client.send(
      .get("repositories").decoding([Repository].self, with: JSONDecoder()).withHead)
    #expect(response.status == .ok)
    #expect(response.value == [Repository(name: "trema")])
  }

  @Test func `modifiers are chained, and keep the query of the path`() async throws {
    let none: String? = nil
    _ = try await client.send(
      .get("x?old=1").query(["b": 2, "a": 1]).query("c", none).header("X-None", none)
        .headers(["X-A": "1"]).basicAuth("ada", "lovelace").apply(withHeader("X-B", "2")).bytes)
    let head = mock.requests[0].head
    #expect(head.target == "https://api.github.com/x?old=1&b=2&a=1")
    #expect(head.fields["X-A"] == "1" && head.fields["X-B"] == "2")
    #expect(!head.fields.contains("X-None"))
    #expect(head.fields[.authorization] == "Basic YWRhOmxvdmVsYWNl")
  }

  @Test func `arrays and booleans are written as the rules say`() async throws {
    var client = client
    client.coders.query = QueryEncoder(ParameterRules(arrays: .brackets, bools: .digits))
    _ = try await client.send(.get("x").query(["k": [1, 2]]).query("yes", true).bytes)
    client.coders.query = QueryEncoder(ParameterRules(arrays: .commas))
    _ = try await client.send(.get("x").query(["k": ["a,b", "c"]]).bytes)
    #expect(mock.requests[0].head.target == "https://api.github.com/x?k%5B%5D=1&k%5B%5D=2&yes=1")
    #expect(mock.requests[1].head.target == "https://api.github.com/x?k=a%2Cb,c")
  }

  @Test func `bodies are JSON, fields, data or parts`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("hello".utf8), to: "a.txt")
    let drafts: [RequestBuilder<BodyAllowed>] = [
      .post("x").json(Repository(name: "a"), with: JSONEncoder()), .put("x").json(["a", 1]),
      .delete("x").form(["a": "b"]), .post("x").data([0xFF, 0xD8, 0xFF]),
    ]
    for draft in drafts { _ = try await client.send(draft.bytes) }
    #expect(mock.requests.map(\.text).prefix(3) == [#"{"name":"a"}"#, #"["a",1]"#, "a=b"])
    #expect(mock.requests[3].head.fields[.contentType] == "image/jpeg")
    // [multipart]
    let upload = Request<Void>.post("upload").multipart(
      .text("title", "Photo"), .data("photo", [0xFF, 0xD8], fileName: "a.jpg"),
      .file("notes", path: "\(folder.path)/a.txt"))
    // [/multipart]
    _ = try await client.send(upload.bytes)
    #expect(mock.requests[4].text.contains(#"name="notes"; filename="a.txt""#))
    #expect(mock.requests[4].text.contains("hello"))
  }

  @Test func `what cannot be built fails when it is sent`() async {
    let draft = RequestBuilder<BodyForbidden>.get("x").basicAuth("a:b", "c").query("a", 1)
    #expect(draft.problem != nil)
    await #expect(throws: NetworkError.self) { try await client.send(draft.bytes) }
    #expect(mock.requests.isEmpty)
  }

  // [constraint]
  private actor Session {
    private(set) var token: String?
    func begin(_ token: String) { self.token = token }
  }

  private struct OAuthConstraint: Constraint {
    let session: Session

    func isSatisfied(for request: ClientRequest) async -> Bool { await session.token != nil }

    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      let repository = try await client.send(.get("status").decoding(Repository.self))
      await session.begin(repository.name)
    }
  }
  // [/constraint]

  @Test func `a constraint runs once for all that wait, and an interceptor adds what it got`()
    async throws
  {
    let session = Session()
    // [pipeline]
    let client =
      client
      .adding(OAuthConstraint(session: session))
      .adding(
        BeforeRequest("Token") { request, _ in
          request.head.fields["Token"] = await session.token
        }
      )
      .adding(
        AfterResponse("NoEmptyAnswers") { response, _, _ in
          if response.status == .noContent { throw EmptyAnswer() }
        })
    // [/pipeline]
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...20 {
        group.addTask { _ = await client.call(.get("repositories").bytes).result }
      }
    }
    let asked = mock.requests.map(\.path)
    #expect(asked.filter { $0 == "/status" }.count == 1)
    #expect(asked.count == 21)
    #expect(mock.requests.dropFirst().allSatisfy { $0.head.fields["Token"] == "up" })
  }

  private struct EmptyAnswer: Error {}

  @Test func `an interceptor makes a failure of a 204, or a success of a failure`() async throws {
    try await client.send(.get("empty").empty)
    let strict = client.adding(
      AfterResponse("Strict") { response, _, _ in
        if response.status == .noContent { throw EmptyAnswer() }
      })
    await #expect(throws: NetworkError.self) { try await strict.send(.get("empty").empty) }
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("broken").empty)
    }
    #expect(error?.status?.code == 503)
    let patient = client.adding(
      AfterResponse("Patient") { response, _, _ in
        if response.status == .serviceUnavailable { response.head.status = .ok }
      })
    try await patient.send(.get("broken").empty)
  }

  @Test func `the body of an error is JSON`() async {
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("broken").empty.failure([String: String].self))
    }
    #expect(error?.failure(as: [String: String].self) == ["reason": "rain"])
  }

  @Test func `interceptors see the tags of a request, in their order`() async throws {
    let seen = LockedValue<[String]>([])
    let client = ["first", "second"].reduce(client) { client, name in
      client.adding(
        BeforeRequest(name) { _, context in
          if context.tags.contains("slow") { seen.withLock { $0.append(name) } }
        })
    }
    _ = try await client.send(.get("x").tag("slow", "old").bytes)
    _ = try await client.send(.get("x").bytes)
    #expect(seen.value == ["first", "second"])
  }

  @Test func `a request has a priority that reaches the transport`() async throws {
    _ = try await client.send(.get("x").priority(.high).bytes)
    #expect(mock.requests[0].head.priority == .high)
  }

  @Test func `a result is delivered on a queue`() async {
    let queue = DispatchQueue(label: "store")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let isThere: Bool = await withCheckedContinuation { done in
      // [deliver]
      client.call(.get("status").bytes).start(on: .queue(queue)) { _ in
        done.resume(returning: DispatchQueue.getSpecific(key: key) == true)
      }
      // [/deliver]
    }
    #expect(isThere)
  }

  @Test func `a call that is loaded twice asks the same twice`() async throws {
    let client = client.adding(
      BeforeRequest { request, _ in request.head.fields.append("X-Once", "1") })
    let call = client.call(.get("status").bytes)
    for _ in 1...2 { _ = try await call.value() }
    #expect(mock.requests[0].head == mock.requests[1].head)
  }

  @Test func `a session that has ended is begun anew, and nobody notices`() async throws {
    let tokens = OAuth2Tokens(accessToken: "old", refreshToken: "r1")
    // [refresh]
    let session = OAuth2(
      OAuth2Configuration(tokenEndpoint: "https://api.github.com/token", clientID: "app"),
      store: MemoryTokenStore(tokens))
    let client = client.adding(Authentication(session))
    // [/refresh]
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...20 {
        group.addTask {
          let text = try? await client.send(.get("gists").text)
          #expect(text == "Soup")
        }
      }
    }
    #expect(mock.requests.filter { $0.path == "/token" }.count == 1)
  }

  @Test func `an inspector lists what was sent`() async throws {
    // [inspector]
    let inspector = NetworkInspector()
    let client = client.adding(inspector)
    _ = try await client.send(.get("status").text)
    print(inspector.table())
    for exchange in inspector.exchanges {
      print(exchange.curl(), exchange.metrics?.summary ?? "")
    }
    // [/inspector]
    #expect(inspector.table().contains("api.github.com/status"))
    #expect(inspector.exchanges.first?.curl().contains("https://api.github.com/status") == true)
    #expect(inspector.exchanges.first?.metrics != nil)
  }

  @Test func `the page says why Objective-C is left out`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/Migrating/Swifty.md").standardized
    #expect(try String(contentsOf: page, encoding: .utf8).contains("Objective-C callers"))
  }

  @Test func `the page shows the code that is compiled here`() throws {
    try SeedRows.checkPage("Swifty.md", file: #filePath)
  }
}

extension RequestMockTests {
  @Test func `Swifty mocks a request with a file`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(#"["a"]"#.utf8), to: "names.json")
    let mock = MockTransport()
    // [mock]
    let request = RequestBuilder.get("names").mock(file: "\(folder.path)/names.json").decoding(
      [String].self)
    // [/mock]
    let client = HTTPClient(baseURL: "https://api.github.com", transport: mock)
    #expect(try await Self.debugging(client, request) == ["a"])
  }
}
