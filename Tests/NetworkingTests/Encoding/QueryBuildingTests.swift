import Foundation
import Networking
import Testing
import TremaHTTP

@Suite struct QueryBuildingTests {
  private let client = HTTPClient(baseURL: "https://a.example", transport: EchoTransport())

  private func sent<Body>(_ draft: RequestBuilder<Body>, _ coders: ClientCoders = ClientCoders())
    async throws -> String
  {
    var client = client
    client.coders = coders
    let text = String(decoding: try await client.send(draft.bytes), as: UTF8.self)
    return text.replacingOccurrences(of: "https://a.example/", with: "/")
  }

  private struct Search: Encodable, Sendable {
    var text = "a b"
    var page: Int?
    var tags = ["x", "y"]
  }

  private func get(_ target: String = "s") -> RequestBuilder<BodyForbidden> { .get(target) }
  private func post(_ target: String = "s") -> RequestBuilder<BodyAllowed> { .post(target) }

  @Test func `parameters are appended one by one, and nil is ignored`() async throws {
    let nothing: Int? = nil
    let draft = get().query("text", "a&b=c").query("n", 3).query("yes", true).query("half", 0.5)
      .query("none", nothing).query("nil", nil).query("list", [1, 2])
      .query("day", Date(timeIntervalSince1970: 0))
    #expect(
      try await sent(draft)
        == "GET /s?text=a%26b%3Dc&n=3&yes=true&half=0.5&list=1&list=2&day=1970-01-01T00%3A00%3A00Z")
  }

  @Test func `multiple parameters are appended in order`() async throws {
    let page: Int? = nil
    #expect(
      try await sent(get().query(["z": 1, "a": "x", "page": page, "none": nil])) == "GET /s?z=1&a=x"
    )
    #expect(try await sent(get().query(["z": 2, "b": 1])) == "GET /s?z=2&b=1")
    let values: [String: (any Encodable & Sendable)?] = ["z": 1, "a": "x", "page": page]
    #expect(try await sent(get().query(values)) == "GET /s?a=x&z=1")
    let plain = ["z": 1, "a": 2]
    #expect(try await sent(get().query(plain)) == "GET /s?a=2&z=1")
    #expect(
      try await sent(get().query([QueryItem("b", nil), QueryItem("a", ""), QueryItem("b", "1")]))
        == "GET /s?b&a=&b=1")
  }

  @Test func `the properties of a value are appended to the query`() async throws {
    #expect(try await sent(get().query(Search())) == "GET /s?text=a%20b&tags=x&tags=y")
  }

  @Test func `the queries of the path and the base URL are kept`() async throws {
    var client = client
    client.baseURL = "https://a.example/v1/?key=1"
    let bytes = try await client.send(get("s?a=%2B&a").query("b", "+").bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self) == "GET https://a.example/v1/s?key=1&a=%2B&a&b=%2B")
  }

  @Test
  func `an operator appends optional values to queries, forms and fields`() async throws {
    let page: Int? = 2
    let sort: String? = nil
    let parameters = Parameters() <++ ("page", page) <++ ("sort", sort) <++ ("q", "x y")
    #expect(try await sent(get().query(parameters)) == "GET /s?page=2&q=x%20y")
    #expect(
      try await sent(post().form(parameters))
        == "POST /s\napplication/x-www-form-urlencoded\npage=2&q=x+y")
    let fields = HTTPFields() <++ (.accept, "text/plain") <++ ("X-Sort", sort) <++ ("X-N", "1")
    #expect(fields == ["Accept": "text/plain", "X-N": "1"])
  }

  @Test func `the client's encoders determine the encoding`() async throws {
    let rules = ParameterRules(
      arrays: .brackets, keys: .uppercased, bools: .digits, nils: .bare, space: .plus)
    let coders = ClientCoders(query: QueryEncoder(rules), form: FormEncoder(rules))
    #expect(
      try await sent(get().query(Search()).query("mine", [true]), coders)
        == "GET /s?TEXT=a+b&PAGE&TAGS%5B%5D=x&TAGS%5B%5D=y&mine%5B%5D=1")
    #expect(
      try await sent(post().form(Search()), coders)
        == "POST /s\napplication/x-www-form-urlencoded\nTEXT=a+b&PAGE&TAGS%5B%5D=x&TAGS%5B%5D=y")
  }

  @Test func `forms are built from pairs, items, dictionaries and values`() async throws {
    let head = "POST /s\napplication/x-www-form-urlencoded\n"
    #expect(try await sent(post().form(["z": "a b", "a": 1, "n": nil])) == head + "z=a+b&a=1")
    #expect(try await sent(post().form([QueryItem("ä", "~*")])) == head + "%C3%A4=%7E*")
    let dictionary = ["z": "1", "a": "2"]
    #expect(try await sent(post().form(dictionary)) == head + "a=2&z=1")
    #expect(try await sent(post().form(Search())) == head + "text=a+b&tags=x&tags=y")
    #expect(
      try await sent(
        post().form(Search(), with: FormEncoder(ParameterRules(arrays: .commas, space: .plus))))
        == head + "text=a+b&tags=x,y")
    #expect(
      try await sent(
        post().header(.contentType, "application/x-www-form-urlencoded;v=1")
          .form(["a": 1])) == "POST /s\napplication/x-www-form-urlencoded;v=1\na=1")
  }

  @Test func `separators in elements of a joined array are encoded`() {
    let encoder = QueryEncoder(ParameterRules(allowed: .queryValue))
    let item = QueryItem("k", joining: ["a,b", "c"], by: ",")
    #expect(encoder.text(of: [item]) == "k=a%2Cb,c")
    #expect(item.value == "a,b,c")
    var changed = item
    changed.value = "a,b"
    #expect(encoder.text(of: [changed]) == "k=a,b")
    #expect(QueryEncoder().text(of: [QueryItem("k", joining: ["1", "2"], by: "|")]) == "k=1%7C2")
  }

  @Test func `parameters are placed according to the method`() async throws {
    struct Page: Encodable, Sendable { var page = 2 }
    #expect(try await sent(get().parameters(Page())) == "GET /s?page=2")
    for method in [HTTPMethod.get, .head, .delete, .trace] {
      let draft = RequestBuilder<BodyAllowed>.request(method, "s").parameters(Page())
      #expect(try await sent(draft) == "\(method) /s?page=2")
    }
    for method in [HTTPMethod.post, .put, .patch, .options, .query] {
      let draft = RequestBuilder<BodyAllowed>.request(method, "s").parameters(Page())
      #expect(try await sent(draft) == "\(method) /s\napplication/json\n{\"page\":2}")
    }
    #expect(try await sent(post().parameters(Page(), in: .query)) == "POST /s?page=2")
    #expect(
      try await sent(post().parameters(Page(), in: .form))
        == "POST /s\napplication/x-www-form-urlencoded\npage=2")
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.request(.get, "s").parameters(Page(), in: .json).empty)
    }
    guard case .invalidRequest(.bodyNotAllowed(.get)) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
