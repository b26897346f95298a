#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport

  /// Redirects of real servers.
  @Suite struct RedirectServerTests {
    private struct Echo: Decodable {
      let method: String
      let path: String
      let fields: [[String]]
      let body: String

      subscript(name: String) -> String? {
        fields.first { $0[0].lowercased() == name.lowercased() }?[1]
      }
    }

    /// The request as httpbin received it.
    private struct Anything: Decodable {
      let method: String
      let data: String
    }

    private func withClient<Value>(
      _ base: String? = nil, _ redirects: Redirects = Redirects(),
      _ work: (HTTPClient) async throws -> Value
    ) async throws -> Value {
      let transport = try CurlTransport()
      let client = HTTPClient(baseURL: base, transport: transport).adding(redirects)
      let result: Result<Value, any Error>
      do { result = .success(try await work(client)) } catch { result = .failure(error) }
      await transport.close()
      return try result.get()
    }

    private func reason(of error: NetworkError?) -> RedirectError.Reason? {
      guard case .interceptor("Redirects", let inner) = error?.kind else { return nil }
      return (inner as? RedirectError)?.reason
    }

    @Test(arguments: ["redirect/5", "relative-redirect/5", "absolute-redirect/5"])
    func `httpbin's redirects are followed to their end`(_ path: String) async throws {
      try await withClient(try await TestServers.httpbin()) { client in
        let answer = try await client.send(.get(path).jsonValue.withHead)
        #expect(answer.head.status == .ok)
        #expect(answer.head.redirects.count == 5)
        #expect(answer.head.url.hasSuffix("/get"))
        let error = await #expect(throws: NetworkError.self) {
          try await client.removing(interceptor: "Redirects").adding(Redirects(limit: 4))
            .send(.get(path).empty)
        }
        #expect(reason(of: error) == .limit(4))
        #expect(error?.attempts == 5)
      }
    }

    @Test(arguments: [
      (301, "GET", ""), (302, "GET", ""), (303, "GET", ""), (307, "POST", "a=1"),
      (308, "POST", "a=1"),
    ])
    func `method and body after httpbin's redirect depend on the status`(
      _ status: Int, _ method: String, _ body: String
    ) async throws {
      try await withClient(try await TestServers.httpbin()) { client in
        let answer = try await client.send(
          .post("redirect-to?url=/anything&status_code=\(status)").text("a=1").decoding(
            Anything.self))
        #expect(answer.method == method)
        #expect(answer.data == body)
      }
    }

    @Test func `a file and a repeatable stream are sent again after a redirect`() async throws {
      let servers = try await TestServers.redirects()
      let path = FileManager.default.temporaryDirectory.appending(path: "redirect-\(UUID())").path
      try Data("from a file".utf8).write(to: URL(fileURLWithPath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let stream = HTTPBodyStream(isReplayable: true) { () throws(TransportError) in
        Once(Array("from a stream".utf8))
      }
      try await withClient(servers.first) { client in
        for (body, text) in [
          (HTTPBody.file(path: path), "from a file"), (.stream(stream), "from a stream"),
        ] {
          let echo = try await client.send(
            .put("to/308?url=\(servers.second)/echo").body(body).decoding(Echo.self))
          #expect(echo.method == "PUT")
          #expect(echo.body == text)
        }
        let spent = HTTPBodyStream { () throws(TransportError) in Once(Array("once".utf8)) }
        let error = await #expect(throws: NetworkError.self) {
          try await client.send(
            .put("to/307?url=/echo").body(.stream(spent)).decoding(Echo.self))
        }
        guard case .bodyNotReplayable = error?.kind else {
          return #expect(Bool(false), "\(String(describing: error))")
        }
      }
    }

    @Test func `a different port is a different origin and gets no secrets`() async throws {
      let servers = try await TestServers.redirects()
      try await withClient(servers.first, Redirects(originBoundFields: ["X-Key"])) { client in
        let secrets: HTTPFields = [
          "Authorization": "Bearer planted-1", "Cookie": "a=planted-2",
          "Proxy-Authorization": "planted-3", "X-Key": "planted-4",
        ]
        for (place, isKept) in [("", true), (servers.second, false)] {
          let echo = try await client.send(
            .get("to/302?url=\(place)/echo").headers(secrets).header("X-Own", "1")
              .decoding(Echo.self))
          for field in secrets where field.name != .proxyAuthorization {
            #expect((echo[field.name.text] != nil) == isKept, "\(field.name)")
          }
          #expect(echo["X-Own"] == "1")
          if !isKept { #expect(!"\(echo.fields)".contains("planted")) }
        }
      }
    }

    @Test func `an endless chain and a loop end with errors`() async throws {
      let servers = try await TestServers.redirects()
      try await withClient(servers.first) { client in
        for path in ["self/302", "self/308"] {
          let error = await #expect(throws: NetworkError.self) {
            try await client.send(.get(path).empty)
          }
          #expect(reason(of: error) == .loop)
          #expect(error?.attempts == 1)
        }
        let back = "to/302?url=\(servers.second)/to/302?url=\(servers.first)/ring/0"
        let error = await #expect(throws: NetworkError.self) {
          try await client.send(.get(back).timeout(.seconds(60)).empty)
        }
        #expect(reason(of: error) == .limit(20))
      }
    }

    @Test func `a redirect to the same URL with a new cookie is not a loop`() async throws {
      let servers = try await TestServers.redirects()
      try await withClient(servers.first) { client in
        let head = try await client.adding(Cookies()).send(.get("login").empty.withHead).head
        #expect(head.redirects.count == 1)
        // Without a jar the redirects continue until the limit.
        let error = await #expect(throws: NetworkError.self) {
          try await client.send(.get("login").empty)
        }
        #expect(reason(of: error) == .limit(20))
      }
    }

    @Test func `redirects of a streaming request are followed, and the last body is read`()
      async throws
    {
      let servers = try await TestServers.redirects()
      try await withClient(servers.first) { client in
        let response = try await client.send(
          .get("to/302?url=\(servers.second)/echo").response)
        let body = try await response.body.collect(upTo: 1 << 20)
        #expect(try JSONDecoder().decode(Echo.self, from: Data(body)).path == "/echo")
      }
    }
  }

  private actor OncePiece {
    var piece: [UInt8]?
    init(_ piece: [UInt8]) { self.piece = piece }
    func take() -> [UInt8]? {
      defer { piece = nil }
      return piece
    }
  }

  private struct Once: HTTPBodySource {
    private let piece: OncePiece
    init(_ bytes: [UInt8]) { piece = OncePiece(bytes) }
    func next() async throws(TransportError) -> [UInt8]? { await piece.take() }
    func cancel() {}
  }
#endif
