#if os(Linux)
  import Foundation
  import Networking
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  /// All interceptors around requests, over the token server.
  struct FullStack: Sendable {
    let url: String
    /// A client without interceptors, to ask for the server's log.
    let plain: HTTPClient
    let configuration: OAuth2Configuration
    let folder: TemporaryFolder
    let cache: Cache
    let inspector = NetworkInspector()
    let logged = LockedValue("")

    /// - Parameter cache: An interceptor may belong to several clients.
    init(cache: Cache? = nil) async throws {
      let folder = try TemporaryFolder()
      self.folder = folder
      self.cache = cache ?? Cache(store: DiskCacheStore(folder: folder.path + "/cache"))
      url = try await TestServers.tokens()
      plain = HTTPClient(baseURL: url, transport: try CurlTransport())
      let found = try await plain.send(.post("clients").decoding([String: String].self))
      configuration = OAuth2Configuration(
        tokenEndpoint: "\(url)/token", clientID: found["client_id"] ?? "",
        clientSecret: found["client_secret"])
    }

    private var path: String { "clients/\(PercentEncoding.encode(configuration.clientID))" }

    func tell(_ what: String) async throws { try await plain.send(.post(path + what).empty) }

    func count(_ name: String) async throws -> Int {
      try await plain.send(.get(path).decoding([String: Int].self))[name] ?? 0
    }

    /// Returns tokens of a user that the server knows.
    func tokens() async throws -> OAuth2Tokens {
      let seed = try await plain.send(.post(path + "/seed").jsonValue)
      return OAuth2Tokens(
        accessToken: seed["access_token"]?.string ?? "",
        refreshToken: seed["refresh_token"]?.string)
    }

    func signedIn() async throws -> OAuth2 {
      let store = MemoryTokenStore(try await tokens())
      return OAuth2(configuration, store: store)
    }

    /// A client of a user, with a jar of its own.
    func client(_ session: OAuth2, cookies: String = "cookies") throws -> HTTPClient {
      let jar = try CookieJar(file: CookieFile("\(folder.path)/\(cookies)"))
      return client(Authentication(session), jar)
    }

    func client(_ authentication: Authentication, _ jar: CookieJar = CookieJar()) -> HTTPClient {
      var client = HTTPClient(baseURL: url, transport: plain.transport)
      let log = PrintLog(to: { [logged] line in logged.withLock { $0 += line } })
      for one in Self.each(authentication, jar, cache, inspector, log) {
        client = client.adding(one)
      }
      return client
    }

    /// Sends requests in no order.
    static func each(
      _ authentication: Authentication, _ jar: CookieJar = CookieJar(), _ cache: Cache = Cache(),
      _ inspector: NetworkInspector = NetworkInspector(), _ log: PrintLog = PrintLog(to: { _ in })
    ) -> [any Interceptor] {
      [
        inspector, Tracing(), Logging(to: log, detail: .bodies(limit: 1 << 20)), HostLimit(50),
        RateLimit(1_000_000, per: .seconds(1)), Hedging(after: .seconds(3600)), Offline(),
        authentication, cache, Cookies(jar), XSRF(jar), Redirects(),
        Retry(backoff: Backoff(base: .milliseconds(10), limit: .milliseconds(20))), Deduplication(),
        Compression(),
      ]
    }

    func close() async { await plain.transport.close() }
  }
#endif
