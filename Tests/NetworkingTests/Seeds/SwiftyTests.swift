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
    "Separate mutable/builder stage": ["a service consists of functions that return requests"],
    "Init forms: (endpoint) · (URL, method, parameters, query, extra headers, generator) · (URL = GET)":
      ["a service consists of functions that return requests"],
    "Pure decorator functions": ["modifiers are chained and keep the query of the path"],
    "Base URL: per service / from configuration / one global / override": [
      "a service consists of functions that return requests"
    ],
    "Service = functions returning a lazy request": [
      "a service consists of functions that return requests"
    ],
    "Query already in the path survives": ["modifiers are chained and keep the query of the path"],
    "Compile-time check: no body on GET": [
      "../../DocumentationTests/ForbiddenBodyTests.swift: the compiler rejects a body where none is allowed, with the reason"
    ],
    "Verb returning body type for DELETE": ["bodies can be JSON, form fields, data or multipart"],
    "Tags / ids seen by interceptors": ["interceptors see the tags of a request in order"],
    "Build errors held until send (`creationError`)": [
      "an invalid request fails when it is sent"
    ],
    "Query from dictionary, chained": ["modifiers are chained and keep the query of the path"],
    "Add-if-present operator `<++ (key, optional)`": [
      "modifiers are chained and keep the query of the path"
    ],
    "Array formats": ["arrays and Booleans are encoded according to the parameter rules"],
    "Bool 1/0 or true/false; date format; allowed-character sets": [
      "arrays and Booleans are encoded according to the parameter rules"
    ],
    "Header map, client default headers, merge; empty value skipped": [
      "modifiers are chained and keep the query of the path"
    ],
    "Basic credentials": ["modifiers are chained and keep the query of the path"],
    "Priority": ["the priority of a request reaches the transport"],
    "JSON from Encodable, own encoder": ["bodies can be JSON, form fields, data or multipart"],
    "JSON from dictionary / array": ["bodies can be JSON, form fields, data or multipart"],
    "Form fields body": ["bodies can be JSON, form fields, data or multipart"],
    "Raw data (+ type sniffing by first byte) / string": [
      "bodies can be JSON, form fields, data or multipart"
    ],
    "Multipart: data parts, file name, file URL, chained": [
      "bodies can be JSON, form fields, data or multipart"
    ],
    "Response object: status, headers, url, body, typed object": [
      "load passes the response, its value or its error to closures"
    ],
    "Handler chain: canHandle(type) + process": [
      "load passes the response, its value or its error to closures"
    ],
    "Decodable with own decoder": ["load passes the response, its value or its error to closures"],
    "Void / empty": ["an interceptor can turn a 204 into a failure and a failure into a success"],
    "Arrays of T": ["load passes the response, its value or its error to closures"],
    "Status → error": ["an interceptor can turn a 204 into a failure and a failure into a success"],
    "Error body reachable": ["the body of an error is JSON"],
    "Replaceable transport protocol": ["a service consists of functions that return requests"],
    "Completion closure": ["load passes the response, its value or its error to closures"],
    "Delivery queue": ["a result is delivered on a queue"],
    "Cold, repeatable executable": ["loading a call twice sends its request twice"],
    "Inject session / configuration": ["a service consists of functions that return requests"],
    "Objective-C callers": ["the page explains why Objective-C is not supported"],
    "Composable error handlers (silent re-login on 401)": [
      "an expired session is renewed transparently"
    ],
    "Token refresh, single flight, excessive-refresh guard": [
      "an expired session is renewed transparently",
      "../Authentication/RefreshTests.swift: 1,000 refused requests cause one refresh",
    ],
    "Network inspector (list + detail, timings)": ["an inspector lists the sent requests"],
    "Task metrics": ["an inspector lists the sent requests"],
    "Ordered request interceptors": ["interceptors see the tags of a request in order"],
    "Ordered response interceptors": [
      "an interceptor can turn a 204 into a failure and a failure into a success"
    ],
    "Force fail / force succeed": [
      "an interceptor can turn a 204 into a failure and a failure into a success"
    ],
    "Fixed built-in order": [
      "../Stack/StackTests.swift: the description lists interceptors in order, and each can be removed"
    ],
    "Constraint gate: satisfied?/satisfy/finish(error); waiters share one run": [
      "a constraint runs once for all waiting requests and feeds an interceptor"
    ],
    "Mock": ["a request is mocked with a file"],
  ]

  @Test func `every row has a test`() throws { try SeedRows.check(Self.table, of: .swifty) }

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

  @Test func `a service consists of functions that return requests`() async throws {
    let api = GithubAPI(client: client)
    #expect(try await api.repositories(for: "ada").value() == [Repository(name: "trema")])
    try await api.createGist(with: "text").value()
    #expect(mock.requests[0].head.target == "https://api.github.com/repositories?user=ada")
    #expect(mock.requests[1].text == #"{"body":"text"}"#)
  }

  @Test func `load passes the response, its value or its error to closures`() async throws {
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

  @Test func `modifiers are chained and keep the query of the path`() async throws {
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

  @Test func `arrays and Booleans are encoded according to the parameter rules`() async throws {
    var client = client
    client.coders.query = QueryEncoder(ParameterRules(arrays: .brackets, bools: .digits))
    _ = try await client.send(.get("x").query(["k": [1, 2]]).query("yes", true).bytes)
    client.coders.query = QueryEncoder(ParameterRules(arrays: .commas))
    _ = try await client.send(.get("x").query(["k": ["a,b", "c"]]).bytes)
    #expect(mock.requests[0].head.target == "https://api.github.com/x?k%5B%5D=1&k%5B%5D=2&yes=1")
    #expect(mock.requests[1].head.target == "https://api.github.com/x?k=a%2Cb,c")
  }

  @Test func `bodies can be JSON, form fields, data or multipart`() async throws {
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

  @Test func `an invalid request fails when it is sent`() async {
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

  @Test func `a constraint runs once for all waiting requests and feeds an interceptor`()
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

  @Test func `an interceptor can turn a 204 into a failure and a failure into a success`()
    async throws
  {
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

  @Test func `interceptors see the tags of a request in order`() async throws {
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

  @Test func `the priority of a request reaches the transport`() async throws {
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

  @Test func `loading a call twice sends its request twice`() async throws {
    let client = client.adding(
      BeforeRequest { request, _ in request.head.fields.append("X-Once", "1") })
    let call = client.call(.get("status").bytes)
    for _ in 1...2 { _ = try await call.value() }
    #expect(mock.requests[0].head == mock.requests[1].head)
  }

  @Test func `an expired session is renewed transparently`() async throws {
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

  @Test func `an inspector lists the sent requests`() async throws {
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

  @Test func `the page explains why Objective-C is not supported`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/Migrating/Swifty.md").standardized
    #expect(try String(contentsOf: page, encoding: .utf8).contains("Objective-C callers"))
  }

  @Test func `the page shows the code that is compiled here`() throws {
    try SeedRows.checkPage("Swifty.md", file: #filePath)
  }
}

extension RequestMockTests {
  @Test func `a request is mocked with a file`() async throws {
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
