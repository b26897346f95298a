import Networking
import Testing
import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct DecodingTests {
  private struct User: Codable, Equatable, Sendable {
    var name: String
    var born: Int?
  }

  private func client(
    _ status: HTTPStatus = .ok, _ text: String = "", type: String? = "application/json"
  ) -> HTTPClient {
    HTTPClient(
      baseURL: "https://api.example.com", transport: TestTransport(status, text, type: type))
  }

  @Test func `values, arrays and empty responses are decoded`() async throws {
    let client = client(.ok, #"[{"name":"Ada","born":1815},{"name":"Bob"}]"#)
    let users = try await client.send(.get("users").decoding([User].self))
    #expect(users == [User(name: "Ada", born: 1815), User(name: "Bob", born: nil)])
    try await client.send(.get("users").empty)
    #expect(try await client.send(.get("users").bytes).first == UInt8(ascii: "["))
    #expect(try await client.get("users", as: [User].self) == users)
  }

  @Test func `an empty body is nil for an optional and otherwise an error`() async throws {
    let client = client(.noContent)
    #expect(try await client.send(.get("x").decoding(User?.self)) == nil)
    await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").decoding(User.self))
    }
  }

  @Test func `requests and clients can have their own decoder`() async throws {
    var client = client(.ok, #"{"full_name":"Ada"}"#)
    struct Person: Decodable, Sendable { var fullName: String }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let request = RequestBuilder.get("x").decoding(Person.self, with: decoder)
    #expect(try await client.send(request).fullName == "Ada")
    client.coders.jsonDecoder = decoder
    #expect(try await client.send(.get("x").decoding(Person.self)).fullName == "Ada")
  }

  @Test func `head and value are returned together`() async throws {
    let answer = try await client(.created, #"{"name":"Ada"}"#).send(
      .post("users").decoding(User.self).withHead)
    #expect(answer.status == .created)
    #expect(answer.fields[.contentType] == "application/json")
    #expect(answer.value.name == "Ada")
    let page = try await client(.ok, "hello").get("x")
    #expect(page.head.url == "https://api.example.com/x")
    #expect(page.value == Array("hello".utf8))
  }

  @Test func `a value can be mapped, and an error of the mapping is a decoding error`() async throws
  {
    let client = client(.ok, #"{"name":"Ada"}"#)
    let request = RequestBuilder.get("x").decoding(User.self)
    #expect(try await client.send(request.map(\.name.utf8.count)) == 3)
    struct TooOld: Error {}
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(request.map { _ -> Int in throw TooOld() })
    }
    guard case .decoding(is TooOld) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.response?.status == .ok)
  }

  private static func byType() -> ResponseDecoder<String> {
    .byContentType([
      ("application/json", .json()),
      ("application/*+json", ResponseDecoder { _, _ in "suffix" }),
      (
        "text/*",
        ResponseDecoder { response, _ in
          String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
        }
      ),
    ])
  }

  @Test(arguments: [
    ("application/json", "a"), ("Application/JSON ; charset=utf-8", "a"),
    ("application/problem+json", "suffix"), ("text/csv;header=present", #""a""#),
  ])
  func `the decoder is chosen by the content type of the response`(
    _ type: String, _ expected: String
  ) async throws {
    let value = try await client(.ok, #""a""#, type: type).send(
      .get("x").decoding(by: Self.byType()))
    #expect(value == expected)
  }

  @Test(arguments: [nil, "application/xml", "application", "textual/csv", "application/xjson"])
  func `a type without a decoder is an error that names both`(_ type: String?) async {
    let error = await #expect(throws: NetworkError.self) {
      try await client(.ok, "<a/>", type: type).send(.get("x").decoding(by: Self.byType()))
    }
    guard case .decoding(let reason as ContentTypeError) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.found == type)
    #expect(reason.expected == ["application/json", "application/*+json", "text/*"])
    #expect(error?.description.contains("expected application/json or application/*+json") == true)
  }

  @Test func `decoders add their types to Accept, and a catch-all decodes all others`() async throws
  {
    let transport = TestTransport(.ok, "a", type: nil)
    let client = HTTPClient(transport: transport)
    let decoder = ResponseDecoder<Int>.byContentType([
      ("application/json", .json()), ("application/*+json", .json()), ("text/*", .json()),
      ("*/*", ResponseDecoder { _, _ in 7 }),
    ])
    #expect(try await client.send(.get("https://example.com").decoding(by: decoder)) == 7)
    #expect(
      transport.requests.first?.fields[.accept] == "application/json, text/*, */*")
  }

  @Test func `a content type can be required`() async throws {
    let request = RequestBuilder.get("x").decoding(Int.self).requiring(
      contentType: "application/json")
    #expect(try await client(.ok, "7").send(request) == 7)
    let error = await #expect(throws: NetworkError.self) {
      try await client(.ok, "<html>7</html>", type: "text/html").send(request)
    }
    #expect(
      error?.description
        == "GET https://api.example.com/x: the response cannot be decoded: "
        + "the media type is 'text/html', expected application/json")
  }

  @Test func `statuses other than the accepted ones are errors`() async throws {
    let request = RequestBuilder.get("x").accepting(200..<300, 404, HTTPStatus.gone).bytes.withHead
    for status in [HTTPStatus.ok, .notFound, .gone] {
      #expect(try await client(status).send(request).status == status)
    }
    for status: HTTPStatus in [300, 403, 500] {
      let error = await #expect(throws: NetworkError.self) {
        try await client(status).send(request)
      }
      #expect(error?.status == status)
    }
    await #expect(throws: NetworkError.self) {
      try await client(.ok).send(RequestBuilder.get("x").accepting(404).empty)
    }
    try await client(599).send(RequestBuilder.get("x").accepting(0...10_000).empty)
  }

  @Test func `a request's body limit overrides the client's`() async throws {
    let limits = LockedValue<[TransportContext.Delivery]>([])
    var client = HTTPClient(
      baseURL: "https://api.example.com",
      transport: TestTransport { (request, _, context) throws(TransportError) in
        limits.withLock { $0.append(context.delivery) }
        return response(to: request)
      })
    client.responseLimit = 100
    try await client.send(.get("x").empty)
    try await client.send(.get("x").responseLimit(7).empty)
    _ = try await client.send(.get("x").response)
    #expect(limits.value == [.whole(limit: 100), .whole(limit: 7), .stream])
  }

  @Test func `the error for a truncated body contains the request and the attempts`() async throws {
    let count = LockedValue(0)
    var client = HTTPClient(
      baseURL: "https://api.example.com",
      transport: TestTransport { (request, _, _) throws(TransportError) in
        if count.add(1) == 0 { throw TransportError(.cannotConnect) }
        let source = CachePieces([[1, 2]], failure: TransportError(.truncatedBody))
        return HTTPResponse(
          HTTPResponseHead(.ok, url: request.target), body: .stream(source))
      })
    client = client.adding(Retry(backoff: Backoff(base: .zero)))
    func check(_ error: NetworkError?) {
      #expect(error?.request?.target == "https://api.example.com/x")
      #expect(error?.response?.status == .ok && error?.attempts == 2)
      #expect(error?.mayHaveBeenSent == true)
    }
    let response = try await client.send(.get("x").response)
    #expect(try await response.body.next() == [1, 2])
    check(await #expect(throws: NetworkError.self) { try await response.body.next() })
    count.value = 0
    let lines = try await client.send(.get("x").lines)
    check(await #expect(throws: NetworkError.self) { for try await _ in lines {} })
    let limited = try await client.send(.get("x").response)
    let tooLarge = await #expect(throws: NetworkError.self) {
      try await limited.body.collect(upTo: 1)
    }
    guard case .transport(let error) = tooLarge?.kind else {
      Issue.record("\(String(describing: tooLarge))")
      return
    }
    #expect(error.kind == .bodyTooLarge(limit: 1))
  }
}
