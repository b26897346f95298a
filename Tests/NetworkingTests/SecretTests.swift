import Foundation
import Networking
import Testing
import TremaHTTP

@Suite struct SecretTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    let value: any Sendable
    var testDescription: String { name }

    init(_ name: String, _ value: any Sendable) {
      self.name = name
      self.value = value
    }
  }

  private struct Answer: Codable, Sendable { var token = SecretTests.secret }

  private struct Quoting: Error, CustomStringConvertible {
    var description: String { SecretTests.secret }
  }

  private static let secret = "planted-secret"
  private static let bytes = Array(secret.utf8)
  private static let url = "https://ada:\(secret)@example.com/x?token=\(secret)#\(secret)"
  private static let fields: HTTPFields = [
    "Accept": "text/html", "Authorization": "Bearer \(secret)", "X-Api-Key": secret,
    "Cookie": secret, "Set-Cookie": "id=\(secret)", "Location": url,
  ]

  private static let messages: [Place] = {
    let request = HTTPRequest(.post, url, fields: fields)
    let head = HTTPResponseHead(.ok, fields: fields, url: url)
    let body = HTTPBody.bytes(bytes)
    return [
      Place("HTTPRequest", request),
      Place("HTTPFields", fields),
      Place("HTTPFields.Field", fields[1]),
      Place("HTTPResponseHead", head),
      Place("HTTPResponse", HTTPResponse(head, body: .bytes(bytes))),
      Place("HTTPResponseBody", HTTPResponseBody.bytes(bytes)),
      Place("HTTPBody", body),
      Place("URITemplate.Value.text", URITemplate.Value.text(secret)),
      Place("URITemplate.Value.list", URITemplate.Value.list([secret])),
      Place("URITemplate.Value.pairs", URITemplate.Value.pairs([.init("token", secret)])),
      Place("URITemplate.Value.Pair", URITemplate.Value.Pair("token", secret)),
      Place("ClientRequest", ClientRequest(request, body: body)),
      Place("HTTPFailure", HTTPFailure(head, body: bytes, value: Answer(), problem: Quoting())),
    ]
  }()

  private static let configurations: [Place] = {
    let identities: [TLSPolicy.Identity] = [
      .pem(certificate: bytes, key: bytes, passphrase: secret),
      .pkcs12(bytes, passphrase: secret),
    ]
    let policies = identities.flatMap { identity -> [Place] in
      let tls = TLSPolicy(identity: identity)
      return [
        Place("TLSPolicy.Identity", identity),
        Place("TLSPolicy", tls),
        Place("TransportConfiguration with TLS", TransportConfiguration(tls: tls)),
      ]
    }
    let urls = [
      "http://ada:\(secret)@proxy:80", "ada:\(secret)@proxy:80", "http:/ada:\(secret)@proxy",
    ]
    let proxies = urls.flatMap { url -> [Place] in
      let proxy = TransportConfiguration.Proxy.url(url)
      return [
        Place("Proxy", proxy),
        Place("TransportConfiguration", TransportConfiguration(proxy: proxy)),
      ]
    }
    return policies + proxies
  }()

  private static let requests: [Place] = {
    let form = MultipartForm([.text("token", secret)])
    let query: Parameters = ["token": secret]
    let answer = MockResponse.text(secret, fields: fields)
    let draft = RequestBuilder.post(url).headers(fields).query("token", secret).multipart(form)
      .mock(answer)
    let text = RequestBuilder.post(url).headers(fields).body(.bytes(bytes))
    let client = HTTPClient(baseURL: url, fields: fields, transport: MockTransport(.any(answer)))
    return [
      Place("RequestBuilder", draft),
      Place("RequestBuilder with a text", text),
      Place(
        "RequestBuilder with a problem", RequestBuilder.get("x").header("X-Key", "\(secret)\n")),
      Place("Request", draft.decoding(Answer.self)),
      Place("AnyDraft", draft.decoding(Answer.self).builder),
      Place("Call", client.call(draft.decoding(Answer.self))),
      Place("RequestOptions", draft.options),
      Place("RequestBody", text.body),
      Place("HTTPClient", client),
      Place("QueryItem", QueryItem("token", secret)),
      Place("QueryItem of several", QueryItem("token", joining: [secret, secret])),
      Place("Parameters", query),
      Place("Parameters of items", Parameters([QueryItem("token", secret)])),
      Place("Parameters of a value", Parameters(Answer())),
      Place("URLPath", URLPath("users?token=\(secret)")),
      Place("URLPath of a template", URLPath("users{?token}", ["token": secret])),
      Place("MultipartForm", form),
      Place("MultipartForm.Part", form.parts[0]),
      Place("MockResponse", answer),
      Place("MockRule", MockRule.any(answer)),
      Place("MockTransport", MockTransport(.any(answer))),
    ]
  }()

  private static let errors: [Place] = {
    let request = HTTPRequest(.get, url, fields: fields)
    let head = HTTPResponseHead(.notFound, fields: fields, url: url)
    let context = DecodingError.Context(codingPath: [], debugDescription: secret)
    let unwritten = EncodingError.invalidValue(
      secret, EncodingError.Context(codingPath: [], debugDescription: secret))
    let kinds: [NetworkError.Kind] = [
      .status(HTTPFailure(head, body: bytes, value: Answer(), problem: Quoting())),
      .decoding(DecodingError.dataCorrupted(context)), .decoding(Quoting()), .encoding(unwritten),
      .encoding(ParameterError(.thrown(Quoting()), at: ["token"])),
      .constraint(name: "Login", DecodingError.dataCorrupted(context)),
      .interceptor(name: "Sign", unwritten),
    ]
    return kinds.flatMap { kind in
      [
        Place("NetworkError.Kind", kind),
        Place("NetworkError", NetworkError(kind, request: request, response: head)),
      ]
    } + [
      Place("ParameterError", ParameterError(.thrown(Quoting()))),
      Place("ParameterError.Reason", ParameterError.Reason.thrown(Quoting())),
    ]
  }()

  /// The descriptions and dumps of a value, also as a part of others.
  private static func shown(_ value: any Sendable) -> [String] {
    var printed = ""
    print(value, to: &printed)
    var debugged = ""
    debugPrint(value, to: &debugged)
    var dumped = ""
    dump(value, to: &dumped)
    var nested = ""
    dump(["key": [value]], to: &nested)
    return [
      printed, debugged, dumped, nested, "\(value)", String(reflecting: value), "\([value])",
      "\(Optional(value) as Any)", "\((value, 1))",
    ]
  }

  private static func hasSecret(_ text: String) -> Bool {
    // The bytes as an array is printed, and as it is dumped.
    let lines = bytes.map { "- \($0)" }
    let isDumped = text.split(separator: "\n").map { $0.drop { $0 == " " } }.contains { line in
      line == lines[1]
    }
    let printed = bytes.map(String.init).joined(separator: ", ")
    return text.contains(secret) || text.contains(printed) || isDumped
  }

  @Test(arguments: messages + configurations + requests + errors)
  func `no printed representation shows a secret`(_ place: Place) {
    for text in Self.shown(place.value) {
      #expect(!Self.hasSecret(text), "\(text)")
      #expect(!text.isEmpty)
    }
  }

  @Test func `the search finds an unprotected secret in printed values`() {
    struct Open: Sendable {
      var text = SecretTests.secret
    }
    struct OpenBytes: Sendable {
      var bytes = SecretTests.bytes
    }
    for text in Self.shown(Open()) + Self.shown(OpenBytes()) {
      #expect(Self.hasSecret(text), "\(text)")
    }
  }

  @Test func `a request recorded by a mock shows no secret`() async throws {
    let mock = MockTransport(.on(.post, "/x/{id}"))
    let client = HTTPClient(baseURL: "https://example.com", fields: Self.fields, transport: mock)
    try await client.send(
      RequestBuilder.post("x/\(Self.secret)-1").query("token", Self.secret).body(.bytes(Self.bytes))
        .empty)
    let request = try #require(mock.requests.first)
    #expect(request.text == Self.secret)
    #expect(request.parameters == ["id": "\(Self.secret)-1"])
    // The path is shown, as everywhere.
    for text in Self.shown(request) {
      #expect(!Self.hasSecret(text.replacing("/x/\(Self.secret)-1", with: "")), "\(text)")
    }
  }

  @Test func `a value with its response head shows no secret`() async throws {
    let answer = MockResponse.json(Answer(), fields: Self.fields)
    let client = HTTPClient(transport: MockTransport(.any(answer)))
    let found = try await client.send(
      RequestBuilder.get("https://example.com/x?token=\(Self.secret)").decoding(Answer.self)
        .withHead)
    #expect(found.value.token == Self.secret)
    for text in Self.shown(found) { #expect(!Self.hasSecret(text), "\(text)") }
  }

  @Test func `a URL's description is its text, and debugging output omits secrets`() throws {
    let url = try URLReference(Self.url)
    #expect(url.description == Self.url)
    var dumped = ""
    dump(url, to: &dumped)
    var nested = ""
    dump([url], to: &nested)
    let redacted = "https://example.com/x?…#…"
    #expect(url.debugDescription == redacted)
    #expect(String(reflecting: [url]) == "[\(redacted)]")
    #expect(dumped == "- \(redacted)\n")
    #expect(!Self.hasSecret(nested))
  }

  @Test func `values that are not secret are shown`() {
    let request = HTTPRequest(
      .get, "https://example.com/x?q=1",
      fields: ["accept": "text/html", "X-Id": "1", "Date": "now\u{1B}"])
    #expect(
      "\(request)"
        == #"GET https://example.com/x?… [accept: text/html, X-Id: <redacted>, Date: now\u{1B}]"#)
    #expect("\(HTTPRequest(.get, "https://example.com"))" == "GET https://example.com")
    let head = HTTPResponseHead(.ok, fields: ["ETag": "a"], url: "http://h/")
    #expect(
      "\(HTTPResponse(head, body: .bytes([1])))" == "200 http://h/ [ETag: a], a body of 1 byte")
    #expect("\(Parameters([QueryItem("a", "1"), QueryItem("b", nil)]))" == "[a=<redacted>, b]")
    #expect("\(MultipartForm([.text("t", "12")]))" == "a form with [t: a body of 2 bytes]")
    #expect("\(URLPath("a/b?c=1"))" == "a/b?…")
  }

  @Test(arguments: [
    ("https://u:p@h/x?q#f", "https://h/x?…#…"), ("users?a=1", "users?…"), ("//u:p@h/x", "//h/x"),
    ("https://h/a;v=1;id=s/b?q", "https://h/a;…/b?…"), ("a;b", "a;…"),
    ("u:p@h/x", "<invalid URL>"), ("https:/u:p@h/x", "<invalid URL>"),
    ("https://u:p@h/ä", "<invalid URL>"),
  ])
  func `possible secrets in a target are redacted`(_ target: String, _ shown: String) {
    #expect(HTTPRequest(.get, target).redactedTarget == shown)
  }

  @Test func `an error has a localized description`() {
    let transport = TransportError(.cannotConnect, "refused")
    #expect(transport.localizedDescription == "the server cannot be reached: refused")
    let error: any Error = NetworkError(
      .cancelled, request: HTTPRequest(.get, "https://example.com/x?a=1"))
    #expect(error.localizedDescription == "GET https://example.com/x?…: cancelled")
  }
}
