import Foundation
import Networking
import Testing
import TremaHTTP
import TremaTestSupport

/// The features of Flooid, row by row.
@Suite struct FlooidTests {
  private static let table: SeedTable = [
    "Immutable request value": ["calls are cold and can be repeated"],
    "Init forms: (endpoint) · (URL, method, parameters, query, extra headers, generator) · (URL = GET)":
      ["paths are built by subscripts or from strings"],
    "Reusable generator per endpoint/URL/verb": ["a client adds the common parts of all requests"],
    "Endpoint protocol (enum, struct or class) with defaults": [
      "an endpoint carries its parameters"
    ],
    "Associated values carry parameters": ["an endpoint carries its parameters"],
    "Base URL: per service / from configuration / one global / override": [
      "a client adds the common parts of all requests"
    ],
    "Service = functions returning a lazy request": ["services are composed from protocols"],
    "Services composed by protocol composition; view model sees one slice": [
      "services are composed from protocols"
    ],
    "Subscript path builder; `\"path\".get(query:)` on strings": [
      "paths are built by subscripts or from strings"
    ],
    "Compile-time check: no body on GET": [
      "../../DocumentationTests/ForbiddenBodyTests.swift: the compiler rejects a body where none is allowed, with the reason"
    ],
    "Query from dictionary, chained": ["paths are built by subscripts or from strings"],
    "Add-if-present operator `<++ (key, optional)`": ["nil values are not added"],
    "Array formats": ["arrays and Booleans are encoded according to the parameter rules"],
    "Bool 1/0 or true/false; date format; allowed-character sets": [
      "arrays and Booleans are encoded according to the parameter rules"
    ],
    "Header map, client default headers, merge; empty value skipped": [
      "a client adds the common parts of all requests"
    ],
    "Timeout / cache policy on request": ["a client adds the common parts of all requests"],
    "JSON from Encodable, own encoder": ["bodies can be JSON, forms or files"],
    "JSON from dictionary / array": ["bodies can be JSON, forms or files"],
    "Form fields body": ["bodies can be JSON, forms or files"],
    "Upload from file / stream": ["bodies can be JSON, forms or files"],
    "Handler chain: canHandle(type) + process": ["a decoder replaces Flooid's serializer"],
    "Decodable with own decoder": ["a decoder replaces Flooid's serializer"],
    "Arrays of T": ["services are composed from protocols"],
    "Replaceable transport protocol": ["a mock without a matching response throws"],
    "`get(url)` shortcut": ["paths are built by subscripts or from strings"],
    "Completion closure": ["a call reports to two closures and can be cancelled"],
    "Cancel": ["a call reports to two closures and can be cancelled"],
    "Cold, repeatable executable": ["calls are cold and can be repeated"],
    "HTTP cache (RFC 9111)": ["a fresh response is served from the cache"],
    "Download to file / resume": [
      "../Transfers/DownloadTests.swift: a repeatedly interrupted download arrives unchanged",
      "files are downloaded and uploaded",
    ],
    "Token refresh, single flight, excessive-refresh guard": [
      "../Authentication/RefreshTests.swift: 1,000 refused requests cause one refresh",
      "an authentication interceptor signs a call",
    ],
    "Ordered request interceptors": ["an authentication interceptor signs a call"],
    "Mock": ["services are composed from protocols", "a mock without a matching response throws"],
  ]

  @Test func `every row has a test`() throws { try SeedRows.check(Self.table, of: .flooid) }

  private struct User: Codable, Equatable, Sendable { var name: String }

  // [services]
  private protocol UserService: Sendable { func users(page: Int?) -> Call<[User]> }
  private protocol PostService: Sendable { func delete(post id: Int) -> Call<Void> }
  private typealias Services = UserService & PostService

  private struct API: Services {
    let client: HTTPClient
    let api: URLPath = "api/v2"

    func users(page: Int?) -> Call<[User]> {
      client.call(api["users"].get(query: Parameters() <++ ("page", page)).decoding())
    }

    func delete(post id: Int) -> Call<Void> { client.call(api["posts"][id].delete().empty) }
  }
  // [/services]

  // [servicemock]
  private struct APIMock: Services {
    func users(page: Int?) -> Call<[User]> { .value([User(name: "Ada")]) }
    func delete(post id: Int) -> Call<Void> { .failing(NetworkError(.timeout(.total))) }
  }
  // [/servicemock]

  private struct UserModel: Sendable {
    let service: any UserService
    func names() async throws -> [String] { try await service.users(page: 2).value().map(\.name) }
  }

  private let mock = MockTransport(
    .on(.get, "users", .json(text: #"[{"name": "Bo"}]"#)), .on(nil, "never", .never),
    .on(.delete, "posts/{id}", .status(.noContent)),
    .on(.get, "kept", .text("Ada", fields: ["Cache-Control": "max-age=60"])),
    .any(.json(text: "{}")))
  private var client: HTTPClient {
    HTTPClient(baseURL: "https://example.com", deadlines: .none, transport: mock)
  }

  @Test func `services are composed from protocols`() async throws {
    #expect(try await UserModel(service: API(client: client)).names() == ["Bo"])
    #expect(try await UserModel(service: APIMock()).names() == ["Ada"])
    try await API(client: client).delete(post: 7).value()
    let error = await #expect(throws: NetworkError.self) {
      try await APIMock().delete(post: 7).value()
    }
    #expect(error?.isTimeout == true)
    #expect(
      mock.requests.map(\.head.target) == [
        "https://example.com/api/v2/users?page=2", "https://example.com/api/v2/posts/7",
      ])
  }

  @Test func `paths are built by subscripts or from strings`() async throws {
    // [paths]
    let api: URLPath = "api/v2"
    let one = api["users"]["a/b"].get(query: ["full": true])
    let other = "api/v2/posts".get(query: ["page": 2])
    let third = URLPath("users/{id}{?page}", ["id": 4, "page": 2]).get()
    // [/paths]
    for draft in [one, other, third] { _ = try await client.send(draft.bytes) }
    _ = try await client.get("api/v2/users")
    #expect(
      mock.requests.map(\.head.target) == [
        "https://example.com/api/v2/users/a%2Fb?full=true",
        "https://example.com/api/v2/posts?page=2", "https://example.com/users/4?page=2",
        "https://example.com/api/v2/users",
      ])
  }

  @Test func `nil values are not added`() async throws {
    let none: String? = nil
    // [optional]
    let query = Parameters() <++ ("a", 1) <++ ("b", none)
    let fields = HTTPFields() <++ ("X-A", "1") <++ ("X-B", none)
    let request = "x".post(query: query).headers(fields).form(Parameters() <++ ("c", none))
    // [/optional]
    _ = try await client.send(request.bytes)
    #expect(mock.requests[0].head.target == "https://example.com/x?a=1")
    #expect(mock.requests[0].head.fields["X-A"] == "1")
    #expect(!mock.requests[0].head.fields.contains("X-B"))
    #expect(mock.requests[0].body.isEmpty)
  }

  @Test func `arrays and Booleans are encoded according to the parameter rules`() async throws {
    let all: [(ParameterRules, String)] = [
      (ParameterRules(arrays: .commas), "k=1,2&yes=true"),
      (ParameterRules(arrays: .brackets, bools: .digits), "k%5B%5D=1&k%5B%5D=2&yes=1"),
      (ParameterRules(arrays: .indexed), "k%5B0%5D=1&k%5B1%5D=2&yes=true"),
    ]
    for (rules, text) in all {
      // [rules]
      var client = client
      client.coders.query = QueryEncoder(rules)
      // [/rules]
      _ = try await client.send(.get("x").query("k", [1, 2]).query("yes", true).bytes)
      #expect(mock.requests.last?.head.target == "https://example.com/x?\(text)")
    }
  }

  @Test func `a client adds the common parts of all requests`() async throws {
    var client = client
    client.fields = ["X-App": "flooid", "X-A": "1"]
    client = client.adding(
      BeforeRequest("Token") { request, _ in request.head.fields[.authorization] = "Bearer t" })
    _ = try await client.send(
      .get("x").header("X-A", "2").timeout(.seconds(600)).cachePolicy(.reload).bytes)
    let head = mock.requests[0].head
    #expect(head.target == "https://example.com/x")
    #expect(head.fields["X-App"] == "flooid" && head.fields["X-A"] == "2")
    #expect(head.fields[.authorization] == "Bearer t")
    #expect(head.deadlines.total != nil && head.cachePolicy == .reload)
  }

  private struct UserEndpoint: Endpoint {
    var id: Int
    var request: Request<[User]> { .get("users").query("id", id).decoding() }
  }

  @Test func `an endpoint carries its parameters`() async throws {
    #expect(try await client.send(UserEndpoint(id: 4)) == [User(name: "Bo")])
    #expect(mock.requests[0].query == [QueryItem("id", "4")])
  }

  @Test func `bodies can be JSON, forms or files`() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "a.bin")
    _ = try await client.send(.post("x").json(User(name: "a"), with: JSONEncoder()).bytes)
    _ = try await client.send(.post("x").json(["a": ["b", 1]]).bytes)
    _ = try await client.send(.post("x").form(["a": "1"]).bytes)
    _ = try await client.send(.put("x").file(path: "\(folder.path)/a.bin").bytes)
    #expect(
      mock.requests.prefix(3).map(\.text) == [#"{"name":"a"}"#, #"{"a":["b",1]}"#, "a=1"])
    #expect(mock.requests[3].body == [1, 2, 3])
  }

  @Test func `a decoder replaces Flooid's serializer`() async throws {
    let count = ResponseDecoder<Int> { response, _ in
      try await response.body.collect(upTo: 1000).count
    }
    #expect(try await client.send(.get("x").decoding(by: count)) == 2)
    let users = RequestBuilder.get("users").decoding([User].self, with: JSONDecoder())
    #expect(try await client.send(users.map(\.count)) == 1)
  }

  @Test func `calls are cold and can be repeated`() async throws {
    let call = API(client: client).users(page: nil)
    #expect(mock.requests.isEmpty)
    #expect(try await call.value() == call.value())
    #expect(mock.requests.map(\.query) == [[], []])
  }

  @Test func `a call reports to two closures and can be cancelled`() async {
    let isCancelled: Bool = await withCheckedContinuation { done in
      // [cancel]
      let handle = client.call(.get("never").bytes).start(
        success: { _ in done.resume(returning: false) },
        failure: { error in done.resume(returning: error.isCancelled) })
      // [/cancel]
      Task {
        await mock.requests(atLeast: 1)
        handle.cancel()
      }
    }
    #expect(isCancelled)
  }

  @Test func `a mock without a matching response throws`() async {
    let client = HTTPClient(baseURL: "https://example.com", transport: MockTransport())
    let error = await #expect(throws: NetworkError.self) { try await client.send(.get("x").empty) }
    guard case .transport(let reason) = error?.kind, case .mock(.unmatched) = reason.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a fresh response is served from the cache`() async throws {
    // [cache]
    let client = client.adding(Cache())
    for _ in 1...3 { _ = try await client.send(.get("kept").text) }
    _ = try await client.send(.get("kept").cachePolicy(.reload).text)
    // [/cache]
    #expect(mock.requests.count == 2)
    #expect(try await client.send(.get("kept").cachePolicy(.cacheOnly).text) == "Ada")
  }

  @Test func `files are downloaded and uploaded`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/film"
    // [files]
    let file = try await client.download(.get("film"), to: path).value()
    try await client.upload(.put("film").file(path: path).empty).value()
    // [/files]
    #expect(file.length == 2)
    #expect(mock.requests.last?.text == "{}")
  }

  @Test func `an authentication interceptor signs a call`() async throws {
    let token = "t"
    // [sign]
    let client = client.adding(Authentication(.bearer(token)))
    // [/sign]
    _ = try await client.send(.get("x").bytes)
    #expect(mock.requests[0].head.fields[.authorization] == "Bearer t")
  }

  @Test func `the page shows the code that is compiled here`() throws {
    try SeedRows.checkPage("Flooid.md", file: #filePath)
  }
}
