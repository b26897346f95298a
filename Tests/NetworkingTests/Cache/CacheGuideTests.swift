import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

/// The examples of the page on the cache.
@Suite struct CacheGuideTests {
  private let logged = LockedValue<[String]>([])
  private func log(_ text: String) { logged.withLock { $0.append(text) } }

  @Test func `the examples of the page work as described`() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path + "/cache"
    let transport = MockTransport()
    transport.add(.on(.get, "/dishes", .text("soup")))
    do {
      let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
      try await { (client: HTTPClient) async throws in
        let cache = Cache(store: DiskCacheStore(folder: folder, limit: 50 << 20))
        let client = client.adding(cache)
        let draft = RequestBuilder<BodyForbidden>.get("dishes").cachePolicy(.cacheElseLoad)
        let offline = try await client.send(draft.bytes.withHead)
        print(offline.head.fields[.cacheStatus] ?? "")  // Trema; hit; ttl=30
        #expect(offline.head.fields[.cacheStatus] == "Trema; fwd=uri-miss; stored")
      }(client)
    }
    try temporary.write([1], to: "cache/file")
    do {
      let folder = folder + "/file"
      let cache = Cache(
        store: DiskCacheStore(folder: folder),
        options: CacheOptions { problem in log("\(problem)") })
      print(cache.problems.count)
      let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
      _ = try await client.adding(cache).got("dishes")
      #expect(cache.problems.count == 2 && logged.value.count == 2)
      #expect(logged.value.last == "cannot write the cache: Not a directory")
    }
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let page = try PageBlocks(page: "Networking/Cache.md")
    #expect(page.blocks.count == 3)
    let source = try PageBlocks.source(of: #filePath)
    for block in page.blocks { #expect(source.contains(block), "\(block)") }
  }
}
