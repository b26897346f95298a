import Dispatch
import Foundation
import Networking
import Testing
import TremaHTTP

/// The examples of JustNetworking's documentation, row by row.
@Suite struct JustNetworkingTests {
  private static let table: SeedTable = [
    "Immutable request value": ["a request stores its decoder and can be sent twice"],
    "Separate mutable/builder stage": ["builder functions are composed from left to right"],
    "Init forms: (endpoint) · (URL, method, parameters, query, extra headers, generator) · (URL = GET)":
      ["a router is an enum of a domain's endpoints"],
    "Pure decorator functions": ["builder functions are composed from left to right"],
    "`compose(f, g, …)`, `identity`": ["builder functions are composed from left to right"],
    "Set any field by key path, composable": ["any field is set by its key path"],
    "Reusable generator per endpoint/URL/verb": [
      "builder functions are composed from left to right"
    ],
    "Endpoint protocol (enum, struct or class) with defaults": [
      "a router is an enum of a domain's endpoints"
    ],
    "Associated values carry parameters": ["a router is an enum of a domain's endpoints"],
    "Base URL: per service / from configuration / one global / override": [
      "a router may have another base URL"
    ],
    "Services composed by protocol composition; view model sees one slice": [
      "a router is an enum of a domain's endpoints"
    ],
    "Query from dictionary, chained": ["builder functions are composed from left to right"],
    "Header map, client default headers, merge; empty value skipped": [
      "builder functions are composed from left to right"
    ],
    "Timeout / cache policy on request": ["any field is set by its key path"],
    "Handler chain: canHandle(type) + process": ["a decoder of bytes replaces a parser"],
    "Decodable with own decoder": ["a request stores its decoder and can be sent twice"],
    "Void / empty": ["a request stores its decoder and can be sent twice"],
    "Arrays of T": ["a decoder of bytes replaces a parser"],
    "Replaceable transport protocol": ["a transport replaces a requester"],
    "Completion closure": ["the response is delivered on the requested queue"],
    "Delivery queue": ["the response is delivered on the requested queue"],
    "Cold, repeatable executable": ["a request stores its decoder and can be sent twice"],
    "HTTP cache (RFC 9111)": ["a fresh response is served from the cache"],
    "Ordered request interceptors": ["builder functions are composed from left to right"],
    "Mock": ["a transport replaces a requester"],
  ]

  @Test func `every row has a test`() throws {
    try SeedRows.check(Self.table, of: .justNetworking)
  }

  private struct User: Codable, Equatable, Sendable { var name: String }

  // [router]
  private enum UserRouter: Endpoint {
    case user(id: String)

    var request: Request<User> {
      switch self {
      case .user(let id): .get("user/\(id)").decoding()
      }
    }
  }
  // [/router]

  private let mock = MockTransport(
    .on(.get, "user/{id}", .json(text: #"{"name": "Ada"}"#)),
    .on(.get, "kept", .text("Ada", fields: ["Cache-Control": "max-age=60"])),
    .on(.get, "names", .text("Ada,Bo")), .any(.status(.noContent)))
  private var client: HTTPClient {
    HTTPClient(baseURL: "https://www.myApi.com", transport: mock)
  }

  @Test func `a router is an enum of a domain's endpoints`() async throws {
    #expect(try await client.send(UserRouter.user(id: "12")) == User(name: "Ada"))
    #expect(mock.requests[0].head.target == "https://www.myApi.com/user/12")
  }

  @Test func `a router may have another base URL`() async throws {
    // [base]
    var other = client
    other.baseURL = "https://www.anotherapi.com"
    _ = try await other.send(UserRouter.user(id: "12"))
    // [/base]
    #expect(mock.requests[0].head.target == "https://www.anotherapi.com/user/12")
  }

  @Test func `builder functions are composed from left to right`() async throws {
    // [compose]
    let builder = compose(
      withHeader("X-Years", "2015"), withHeader("X-Years", "2016"), withBearer("token"), identity)
    let request = RequestBuilder.get("user/12").query(["years": 2015]).apply(builder)
    // [/compose]
    _ = try await client.send(request.header("X-None", nil).decoding(User.self))
    let head = mock.requests[0].head
    #expect(head.target == "https://www.myApi.com/user/12?years=2015")
    #expect(head.fields["X-Years"] == "2016")
    #expect(head.fields[.authorization] == "Bearer token")
  }

  @Test func `any field is set by its key path`() async throws {
    // [keypath]
    let patient = compose(
      set(\.cachePolicy, to: .reload), set(\.networkServiceType, to: .background),
      set(\.deadlines.total, to: .seconds(90)), set(\.fields["X-A"], to: "1"))
    // [/keypath]
    _ = try await client.send(RequestBuilder.get("user/1").apply(patient).bytes)
    let head = mock.requests[0].head
    #expect(head.cachePolicy == .reload && head.networkServiceType == .background)
    #expect(head.deadlines.total.map { $0 > .seconds(60) && $0 <= .seconds(90) } == true)
    #expect(head.fields["X-A"] == "1")
  }

  @Test func `a request stores its decoder and can be sent twice`() async throws {
    let request = RequestBuilder.get("user/1").decoding(User.self, with: JSONDecoder())
    for _ in 1...2 { #expect(try await client.send(request).name == "Ada") }
    #expect(mock.requests.count == 2)
    try await client.send(.delete("user/1").empty)
  }

  @Test func `a decoder of bytes replaces a parser`() async throws {
    // [parser]
    let names = ResponseDecoder<[User]> { response, _ in
      let text = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
      return text.split(separator: ",").map { User(name: String($0)) }
    }
    let users = try await client.send(.get("names").decoding(by: names))
    // [/parser]
    #expect(users == [User(name: "Ada"), User(name: "Bo")])
  }

  // [requester]
  private struct Requester: HTTPTransport {
    let name = "my requester"

    func send(
      _ request: HTTPRequest, body: HTTPBody, context: TransportContext
    ) async throws(TransportError) -> HTTPResponse {
      HTTPResponse(HTTPResponseHead(.ok), body: .bytes(Array(request.target.utf8)))
    }

    func close() async {}
  }
  // [/requester]

  @Test func `a transport replaces a requester`() async throws {
    let client = HTTPClient(baseURL: "https://www.myApi.com", transport: Requester())
    #expect(try await client.send(.get("x").text) == "https://www.myApi.com/x")
  }

  @Test func `the response is delivered on the requested queue`() async {
    let queue = DispatchQueue(label: "responses")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let isThere: Bool = await withCheckedContinuation { done in
      // [queue]
      client.send(.get("user/1").decoding(User.self), on: .queue(queue)) { _ in
        done.resume(returning: DispatchQueue.getSpecific(key: key) == true)
      }
      // [/queue]
    }
    #expect(isThere)
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

  @Test func `the page shows the code that is compiled here`() throws {
    try SeedRows.checkPage("JustNetworking.md", file: #filePath)
  }
}
