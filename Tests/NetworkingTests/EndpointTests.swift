import Networking
import Testing
import TremaHTTP

/// A shop, as an app would declare it: endpoints as types, services as functions.
private struct Item: Codable, Equatable, Sendable {
  var name: String
}

/// All calls in one type; the associated values are their parameters.
private enum Shop: Endpoint {
  case items(search: String?)
  case item(Int)
  case add(Item)
  case status

  var request: Request<[Item]> {
    switch self {
    case .items(let search):
      RequestBuilder.get("items").query("search", search).apply(Self.generator).decoding()
    case .item(let number): (RequestBuilder.get("items/\(number)") |> Self.generator).decoding()
    case .add(let item): RequestBuilder.post("items").json(item).apply(Self.generator).decoding()
    // This endpoint has another server than the others.
    case .status: RequestBuilder.get("https://status.example.com/items").decoding()
    }
  }

  /// The part that all endpoints share.
  static let generator = compose(withJSON, withHeader("X-App", "shop"))
}

/// One call with its parameters as properties.
private struct Purchase: Endpoint {
  var item: Int
  var amount: Int?

  var request: Request<Void> {
    RequestBuilder.put("items/\(item)/purchase").query("amount", amount.map(String.init)).empty
  }
}

private final class Removal: Endpoint {
  let item: Int
  init(item: Int) { self.item = item }
  var request: Request<Response<Void>> { RequestBuilder.delete("items/\(item)").empty.withHead }
}

// Each slice is a protocol; a type that needs two requires both, and sees no more.
private protocol HasClient: Sendable {
  var client: HTTPClient { get }
}

private protocol ItemService: HasClient {}

extension ItemService {
  func items(search: String? = nil) -> Call<[Item]> { client.call(Shop.items(search: search)) }
}

private protocol PurchaseService: HasClient {}

extension PurchaseService {
  func purchase(_ item: Int, amount: Int? = nil) -> Call<Void> {
    client.call(Purchase(item: item, amount: amount))
  }
}

private typealias Services = ItemService & PurchaseService

private struct API: Services {
  let client: HTTPClient
}

private struct ViewModel {
  let services: any Services

  func buyFirst() async throws -> Item? {
    guard let first = try await services.items(search: "tea & cake")().first else { return nil }
    try await services.purchase(0, amount: 2)()
    return first
  }
}

@Suite struct EndpointTests {
  private let transport = TestTransport(.ok, #"[{"name":"tea"}]"#)

  private var client: HTTPClient {
    HTTPClient(baseURL: "https://api.example.com/v1", transport: transport)
  }

  @Test func `the description of an endpoint is its method and path without parameters`() {
    for shown in ["\(Shop.items(search: "s3cr3t"))", String(reflecting: Shop.items(search: "x"))] {
      #expect(shown == "GET items")
    }
    var dumped = ""
    dump(Purchase(item: 7, amount: 12), to: &dumped)
    #expect(dumped.contains("PUT items/7/purchase"))
    #expect(!dumped.contains("12"))
    #expect("\(Removal(item: 3))" == "DELETE items/3")
  }

  @Test func `an enum can be an endpoint with a case for each call`() async throws {
    for endpoint in [
      Shop.items(search: nil), .items(search: "tea"), .item(4), .add(Item(name: "x")),
    ] {
      #expect(try await client.send(endpoint) == [Item(name: "tea")])
    }
    #expect(
      transport.requests.map { "\($0.method) \($0.target)" } == [
        "GET https://api.example.com/v1/items", "GET https://api.example.com/v1/items?search=tea",
        "GET https://api.example.com/v1/items/4", "POST https://api.example.com/v1/items",
      ])
    #expect(transport.requests.allSatisfy { $0.fields["X-App"] == "shop" })
    #expect(transport.requests.last?.fields[.contentType] == "application/json")
  }

  @Test func `an endpoint can use another server`() async throws {
    _ = try await client.send(Shop.status)
    #expect(transport.requests.last?.target == "https://status.example.com/items")
  }

  @Test func `structs and classes can be endpoints`() async throws {
    try await client.send(Purchase(item: 4, amount: nil))
    try await client.send(Purchase(item: 4, amount: 2))
    #expect(try await client.send(Removal(item: 4)).status == .ok)
    #expect(
      transport.requests.map { "\($0.method) \($0.target)" } == [
        "PUT https://api.example.com/v1/items/4/purchase",
        "PUT https://api.example.com/v1/items/4/purchase?amount=2",
        "DELETE https://api.example.com/v1/items/4",
      ])
  }

  @Test func `the request of an endpoint is printed as its method and path`() {
    #expect("\(Shop.item(4).request)" == "GET items/4")
    #expect("\(Purchase(item: 4, amount: 2).request)" == "PUT items/4/purchase")
  }

  @Test func `a view model depends only on the service protocols it needs`()
    async throws
  {
    #expect(try await ViewModel(services: API(client: client)).buyFirst() == Item(name: "tea"))
    #expect(
      transport.requests.map(\.target) == [
        "https://api.example.com/v1/items?search=tea%20%26%20cake",
        "https://api.example.com/v1/items/0/purchase?amount=2",
      ])
  }
}
