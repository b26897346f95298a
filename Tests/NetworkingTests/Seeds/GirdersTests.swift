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
    "Immutable request value": ["a request is a value that a separate builder makes"],
    "Separate mutable/builder stage": ["a request is a value that a separate builder makes"],
    "Init forms: (endpoint) · (URL, method, parameters, query, extra headers, generator) · (URL = GET)":
      ["a request is built from an endpoint, from its parts or from a URL"],
    "Pure decorator functions": ["piped functions decorate a request"],
    "`|>` forward pipe": ["piped functions decorate a request"],
    "Reusable generator per endpoint/URL/verb": ["a generator is a reusable function"],
    "Endpoint protocol (enum, struct or class) with defaults": [
      "an endpoint is an enum whose cases carry parameters"
    ],
    "Associated values carry parameters": ["an endpoint is an enum whose cases carry parameters"],
    "Base URL: per service / from configuration / one global / override": [
      "the configuration sets the base URL, and absolute URLs override it"
    ],
    "Service = functions returning a lazy request": ["a service returns repeatable calls"],
    "Query already in the path survives": ["queries accumulate, and nil values are ignored"],
    "Query from dictionary, chained": ["queries accumulate, and nil values are ignored"],
    "Add-if-present operator `<++ (key, optional)`": [
      "queries accumulate, and nil values are ignored"
    ],
    "Default per-method encoding (.url GET/HEAD/DELETE, .json rest, .custom)": [
      "parameters are placed according to the method or the encoding type"
    ],
    "Header map, client default headers, merge; empty value skipped": [
      "request headers override client headers"
    ],
    "Basic credentials": ["credentials are set by the configuration or a function"],
    "Session cookie + XSRF header helper": [
      "../Cookies/CookiesTests.swift: a session cookie can be sent without a jar",
      "../Cookies/CookiesTests.swift: the XSRF token is sent only with unsafe requests to its own origin",
    ],
    "JSON from Encodable, own encoder": ["bodies can be JSON, forms, data or text"],
    "JSON from dictionary / array": ["bodies can be JSON, forms, data or text"],
    "Form fields body": ["bodies can be JSON, forms, data or text"],
    "Raw data (+ type sniffing by first byte) / string": [
      "bodies can be JSON, forms, data or text"
    ],
    "Response object: status, headers, url, body, typed object": [
      "a response has a head and a value"
    ],
    "Handler chain: canHandle(type) + process": [
      "the content type of a response selects its decoder"
    ],
    "Decodable with own decoder": ["a response has a head and a value"],
    "Arrays of T": ["the content type of a response selects its decoder"],
    "Status → error": ["an error status has a name, and its error contains the response"],
    "Error body reachable": ["an error status has a name, and its error contains the response"],
    "Content-type check": ["a response of an unexpected content type is rejected"],
    "Replaceable transport protocol": ["all requests use one replaceable transport"],
    "Blocking call": ["a call can block its thread"],
    "`get(url)` shortcut": ["all requests use one replaceable transport"],
    "Completion closure": ["a closure is called on the main actor, even after cancellation"],
    "Promise / Rx / Combine": [
      "../Bridges/BridgeTests.swift: all observers of a promise share one request"
    ],
    "Cancel": ["a closure is called on the main actor, even after cancellation"],
    "Inject session / configuration": ["all requests use one replaceable transport"],
    "Composable error handlers (silent re-login on 401)": [
      "an expired session is renewed transparently"
    ],
    "Token refresh, single flight, excessive-refresh guard": [
      "an expired session is renewed transparently",
      "../Authentication/RefreshTests.swift: 1,000 refused requests cause one refresh",
    ],
    "Download to file / resume": ["an interrupted download resumes where it stopped"],
    "Ordered request interceptors": ["piped functions decorate a request"],
    "Ordered response interceptors": ["the content type of a response selects its decoder"],
    "Private CA anchors; client p12; per request": [
      "../../TremaCurlTests/CurlTLSTests.swift: the client identity is sent to a server that requests it"
    ],
  ]

  @Test func `every row has a test`() throws { try SeedRows.check(Self.table, of: .girders) }

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

  @Test func `a request is a value that a separate builder makes`() async throws {
    let draft = RequestBuilder<BodyForbidden>.get("posts/4")
    let other = draft.header("X-A", "1")
    #expect(draft.request.fields.isEmpty)
    #expect(other.request != draft.request)
    #expect(other.request == draft.header("X-A", "1").request)
    let request = other.decoding(Post.self)
    #expect(try await client.send(request) == client.send(request))
  }

  @Test func `a request is built from an endpoint, from its parts or from a URL`() async throws {
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

  @Test func `piped functions decorate a request`() async throws {
    // [pipe]
    let request = RequestBuilder.get("posts/4") |> withJSON |> withBasicAuth("ada", "lovelace")
    let post = try await client.send(request.decoding(Post.self))
    // [/pipe]
    #expect(post.id == 4)
    #expect(mock.requests[0].head.fields[.authorization] == "Basic YWRhOmxvdmVsYWNl")
    #expect(mock.requests[0].head.fields[.accept] == "application/json")
  }

  @Test func `a generator is a reusable function`() async throws {
    let generator = compose(withJSON, withHeader("X-App", "shop"))
    for path in ["a", "b"] {
      _ = try await client.send(RequestBuilder.get(path).apply(generator).bytes)
    }
    #expect(mock.requests.allSatisfy { $0.head.fields["X-App"] == "shop" })
  }

  @Test func `the configuration sets the base URL, and absolute URLs override it`()
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

  @Test func `a service returns repeatable calls`() async throws {
    func post(_ id: Int) -> Call<Post> { client.call(PostsEndpoint.one(id: id)) }
    let call = post(4)
    #expect(mock.requests.isEmpty)
    #expect(try await call.value() == call.value())
    #expect(mock.requests.count == 2)
  }

  @Test func `queries accumulate, and nil values are ignored`() async throws {
    let none: Int? = nil
    _ = try await client.send(
      .get("x?a=1").query(["b": 2]).query("c", none).query(
        Parameters() <++ ("d", 4) <++ ("e", none)
      )
      .bytes)
    #expect(mock.requests[0].head.target == "https://api.example.com/x?a=1&b=2&d=4")
  }

  @Test func `parameters are placed according to the method or the encoding type`() async throws {
    _ = try await client.send(.get("x").parameters(["a": 1]).bytes)
    _ = try await client.send(.post("x").parameters(["a": 1]).bytes)
    _ = try await client.send(.post("x").parameters(["a": 1], in: .form).bytes)
    #expect(mock.requests[0].query == [QueryItem("a", "1")])
    #expect(mock.requests[1].text == #"{"a":1}"#)
    #expect(mock.requests[2].text == "a=1")
  }

  @Test func `request headers override client headers`() async throws {
    var client = client
    client.fields = ["X-A": "client", "X-B": "client"]
    _ = try await client.send(.get("x").header("X-A", "request").header("X-B", "").bytes)
    #expect(mock.requests[0].head.fields["X-A"] == "request")
    #expect(mock.requests[0].head.fields["X-B"] == "client")
  }

  @Test func `credentials are set by the configuration or a function`() async throws {
    let section: ConfigValue = [
      "baseURL": "https://api.example.com", "basicAuth": ["user": "ada", "password": "lovelace"],
    ]
    _ = try await HTTPClient(configuration: section, transport: mock).send(.get("x").bytes)
    _ = try await client.send(.get("x").basicAuth("ada", "lovelace").bytes)
    for request in mock.requests {
      #expect(request.head.fields[.authorization] == "Basic YWRhOmxvdmVsYWNl")
    }
  }

  @Test func `bodies can be JSON, forms, data or text`() async throws {
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

  @Test func `a response has a head and a value`() async throws {
    // [response]
    let response = try await client.send(
      .get("posts/4").decoding(Post.self, with: JSONDecoder()).withHead)
    print(response.status, response.fields, response.head.url, response.value.title)
    // [/response]
    #expect(response.status == .ok)
    #expect(response.head.url == "https://api.example.com/posts/4")
    #expect(response.value.title == "Hello")
  }

  @Test func `the content type of a response selects its decoder`() async throws {
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
  func `an error status has a name, and its error contains the response`(
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

  @Test func `a response of an unexpected content type is rejected`() async {
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("csv").bytes.requiring(contentType: "application/json"))
    }
    guard case .decoding(let reason) = error?.kind, reason is ContentTypeError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `all requests use one replaceable transport`() async throws {
    let page = try await client.get("https://example.com/posts/4")
    #expect(page.status == .ok)
    #expect(try await client.get("posts/4", as: Post.self).id == 4)
    #expect(mock.requests.count == 2)
  }

  @Test func `a call can block its thread`() async throws {
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

  @Test func `a closure is called on the main actor, even after cancellation`() async {
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

  @Test func `an expired session is renewed transparently`() async throws {
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

  @Test func `an interrupted download resumes where it stopped`() async throws {
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
