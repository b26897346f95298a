#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  /// Downloads by a client with all interceptors.
  @Suite struct DownloadStackTests {
    private let folder: TemporaryFolder
    private let key = TransferTools.newKey()
    private var path: String { folder.path + "/file.bin" }

    init() throws { folder = try TemporaryFolder() }

    private struct Silence: NetworkLog {
      func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {}
    }

    /// An authenticator that uses another token after a refusal.
    private struct Renewing: Authenticator {
      let token = LockedValue("stale")

      func identity(for request: ClientRequest) async -> String? { "somebody" }

      func authorize(
        _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
      ) async throws {
        request.head.fields[.authorization] = "Bearer \(token.value)"
      }

      func handle(
        _ response: HTTPResponseHead, to request: ClientRequest,
        _ attempt: inout AuthenticationAttempt
      ) async throws -> Bool {
        token.value = "fresh"
        return attempt.number == 1
      }
    }

    private static func stack(_ transport: any HTTPTransport, origin: String) -> HTTPClient {
      var client = HTTPClient(transport: transport)
      let all: [any Interceptor] = [
        Retry(), Cache(), Deduplication(), RateLimit(1000, per: .seconds(1)), HostLimit(2),
        Redirects(), Authentication(Renewing(), origins: [origin]), Cookies(), Offline(),
        Compression(), Logging(to: Silence(), detail: .fields),
        NetworkInspector(),
      ]
      for interceptor in all { client = client.adding(interceptor) }
      return client
    }

    private func client(_ origin: String) throws -> HTTPClient {
      var client = Self.stack(try CurlTransport(), origin: origin)
      client.clock = VirtualClock(skipsWaiting: true).clock
      return client
    }

    @Test(arguments: ["cut=33000", "cut=33000&reset=1", "cut=33000&tag=date"])
    func `a repeatedly interrupted download behind a redirect arrives unchanged`(
      options: String
    ) async throws {
      let server = try await TestServers.transfers().url
      let file = try await client(server)
        .download(.get("\(server)/hop/\(key)?\(options)"), to: path).value()
      #expect(file.length == 200_000)
      #expect(try folder.read("file.bin") == TransferTools.content())
      #expect(file.head.redirects.count == 1)
      let log = try await TransferTools.log(key)
      // The target of a redirect may be valid for a single request.
      #expect(log.filter { $0["hop"] != nil }.count == log.filter { $0["hop"] == nil }.count)
      #expect(log.dropFirst(2).allSatisfy { $0["range"] != nil && $0["if-range"] != nil })
    }

    @Test func `a token refresh during a download transfers no byte twice`() async throws {
      let server = try await TestServers.transfers().url
      let file = try await client(server)
        .download(.get("\(server)/file/\(key)?cut=70000&cuts=1&bearer=1"), to: path).value()
      #expect(file.length == 200_000)
      #expect(try folder.read("file.bin") == TransferTools.content())
      let log = try await TransferTools.log(key)
      #expect(log.map { $0["authorization"] } == ["Bearer stale", "Bearer stale", "Bearer fresh"])
      #expect(log.map { $0["range"] } == [nil, "bytes=70000-", "bytes=70000-"])
    }

    @Test func `a 256 MiB download through all interceptors uses less than 64 MiB`() async throws {
      let name = "trema-\(UUID().uuidString).bin"
      let nginx = try await TestServers.nginx()
      let served = URL(fileURLWithPath: nginx.files).appendingPathComponent(name)
      try Data().write(to: served)
      defer { try? FileManager.default.removeItem(at: served) }
      let handle = try FileHandle(forWritingTo: served)
      try handle.truncate(atOffset: 256 << 20)
      try handle.close()
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        [origin = nginx.http as String, name = name as String, path = folder.path as String] in
        do {
          let client = Self.stack(try CurlTransport(), origin: origin)
          let run = client.download(.get("\(origin)/\(name)"), to: path + "/file.bin").start()
          var most = 0
          for await _ in run.progress { most = max(most, ProcessUsage.now.residentMemory) }
          let length = try await run.value().length
          most = max(most, ProcessUsage.now.residentMemory)
          if length == 256 << 20, most > 0, most < ThreadSanitizer.bound(ofMemory: 64 << 20) {
            return
          }
          FileHandle.standardError.write(Data("\(length) bytes took \(most) bytes\n".utf8))
        } catch {
          FileHandle.standardError.write(Data("\(error)\n".utf8))
        }
      }
      #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
      // The output of `head -c 268435456 /dev/zero | sha256sum`.
      let sum = try await Judge.sha256sum.runAside([path]).text
      #expect(
        sum.hasPrefix("a6d72ac7690f53be6ae46ba88506bd97302a093f7108472bd9efc3cefda06484"), "\(sum)")
    }
  }
#endif
