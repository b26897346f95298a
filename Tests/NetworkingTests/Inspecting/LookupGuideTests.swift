#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaHTTP
  import TremaSupport
  import TremaTestSupport

  /// The examples of the pages on recording and inspecting.
  @Suite struct LookupGuideTests {
    private let transport = MockTransport(
      .any(.json(text: #"{"name": "Soup", "token": "4711"}"#)))
    private let printed = LockedValue<[String]>([])

    private func print(_ text: String) { printed.withLock { $0.append(text) } }

    @Test func `the examples of recording and replaying work`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("dishes.har").path
      let recording = RecordingTransport(wrapping: transport)
      let client = HTTPClient(baseURL: "https://api.example.com/v1", transport: recording)
      let dish = try await client.send(.get("dishes/7?token=4711").decoding(Dish.self))
      try recording.write(to: path)
      let written = String(decoding: try folder.read("dishes.har"), as: UTF8.self)
      #expect(!written.contains("=4711") && !written.contains("\"4711"))

      let clock = VirtualClock(skipsWaiting: true)
      let replay = ReplayTransport(try HTTPArchive(file: path), clock: clock.clock)
      var offline = HTTPClient(baseURL: "https://api.example.com/v1", transport: replay)
      offline.clock = clock.clock
      let again = try await offline.send(.get("dishes/7?token=other").decoding(Dish.self))
      #expect(again == dish)

      let rule = RedactionRule(secret: ["customer"], shown: ["code"], paths: ["/reset/{token}"])
      let har = recording.har(redacting: rule)
      #expect(try HTTPArchive(har: har).exchanges.count == 1)
    }

    @Test func `the examples of inspecting and logging work`() async throws {
      let inspector = NetworkInspector(count: 200, bytes: 8 << 20)
      let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
        .adding(inspector)
      _ = try await client.send(.get("dishes/7").text)
      print(inspector.table(width: 100))
      for exchange in inspector.exchanges {
        print(exchange.curl())
        print(exchange.metrics?.summary ?? "")
      }
      let har = inspector.har()
      #expect(try HTTPArchive(har: har).exchanges.count == 1)
      #expect(printed.value.count == 3)
      #expect(printed.value[0].contains("200     api.example.com/dishes/7"))

      let quiet = client.adding(Logging())
      let loud = client.adding(Logging(to: AppLog(), detail: .bodies(limit: 2000)))
      #expect(quiet.description == loud.description)
      _ = try await loud.send(.get("dishes/7").text)
      #expect(logged.value.count == 2)
      #expect(logged.value[1].contains(#"response.body={"name":"Soup","token":"<redacted>"}"#))
    }

    @Test func `the pages show the code that is compiled here`() throws {
      let source = try PageBlocks.source(of: #filePath)
        .replacingOccurrences(of: "private struct", with: "struct")
      let pages = ["Recording", "Inspecting"].map { "Networking/\($0).md" }
      let blocks = try pages.flatMap { try PageBlocks(page: $0).blocks }
      #expect(blocks.count == 8)
      // The block on XML is compiled beside its decoder.
      for block in blocks where !block.contains(".xml()") {
        #expect(source.contains(block), "\(block)")
      }
    }
  }

  private let logged = LockedValue<[String]>([])

  private func appLog(_ message: String, _ items: [String]) {
    logged.withLock { $0.append("\(message) \(items.joined(separator: " "))") }
  }

  private struct AppLog: NetworkLog {
    func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
      appLog("\(level) \(message)", metadata.map { "\($0.name)=\($0.value)" })
    }
  }

  private struct Dish: Codable, Equatable, Sendable { var name: String }
#endif
