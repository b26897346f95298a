import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport

/// A server that redirects a request with secrets anywhere.
@Suite struct RedirectOriginTests {
  private static let secrets = [
    "planted-token", "planted-key", "planted-client", "planted-cookie", "planted-own",
    "planted-xsrf", "planted-proxy",
  ]

  private static let cookies = ["planted-cookie", "planted-xsrf"]

  private func client(_ transport: TestTransport, base: String = "https://a.example") throws
    -> HTTPClient
  {
    let jar = CookieJar()
    jar.store(["Set-Cookie": "sid=planted-cookie; Path=/"], from: "https://a.example/")
    jar.store(["Set-Cookie": "XSRF-TOKEN=planted-xsrf; Path=/"], from: "https://a.example/")
    var client = HTTPClient(baseURL: base, transport: transport)
    client.fields = ["X-Client": "planted-client"]
    return client.adding(Redirects(allowsInsecure: true, originBoundFields: ["X-Key"]))
      .adding(Cookies(jar)).adding(XSRF(jar))
      .adding(Authentication(.bearer("planted-token")))
  }

  private func post(_ path: String) -> RequestBuilder<BodyAllowed> {
    RequestBuilder.post(path).header("X-Key", "planted-key").header("X-Own", "planted-own")
      .header("Proxy-Authorization", "planted-proxy").onlyForOrigin("X-Own")
  }

  private static func redirect(_ request: HTTPRequest, to location: String?) -> HTTPResponse {
    HTTPResponse(
      HTTPResponseHead(
        location == nil ? .ok : .temporaryRedirect,
        fields: location.map { ["Location": $0] } ?? [:], url: request.target))
  }

  @Test(arguments: [
    "https://evil.example/", "//evil.example/", "//evil.example", "\\\\evil.example\\x",
    "/\\evil.example/", "https:evil.example/", "https:/evil.example/", "https:///evil.example/",
    "https:\\\\evil.example/", "https://evil.example\\@a.example/",
    "https://evil.example#@a.example/",
    "https://evil.example?@a.example/", "https://evil.example/https://a.example/",
    "https://a.example@evil.example/", "https://a.example:443@evil.example/",
    "https://a.example%2eevil.example/", "https://a.example%00.evil.example/",
    "https://a.example.evil.example/", "https://a.example./", "https://.a.example/",
    "https://a.example:444/", "https://a.example:80/", "http://a.example/", "http://a.example:443/",
    "https://аa.example/", "https://xn--aa-6kc.example/", "https://[::1]/",
    "https://[::ffff:1.2.3.4]/",
    "https://1.2.3.4/", "https://0x7f.1/", "HTTPS://EVIL.EXAMPLE/", "/..//evil.example/",
    "..//evil.example/", "?//evil.example/", "/.//evil.example/", " https://evil.example/",
    "https://a.example\u{3002}evil.example/", "https://a.example;.evil.example/",
  ])
  func `secrets for one server are not sent to another`(_ location: String) async throws {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      Self.redirect(request, to: request.target == "https://a.example/x" ? location : nil)
    }
    _ = try await client(transport).call(post("x").empty).result
    let first = try #require(transport.requests.first)
    for secret in Self.secrets {
      #expect(first.fields.contains { $0.value.contains(secret) }, "\(secret)")
    }
    for request in transport.requests.dropFirst() {
      // The expected origin is determined independently, by comparing strings.
      let isOwn =
        request.target.hasPrefix("https://a.example/")
        || request.target.hasPrefix("https://a.example:443/")
      // Cookies depend on hosts, neither on ports nor, unless they are secure, on schemes (RFC
      // 6265, 8.5).
      let hasOwnHost = ["http", "https"].contains { scheme in
        request.target.hasPrefix("\(scheme)://a.example/")
          || request.target.hasPrefix("\(scheme)://a.example:")
      }
      let bound = Self.secrets.filter { !hasOwnHost || isOwn || !Self.cookies.contains($0) }
      let said = bound.filter { secret in
        request.fields.contains { $0.value.contains(secret) } || request.target.contains(secret)
      }
      if !isOwn { #expect(said.isEmpty, "\(request.target)") }
      #expect(!isOwn || !said.isEmpty, "\(request.target)")
    }
  }

  @Test func `each hop to another origin and back gets only that origin's secrets`() async throws {
    let hops = [
      "https://a.example/1": "https://b.example/2", "https://b.example/2": "http://a.example/3",
      "http://a.example/3": "https://a.example:8443/4",
      "https://a.example:8443/4": "https://A.example:443/5",
    ]
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      Self.redirect(request, to: hops[request.target])
    }
    try await client(transport).send(post("1").empty)
    let sent = transport.requests
    #expect(sent.count == 5)
    for name in ["Authorization", "X-Client", "X-XSRF-TOKEN"] as [HTTPFields.Name] {
      #expect(
        sent.map { $0.fields.contains(name) } == [true, false, false, false, true], "\(name)")
    }
    #expect(sent.map { $0.fields.contains(.cookie) } == [true, false, true, true, true])
    // Credentials of the request itself were for that one request.
    for name in ["X-Key", "X-Own", "Proxy-Authorization"] as [HTTPFields.Name] {
      #expect(sent.map { $0.fields.contains(name) } == [true, false, false, false, false])
    }
  }

  @Test func `a policy based on the first request does not pass on its credentials`()
    async throws
  {
    for target in ["https://b.example/y", "https://a.example/y"] {
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        Self.redirect(request, to: request.target == "https://a.example/x" ? target : nil)
      }
      let redirects = Redirects(originBoundFields: ["X-Key"]) { proposal in
        var head = proposal.redirectedRequest
        head.target = "https://b.example/z"
        return .send(ClientRequest(head, body: proposal.request.body))
      }
      try await HTTPClient(transport: transport).adding(redirects).send(
        .post("https://a.example/x").bearer("t").header("X-Key", "k").header("X-Other", "o").empty)
      let last = try #require(transport.requests.last)
      #expect(last.target == "https://b.example/z")
      #expect(last.fields[.authorization] == nil)
      #expect(last.fields["X-Key"] == nil)
      #expect(last.fields["X-Other"] == "o")
    }
  }

  @Test func `a response cached for one key is not returned for another`() async throws {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      var answer = response(to: request, .ok, request.fields["X-Key"] ?? "nobody")
      answer.head.fields[.cacheControl] = "max-age=1000"
      return answer
    }
    let plain = HTTPClient(baseURL: "https://a.example", transport: transport)
    let byClient = plain.adding(Cache()).adding(Redirects(originBoundFields: ["x-key"]))
    let byRequest = plain.adding(Cache())
    for key in ["1", "2", "1"] {
      #expect(try await byClient.send(.get("x").header("X-Key", key).text) == key)
      #expect(
        try await byRequest.send(.get("x").header("x-KEY", key).onlyForOrigin("X-Key").text)
          == key)
    }
    #expect(try await byClient.send(.get("x").text) == "nobody")
    // The third response was cached.
    #expect(transport.requests.count == 5)
  }
}
