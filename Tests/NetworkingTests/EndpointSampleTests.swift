import Networking
import Testing
import TremaHTTP

private struct Dish: Codable, Equatable, Sendable {
  var name: String
}

private struct DishEndpoint: SampledEndpoint {
  var id: Int
  var language: String?
  var request: Request<Dish> { .get("dishes/\(id)").query("lang", language).decoding() }
  var sample: MockResponse { .json(Dish(name: "Soup \(id)")) }
}

private struct StatusEndpoint: Endpoint {
  var path = "now"
  var baseURL: String? { "https://status.example.com/v2" }
  var request: Request<Void> { .get(path).empty }
}

@Suite struct EndpointSampleTests {
  @Test func `a mock responds with the sample of an endpoint`() async throws {
    let mock = MockTransport(
      .sample(of: DishEndpoint(id: 7)), .sample(of: DishEndpoint(id: 8, language: "de é")))
    let client = HTTPClient(baseURL: "https://api.example.com/v1", transport: mock)
    #expect(try await client.send(DishEndpoint(id: 7)) == Dish(name: "Soup 7"))
    #expect(try await client.send(DishEndpoint(id: 8, language: "de é")) == Dish(name: "Soup 8"))
    #expect(try await client.call(DishEndpoint(id: 7)).value() == Dish(name: "Soup 7"))
    let error = await failure(of: client, DishEndpoint(id: 8).request)
    guard case .transport(let reason)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      reason.description.contains("'GET dishes/7', 'GET dishes/8?lang=de%20%C3%A9'"),
      "\(reason)")
  }

  @Test func `an endpoint can have its own base URL`() async throws {
    let mock = MockTransport(.any())
    var client = HTTPClient(baseURL: "https://api.example.com/v1", transport: mock)
    client.fields = ["X-Key": "secret"]
    try await client.send(StatusEndpoint())
    try await client.call(StatusEndpoint(path: "https://else.example/x"))()
    try await client.send(.get("a").baseURL("https://api.example.com/v9").empty)
    try await client.send(.get("a").empty)
    #expect(
      mock.requests.map(\.head.target) == [
        "https://status.example.com/v2/now", "https://else.example/x",
        "https://api.example.com/v9/a", "https://api.example.com/v1/a",
      ])
    // Fields of the client are sent to its own origin alone.
    #expect(
      mock.requests.map { $0.head.fields.contains("X-Key") } == [false, false, true, true])
    let error = await failure(of: client, RequestBuilder.get("a").baseURL("https://h:x").empty)
    guard case .invalidRequest? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a value is returned with its head and body`() async throws {
    let mock = MockTransport(.any(.json(text: #"{"name": "Soup", "price": 3}"#)))
    let client = HTTPClient(baseURL: "https://api.example.com", transport: mock)
    let found = try await client.send(.get("x").decoding(Dish.self).withHead)
    #expect(found.value == Dish(name: "Soup") && found.status == .ok)
    #expect(String(decoding: found.body, as: UTF8.self) == #"{"name": "Soup", "price": 3}"#)
    #expect(try await client.send(.get("x").lines.withHead).body.isEmpty)
  }

  @Test func `queries and fields can be set by composed functions`() throws {
    let step = compose(
      withQuery(["page": 2, "tags": ["a b", "ü"], "none": nil]),
      withHeaders(["X-A": "0", "X-B": nil, "X-C": "", "x-a": "1"]), withJSON)
    let request = try step(HTTPRequest(.get, "dishes?sort=name#top"))
    #expect(request.target == "dishes?sort=name&page=2&tags=a%20b&tags=%C3%BC#top")
    #expect(request.fields["X-A"] == "1" && !request.fields.contains("X-B"))
    #expect(!request.fields.contains("X-C") && request.fields[.accept] == "application/json")
    let same = try withQuery([:])(HTTPRequest(.get, "http://h/a?"))
    #expect(same.target == "http://h/a?")
    #expect(throws: HTTPSyntaxError.self) {
      try withQuery(["a": 1])(HTTPRequest(.get, "http://h:x/"))
    }
  }
}
