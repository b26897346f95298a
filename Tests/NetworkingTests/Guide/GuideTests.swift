#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaConfigValues
  import TremaCurl
  import TremaHTTP
  import TremaSupport
  import TremaTestSupport

  /// The examples of the guide.
  @Suite struct GuideTests {
    private let transport = MockTransport()

    private func log(_ text: String) { logged.withLock { $0.append(text) } }
    private let logged = LockedValue<[String]>([])

    @Test func `the examples of requests return their values`() async throws {
      let token = "t"
      transport.add(.on(.get, "/v1/dishes/7", .json(text: #"{"name": "Soup"}"#)))
      transport.add(.on(.get, "/v1/dishes?max=12", .json(text: #"[{"name": "Soup"}]"#)))
      transport.add(.on(.post, "/v1/orders", .status(.created)))
      transport.add(
        .on(.get, "/v1/dishes/8", .json(text: #"{"reason": "eaten"}"#, status: .notFound)))
      let client = HTTPClient(baseURL: "https://api.example.com/v1", transport: transport)

      let dish: Dish = try await client.send(.get("dishes/7").decoding())
      let matches = try await client.send(
        .get("dishes").query("max", 12).query("sort", nil).decoding([Dish].self))
      try await client.send(.post("orders").json(Order(dish: 7)).bearer(token).empty)
      #expect(matches == [dish])
      #expect(transport.requests.last?.head.fields[.authorization] == "Bearer t")
      do {
        let dish = try await client.send(.get("dishes/8").decoding(Dish.self).failure(Problem.self))
        log(dish.name)
      } catch {
        if let problem = error.failure(as: Problem.self) { log("gone: \(problem.reason)") }
        if error.isTimeout || error.isCancelled { log("later") }
      }
      #expect(logged.value == ["gone: eaten"])
      #expect(try await Menu(client: client).dish(7)() == dish)
    }

    @Test func `the examples of gates, interceptors, forms and configurations work`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let photo = folder.appending(path: "soup.png").path
      try Data([0x89, 0x50]).write(to: URL(fileURLWithPath: photo))
      transport.add(.on(.post, "/v1/session", .text("token")))
      transport.add(.on(.post, "/v1/dishes", .status(.created)))
      let section: ConfigValue = try {
        let client = try HTTPClient(
          configuration: ["baseURL": "https://api.example.com/v1", "timeouts": ["total": 20]],
          transport: transport)
        #expect(client.baseURL == "https://api.example.com/v1")
        #expect(client.deadlines.total == .seconds(20))
        return ["baseURL": "https://api.example.com/v1"]
      }()
      let session = Session()
      let client = try HTTPClient(configuration: section, transport: transport)
        .adding(TagTrace()).adding(SignedIn(session: session))
      let shop = client.adding(Retry()).adding(Redirects()).adding(Cookies()).adding(Cache())
      #expect(
        shop.interceptors.map(\.name) == ["TagTrace", "Retry", "Redirects", "Cookies", "Cache"])
      let form = MultipartForm([
        .text("title", "Soup"), .file("photo", path: photo),
      ])
      try await client.send(.post("dishes").multipart(form).empty)
      #expect(await session.token == "token")
      let sent = try #require(transport.requests.last)
      #expect(sent.head.fields["X-Trace"] == "[]")
      #expect(sent.body.count > 2)
    }

    @Test func `the example of transports works`() async throws {
      let transport = try CurlTransport()  // or URLSessionTransport()
      await transport.close()
    }

    @Test func `the example of a trust policy works`() async throws {
      let pins = try TLSPolicy.Pins(
        current: "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        backup: "sha256/BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA=")
      let transport = try CurlTransport(
        TransportConfiguration(tls: TLSPolicy(pins: pins, minimumVersion: .tls13)))
      await transport.close()
    }

    @Test func `the page shows the code that is compiled here`() throws {
      let page = try PageBlocks(page: "Networking.md")
      #expect(page.blocks.count == 10)
      let source = try PageBlocks.source(of: #filePath)
        .replacingOccurrences(of: "private struct", with: "struct")
      for block in page.blocks { #expect(source.contains(block), "\(block)") }
    }
  }

  private struct Dish: Codable, Equatable, Sendable { var name: String }
  private struct Order: Codable, Sendable { var dish: Int }
  private struct Problem: Codable, Sendable { var reason: String }

  private protocol MenuService: Sendable {
    func dish(_ id: Int) -> Call<Dish>
  }

  private struct Menu: MenuService {
    let client: HTTPClient

    func dish(_ id: Int) -> Call<Dish> { client.call(.get("dishes/\(id)").decoding()) }
  }

  private actor Session {
    private(set) var token: String?
    func signIn(_ token: String) { self.token = token }
  }

  private struct TagTrace: Interceptor {
    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      var request = request
      request.head.fields["X-Trace"] = "\(context.tags.sorted())"
      return try await next(request)
    }
  }

  private struct SignedIn: Constraint {
    let session: Session

    func isSatisfied(for request: ClientRequest) async -> Bool { await session.token != nil }
    func satisfy(for request: ClientRequest, client: HTTPClient) async throws {
      await session.signIn(try await client.send(.post("session").text))
    }
  }
#endif
