import Foundation
import Testing
import TremaHTTP

@testable import TremaURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct FoundationFaultTests {
  @Test(arguments: [
    #"Basic realm="x""#, #"Basic realm="x", Bearer"#, "Bearer", #"Digest realm="x", nonce="y""#,
    "Basic", "",
  ])
  func `a 401 response is returned with its body for any challenge`(challenge: String) async throws
  {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    for fields: HTTPFields in [[:], ["Authorization": "Basic dTpw"]] {
      for context in [TransportContext(), .stream] {
        let response = try await transport.get(
          server.url("/unauthorised/\(challenge.hex)"), fields: fields, HTTPDeadlines(), context)
        #expect(response.status == .unauthorized)
        #expect(try await response.body.collect(upTo: 100) == Array("who are you?".utf8))
      }
    }
    #expect(try await server.seen("/unauthorised/\(challenge.hex)", by: transport) == 4)
    await transport.close()
  }

  @Test func `a redirect is not followed, and its body is returned`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let target = server.url("/echo", host: "localhost")
    let response = try await transport.get(
      server.url("/redirect/\(target.hex)"), fields: ["Authorization": "Bearer secret"])
    #expect(response.status == .found)
    #expect(response.fields["Location"] == target)
    #expect(response.text == "moved")
    #expect(try await server.seen("/echo", by: transport) == 0)
    await transport.close()
  }

  @Test func `a redirect without a usable location is returned as a response`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    #expect(try await transport.get(server.url("/lost")).status == .found)
    await transport.close()
  }

  @Test func `only the requested fields are sent, and none of Foundation's`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let echo = try Echo(
      await transport.post(server.url("/echo"), .bytes(Array("abc".utf8)), fields: ["X-Empty": ""]))
    #expect(echo.length == 3)
    #expect(echo["Content-Type"] == [])
    #expect(echo["User-Agent"] == [])
    #expect(echo["Accept-Language"] == [])
    #expect(echo["X-Empty"] == [""])
    let typed = try Echo(
      await transport.post(
        server.url("/echo"), .bytes(Array("{}".utf8)),
        fields: ["Content-Type": "application/json", "User-Agent": "trema"]))
    #expect(typed["Content-Type"] == ["application/json"])
    #expect(typed["User-Agent"] == ["trema"])
    await transport.close()
  }

  @Test(arguments: [HTTPMethod.get, .put, .delete, .options, .patch, .trace])
  func `methods are sent unchanged`(method: HTTPMethod) async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let response = try await transport.send(
      HTTPRequest(method, server.url("/echo")), body: .empty, context: TransportContext())
    #expect(try Echo(response).method == method.name)
    await transport.close()
  }

  @Test func `a body on GET is rejected before anything is sent`() async throws {
    let transport = try URLSessionTransport.make()
    let kind = await kind {
      _ = try await transport.send(
        HTTPRequest(.get, "http://127.0.0.1:9/"), body: .bytes([1]), context: TransportContext())
    }
    #expect(kind == .invalidRequest(.bodyNotAllowed(.get)))
    await transport.close()
  }

  @Test func `compressed content is decoded, and its coding fields are removed`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let response = try await transport.get(server.url("/gzip"))
    #expect(response.text.utf8.count == 500)
    #expect(response.fields["Content-Encoding"] == nil)
    #expect(response.fields["Content-Length"] == nil)
    let head = try await transport.send(
      HTTPRequest(.head, server.url("/gzip")), body: .empty, context: TransportContext())
    #expect(head.fields["Content-Encoding"] == "gzip")
    await transport.close()
  }

  @Test func `compressed content that expands beyond the limit is rejected`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let kind = await kind {
      let context = TransportContext(delivery: .stream, decodedLimit: 1 << 20)
      let response = try await transport.get(
        server.url("/bomb"), fields: [:], HTTPDeadlines(), context)
      _ = try await response.body.collect(upTo: 1 << 30)
    }
    #expect(kind == .content(.tooLarge(limit: 1 << 20)))
    await transport.close()
  }

  @Test func `Set-Cookie fields are returned separately`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let response = try await transport.get(server.url("/cookies"))
    #expect(
      response.fields[values: .setCookie] == [
        "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/",
        "b=2; Expires=Thu, 10-Jun-27 10:18:14 GMT", "c=x=y, z; HttpOnly",
      ])
    // Cookies are not stored: the next request has none.
    #expect(try Echo(await transport.get(server.url("/echo")))["Cookie"] == [])
    await transport.close()
  }

  @Test func `the session configuration applies, except for the transport's own settings`()
    async throws
  {
    let server = try OddServer()
    // The settings of proxies are tested, too.
    await (try URLSessionTransport.make()).close()
    let transport = try URLSessionTransport(adjusting: { session in
      session.httpAdditionalHeaders = ["X-Session": "mine"]
      session.httpCookieStorage = .shared
      session.httpShouldSetCookies = true
    })
    _ = try await transport.get(server.url("/cookies"))
    let echo = try Echo(await transport.get(server.url("/echo")))
    #expect(echo["X-Session"] == ["mine"])
    #expect(echo["Cookie"] == [])
    await transport.close()
  }

  #if canImport(FoundationNetworking)
    @Test func `an IPv6 address is rejected`() async throws {
      let transport = try URLSessionTransport.make()
      let kind = await kind { _ = try await transport.get("http://[::1]:9/") }
      #expect(kind == .unsupported(.ipv6Literal))
      await transport.close()
    }
  #endif
}
