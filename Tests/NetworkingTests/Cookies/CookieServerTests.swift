#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport

  /// Cookies of real servers.
  @Suite struct CookieServerTests {
    private struct Echo: Decodable {
      let fields: [[String]]
    }

    private func withClient<Value>(
      _ base: String, _ work: (HTTPClient) async throws -> Value
    ) async throws -> Value {
      let transport = try CurlTransport()
      let client = HTTPClient(baseURL: base, transport: transport)
      let result: Result<Value, any Error>
      do { result = .success(try await work(client)) } catch { result = .failure(error) }
      await transport.close()
      return try result.get()
    }

    /// Returns the cookies that httpbin received after a redirect.
    private func cookies(_ client: HTTPClient, _ path: String) async throws -> [String: String] {
      let answer = try await client.send(
        .get(path).decoding([String: [String: String]].self).withHead)
      #expect(answer.head.redirects.count == 1)
      return answer.value["cookies"] ?? [:]
    }

    @Test func `httpbin sets and deletes cookies across redirects`() async throws {
      try await withClient(try await TestServers.httpbin()) { (plain) async throws in
        let client = plain.adding(Redirects()).adding(Cookies())
        // Each of these is a redirect to /cookies with a Set-Cookie field.
        #expect(try await cookies(client, "cookies/set?a=1&b=2") == ["a": "1", "b": "2"])
        #expect(try await cookies(client, "cookies/set/c/3") == ["a": "1", "b": "2", "c": "3"])
        #expect(try await cookies(client, "cookies/delete?a") == ["b": "2", "c": "3"])
      }
    }

    @Test func `multiple fields set multiple cookies, shared by all ports`() async throws {
      let servers = try await TestServers.redirects()
      let jar = CookieJar()
      try await withClient(servers.first) { plain in
        let client = plain.adding(Redirects()).adding(Cookies(jar))
        let expires = "Expires=Wed, 01 Jan 2070 00:00:00 GMT"
        try await client.send(
          .get("set").query("c", "a=1; \(expires)").query("c", "b=2; Path=/").empty)
        let echo = try await client.send(.get("to/302?url=\(servers.second)/echo").text)
        // A cookie ignores ports: RFC 6265, section 8.5.
        #expect(echo.contains("a=1; b=2"))
      }
      #expect(jar.cookies().count == 2)
    }

    @Test func `a flood of large cookies is sent in a field of limited size`() async throws {
      let servers = try await TestServers.redirects()
      let jar = CookieJar()
      try await withClient(servers.first) { plain in
        let client = plain.adding(Cookies(jar))
        for _ in 0..<5 { try await client.send(.get("bomb/60/900").empty) }
        #expect(jar.cookies().count == 60)
        let echo = try await client.send(.get("echo").decoding(Echo.self))
        let length = echo.fields.first { $0[0] == "Cookie" }?[1].utf8.count ?? 0
        #expect((7000...8190).contains(length))
      }
    }
  }
#endif
