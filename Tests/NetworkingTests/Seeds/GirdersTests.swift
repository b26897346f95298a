import Foundation
import Networking
import Testing
import TremaConfigValues
import TremaHTTP
import TremaSupport
import TremaTestSupport

/// The features of GirdersSwift, row by row.
@Suite struct GirdersTests {
  private static let table: SeedTable = [
    "Immutable request value": ["a request is a value, and a draft is the stage before it"],
    "Separate mutable/builder stage": ["a request is a value, and a draft is the stage before it"],
    "Init forms: (endpoint) · (URL, method, parameters, query, extra headers, generator) · (URL = GET)":
      ["a request is made of an endpoint, of all its parts, or of a URL"],
    "Pure decorator functions": ["functions decorate a request, in a row"],
    "`|>` forward pipe": ["functions decorate a request, in a row"],
    "Reusable generator per endpoint/URL/verb": ["a generator is a function that is used again"],
    "Endpoint protocol (enum, struct or class) with defaults": [
      "an endpoint is an enum whose cases carry parameters"
    ],
    "Associated values carry parameters": ["an endpoint is an enum whose cases carry parameters"],
    "Base URL: per service / from configuration / one global / override": [
      "the base URL comes from a configuration, and an absolute URL goes past it"
    ],
    "Service = functions returning a lazy request": ["a service gives calls that can be repeated"],
    "Query already in the path survives": ["queries add up, and nil adds nothing"],
    "Query from dictionary, chained": ["queries add up, and nil adds nothing"],
    "Add-if-present operator `<++ (key, optional)`": ["queries add up, and nil adds nothing"],
    "Default per-method encoding (.url GET/HEAD/DELETE, .json rest, .custom)": [
      "parameters go where the method or the type says"
    ],
    "Header map, client default headers, merge; empty value skipped": [
      "headers of the request win over those of the client"
    ],
    "Basic credentials": ["credentials come from a configuration or a function"],
    "Session cookie + XSRF header helper": [
      "../Cookies/CookiesTests.swift: a session is sent without a jar",
      "../Cookies/CookiesTests.swift: the token goes with what changes something, to the own origin alone",
    ],
    "JSON from Encodable, own encoder": ["bodies are JSON, forms, data or text"],
    "JSON from dictionary / array": ["bodies are JSON, forms, data or text"],
    "Form fields body": ["bodies are JSON, forms, data or text"],
    "Raw data (+ type sniffing by first byte) / string": ["bodies are JSON, forms, data or text"],
    "Response object: status, headers, url, body, typed object": [
      "a response has a head, and a value"
    ],
    "Handler chain: canHandle(type) + process": ["the type of a response chooses its decoder"],
    "Decodable with own decoder": ["a response has a head, and a value"],
    "Arrays of T": ["the type of a response chooses its decoder"],
    "Status → error": ["every status of an error has its name, and carries the response"],
    "Error body reachable": ["every status of an error has its name, and carries the response"],
    "Content-type check": ["a response of another type is refused"],
    "Replaceable transport protocol": ["all goes through one transport that can be replaced"],
    "Blocking call": ["a call may block its thread"],
    "`get(url)` shortcut": ["all goes through one transport that can be replaced"],
    "Completion closure": ["a closure is called on the main actor, also for one that is cancelled"],
    "Promise / Rx / Combine": [
      "../Bridges/BridgeTests.swift: a promise is kept once for all who ask"
    ],
    "Cancel": ["a closure is called on the main actor, also for one that is cancelled"],
    "Inject session / configuration": ["all goes through one transport that can be replaced"],
    "Composable error handlers (silent re-login on 401)": [
      "a session that has ended is begun anew, and nobody notices"
    ],
    "Token refresh, single flight, excessive-refresh guard": [
      "a session that has ended is begun anew, and nobody notices",
      "../Authentication/RefreshTests.swift: 1,000 requests that are refused cause one refresh",
    ],
    "Download to file / resume": ["a download goes on where it stopped"],
    "Ordered request interceptors": ["functions decorate a request, in a row"],
    "Ordered response interceptors": ["the type of a response chooses its decoder"],
    "Private CA anchors; client p12; per request": [
      "../../TremaCurlTests/CurlTLSTests.swift: a server that asks for it is shown the identity"
    ],
  ]

  @Test func `every row has its test`() throws { try SeedRows.check(Self.table, of: .girders) }

  private struct Post: Codable, Equatable, Sendable {
    var id: Int
    var title: String
  }

  private static let post = #"{"id": 4, "title": "Hello"}"#
  private let mock = MockTransport(
    .on(.get, "posts", .json(text: "[\(post)]")), .on(nil, "posts/{id}", .json(text: post)),
    .on(nil, "csv", .text("4;Hello", type: "text/csv")),
    .on(
      nil, "status/{code}",
      .computed {
        .json(text: #"{"reason": "no"}"#, status: HTTPStatus(Int($0.parameters["code"] ?? "") ?? 0))
      }),
    .on(
      .post, "login", .json(text: #"{"token": "old"}"#), .json(text: #"{"token": "new"}"#)),
    .on(
      .get, "orders", .text("Soup"),
      .computed {
        $0.head.fields[.authorization] == "Bearer new" ? .text("Soup") : .status(.unauthorized)
      }),
    .on(
      .get, "film",
      .computed { request in
        let fields: HTTPFields = ["ETag": "\"1\"", "Content-Range": "bytes 3-5/6"]
        if request.head.fields["Range"] == "bytes=3-" {
          return .text("def", status: .partialContent, fields: fields)
        }
        return .chunks(
          [Array("abc".utf8)], ending: .failing(.connectionLost), fields: ["ETag": "\"1\""])
      }),
    .on(nil, "never", .never), .any(.json(text: "{}")))
  private var client: HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", deadlines: .none, transport: mock)
  }

  // [endpoint]
  private enum PostsEndpoint: Endpoint {
    case one(id: Int)
    case save(Post)

    var request: Request<Post> {
      switch self {
      case .one(let id): .get("posts/\(id)").apply(withJSON).decoding()
      case .save(let post): .put("posts/\(post.id)").json(post).decoding()
      }
    }
  }
  // [/endpoint]

  @Test func `an endpoint is an enum whose cases carry parameters`() async throws {
    #expect(try await client.send(PostsEndpoint.one(id: 4)).title == "Hello")
    _ = try await client.send(PostsEndpoint.save(Post(id: 7, title: "Bye")))
    #expect(mock.requests.map(\.path) == ["/posts/4", "/posts/7"])
    #expect(mock.requests[0].head.fields[.accept] == "application/json")
  }

  @Test func `a request is a value, and a draft is the stage before it`() async throws {
    let draft = RequestBuilder<BodyForbidden>.get("posts/4")
    let other = draft.header("X-A", "1")
    #expect(draft.request.fields.isEmpty)
    #expect(other.request != draft.request)
    #expect(other.request == draft.header("X-A", "1").request)
    let request = other.decoding(Post.self)
    #expect(try await client.send(request) == client.send(request))
  }

  @Test func `a request is made of an endpoint, of all its parts, or of a URL`() async throws {
    _ = try await client.send(PostsEndpoint.one(id: 1))
    // [parts]
    let request = RequestBuilder<BodyAllowed>.request(.post, "https://other.example.com/posts")
      .query(["draft": true]).header("X-Trace", "7").json(["title": "Hello"]).bytes
    // [/parts]
    _ = try await client.send(request)
    _ = try await client.send(.get("https://example.com/").bytes)
    #expect(mock.requests.map(\.head.method) == [.get, .post, .get])
    #expect(mock.requests[1].head.target == "https://other.example.com/posts?draft=true")
    #expect(mock.requests[1].text == #"{"title":"Hello"}"#)
  }

  @Test func `functions decorate a request, in a row`() async throws {
    // [pipe]
    let request = RequestBuilder.get("posts/4") |> withJSON |> withBasicAuth("ada", "lovelace")
    let post = try await client.send(request.decoding(Post.self))
    // [/pipe]
    #expect(post.id == 4)
    #expect(mock.requests[0].head.fields[.authorization] == "Basic YWRhOmxvdmVsYWNl")
    #expect(mock.requests[0].head.fields[.accept] == "application/json")
  }

  @Test func `a generator is a function that is used again`() async throws {
    let generator = compose(withJSON, withHeader("X-App", "shop"))
    for path in ["a", "b"] {
      _ = try await client.send(RequestBuilder.get(path).apply(generator).bytes)
    }
    #expect(mock.requests.allSatisfy { $0.head.fields["X-App"] == "shop" })
  }

  @Test func `the base URL comes from a configuration, and an absolute URL goes past it`()
    async throws
  {
    // [configuration]
    let section: ConfigValue = ["baseURL": "https://api.example.com/v2"]
    let client = try HTTPClient(configuration: section, transport: mock)
    // [/configuration]
    _ = try await client.send(.get("posts/4").bytes)
    _ = try await client.send(.get("https://other.example.com/posts/4").bytes)
    #expect(
      mock.requests.map(\.head.target) == [
        "https://api.example.com/v2/posts/4", "https://other.example.com/posts/4",
      ])
  }

  @Test func `a service gives calls that can be repeated`() async throws {
    func post(_ id: Int) -> Call<Post> { client.call(PostsEndpoint.one(id: id)) }
    let call = post(4)
    #expect(mock.requests.isEmpty)
    #expect(try await call.value() == call.value())
    #expect(mock.requests.count == 2)
  }

  @Test func `queries add up, and nil adds nothing`() async throws {
    let none: Int? = nil
    _ = try await client.send(
      .get("x?a=1").query(["b": 2]).query("c", none).query(
        Parameters() <++ ("d", 4) <++ ("e", none)
      )
      .bytes)
    #expect(mock.requests[0].head.target == "https://api.example.com/x?a=1&b=2&d=4")
  }

  @Test func `parameters go where the method or the type says`() async throws {
    _ = try await client.send(.get("x").parameters(["a": 1]).bytes)
    _ = try await client.send(.post("x").parameters(["a": 1]).bytes)
    _ = try await client.send(.post("x").parameters(["a": 1], in: .form).bytes)
    #expect(mock.requests[0].query == [QueryItem("a", "1")])
    #expect(mock.requests[1].text == #"{"a":1}"#)
    #expect(mock.requests[2].text == "a=1")
  }

  @Test func `headers of the request win over those of the client`() async throws {
    var client = client
    client.fields = ["X-A": "client", "X-B": "client"]
    _ = try await client.send(.get("x").header("X-A", "request").header("X-B", "").bytes)
    #expect(mock.requests[0].head.fields["X-A"] == "request")
    #expect(mock.requests[0].head.fields["X-B"] == "client")
  }

  @Test func `credentials come from a configuration or a function`() async throws {
    let section: ConfigValue = [
      "baseURL": "https://api.example.com", "basicAuth": ["user": "ada", "password": "lovelace"],
    ]
    _ = try await HTTPClient(configuration: section, transport: mock).send(.get("x").bytes)
    _ = try await client.send(.get("x").basicAuth("ada", "lovelace").bytes)
    for request in mock.requests {
      #expect(request.head.fields[.authorization] == "Basic YWRhOmxvdmVsYWNl")
    }
  }

  @Test func `bodies are JSON, forms, data or text`() async throws {
    let pretty = JSONEncoder()
    pretty.outputFormatting = .prettyPrinted
    let drafts: [RequestBuilder<BodyAllowed>] = [
      .post("x").json(["a": 1] as [String: Int], with: pretty),
      .post("x").json(["a": [1, true, nil, "b"]]), .post("x").form(["a": "1 2"]),
      .post("x").data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), .post("x").text("é"),
    ]
    for draft in drafts { _ = try await client.send(draft.bytes) }
    #expect(mock.requests[0].text == "{\n  \"a\" : 1\n}")
    #expect(mock.requests[1].text == #"{"a":[1,true,null,"b"]}"#)
    #expect(mock.requests[2].text == "a=1+2")
    #expect(mock.requests[3].head.fields[.contentType] == "image/png")
    #expect(mock.requests[4].text == "é")
  }

  @Test func `a response has a head, and a value`() async throws {
    // [response]
    let response = try await client.send(
      .get("posts/4").decoding(Post.self, with: JSONDecoder()).withHead)
    print(response.status, response.fields, response.head.url, response.value.title)
    // [/response]
    #expect(response.status == .ok)
    #expect(response.head.url == "https://api.example.com/posts/4")
    #expect(response.value.title == "Hello")
  }

  @Test func `the type of a response chooses its decoder`() async throws {
    // [handlers]
    let posts = ResponseDecoder<[Post]>.byContentType([
      ("application/json", .json()),
      (
        "text/csv",
        ResponseDecoder { response, _ in
          let line = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
          return [Post(id: 4, title: line)]
        }
      ),
    ])
    let all = try await client.send(.get("posts").decoding(by: posts))
    // [/handlers]
    #expect(all == [Post(id: 4, title: "Hello")])
    #expect(
      try await client.send(.get("csv").decoding(by: posts)) == [Post(id: 4, title: "4;Hello")])
  }

  @Test(arguments: [
    (HTTPStatus.badRequest, 400), (.unauthorized, 401), (.forbidden, 403), (.notFound, 404),
    (.methodNotAllowed, 405), (.notAcceptable, 406), (.proxyAuthenticationRequired, 407),
    (.requestTimeout, 408), (.conflict, 409), (.gone, 410), (.preconditionFailed, 412),
    (.unsupportedMediaType, 415), (.tooManyRequests, 429), (.internalServerError, 500),
    (.notImplemented, 501), (.badGateway, 502), (.serviceUnavailable, 503), (.gatewayTimeout, 504),
    (HTTPStatus(599), 599),
  ])
  func `every status of an error has its name, and carries the response`(
    status: HTTPStatus, code: Int
  ) async {
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(
        .get("status/\(code)").decoding(Post.self).failure([String: String].self))
    }
    #expect(error?.status == status)
    #expect(error?.failure(as: [String: String].self) == ["reason": "no"])
    guard case .status(let failure) = error?.kind else { return }
    #expect(failure.text == #"{"reason": "no"}"#)
  }

  @Test func `a response of another type is refused`() async {
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("csv").bytes.requiring(contentType: "application/json"))
    }
    guard case .decoding(let reason) = error?.kind, reason is ContentTypeError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `all goes through one transport that can be replaced`() async throws {
    let page = try await client.get("https://example.com/posts/4")
    #expect(page.status == .ok)
    #expect(try await client.get("posts/4", as: Post.self).id == 4)
    #expect(mock.requests.count == 2)
  }

  @Test func `a call may block its thread`() async throws {
    let client = client
    let post = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        // [blocking]
        let result = Result { try client.sendBlocking(.get("posts/4").decoding(Post.self)) }
        // [/blocking]
        continuation.resume(with: result)
      }
    }
    #expect(post.id == 4)
  }

  @Test func `a closure is called on the main actor, also for one that is cancelled`() async {
    let call = client.call(.get("never").bytes)
    let error: NetworkError? = await withCheckedContinuation { continuation in
      let handle = call.start { result in
        MainActor.assertIsolated()
        if case .failure(let error) = result {
          continuation.resume(returning: error)
        } else {
          continuation.resume(returning: nil)
        }
      }
      Task {
        await mock.requests(atLeast: 1)
        handle.cancel()
      }
    }
    #expect(error?.isCancelled == true)
  }

  @Test func `a session that has ended is begun anew, and nobody notices`() async throws {
    let password = "lovelace"
    // [again]
    struct Login: Codable { var user, password: String }
    struct Session: Codable { var token: String }

    let login = LoginAuthentication(user: "ada", store: MemoryTokenStore()) { client in
      let login = Login(user: "ada", password: password)
      return try await client.send(.post("login").json(login).decoding(Session.self)).token
    }
    let client = client.adding(Authentication(login))
    let orders = try await client.send(.get("orders").text)
    // [/again]
    #expect(orders == "Soup")
    #expect(try await client.send(.get("orders").text) == "Soup")
    #expect(mock.requests.map(\.path) == ["/login", "/orders", "/orders", "/login", "/orders"])
  }

  @Test func `a download goes on where it stopped`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/film"
    // [download]
    let file = try await client.download(.get("film"), to: path).value()
    // [/download]
    #expect(file.length == 6)
    #expect(try folder.read("film") == Array("abcdef".utf8))
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let other = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../TremaRuntimeTests/GirdersTests.swift").standardized
    try SeedRows.checkPage("GirdersSwift.md", file: #filePath, other.path)
  }
}
