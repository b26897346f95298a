#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaTestSupport

  /// Real servers, whose responses arrive over libcurl.
  @Suite struct CacheServerTests {
    private let folder: TemporaryFolder
    /// The clock does not advance, and begins now: servers send the time, too.
    private let time = VirtualClock(date: Date())

    init() throws { folder = try TemporaryFolder() }

    private func client(
      _ cache: Cache, _ use: (HTTPClient) async throws -> Void
    ) async throws {
      let transport = try CurlTransport()
      var client = HTTPClient(transport: transport).adding(cache)
      client.clock = time.clock
      do {
        try await use(client)
      } catch {
        await transport.close()
        throw error
      }
      await transport.close()
    }

    private func stores() -> [any CacheStore] {
      [
        MemoryCacheStore(limit: 200 << 20, entryLimit: 20 << 20),
        DiskCacheStore(folder: folder.path + "/cache", limit: 200 << 20),
      ]
    }

    @Test func `files of nginx are revalidated with a 304`() async throws {
      let nginx = try await TestServers.nginx()
      for store in stores() {
        let cache = Cache(store: store)
        try await client(cache) { (client: HTTPClient) async throws in
          for name in ["hello.txt", "empty.txt", "text.txt"] {
            let first = try await client.got("\(nginx.http)/\(name)")
            #expect(first.cache == "Trema; fwd=uri-miss; stored", "\(name)")
            time.advance(by: .seconds(86_400 * 365))
            let second = try await client.got("\(nginx.http)/\(name)")
            #expect(second.status == .ok && second.text == first.text)
            #expect(second.cache.contains("fwd=stale; fwd-status=304"), "\(second.cache)")
            #expect(!second.fields.contains(.contentEncoding))
            let head = try await client.got(
              .head("\(nginx.http)/\(name)").cachePolicy(.cacheOnly))
            #expect(head.text.isEmpty && head.cache.contains("hit"))
          }
          let part = try await client.got(
            .get("\(nginx.http)/hello.txt").header("Range", "bytes=0-4"))
          #expect(part.status == .partialContent && part.text == "hello")
          #expect(part.cache == "Trema; fwd=bypass")
        }
        #expect(cache.problems.count == 0)
      }
    }

    @Test func `a large file is streamed from the server and from the cache`() async throws {
      let nginx = try await TestServers.nginx()
      for store in stores() {
        try await client(Cache(store: store)) { (client: HTTPClient) async throws in
          for round in 0..<2 {
            let response = try await client.send(
              .get("\(nginx.http)/ten.bin").cachePolicy(.cacheElseLoad).response)
            #expect(response.head.fields[.cacheStatus]?.contains("hit") == (round == 1))
            var count = 0
            for try await piece in response.body {
              #expect(piece.first == UInt8(truncatingIfNeeded: count))
              count += piece.count
            }
            #expect(count == 10 << 20)
          }
        }
      }
    }

    @Test func `a part is completed by nginx`() async throws {
      let nginx = try await TestServers.nginx()
      for store in stores() {
        let cache = Cache(store: store)
        try await client(cache) { (client: HTTPClient) async throws in
          for (name, end) in [("ten.bin", 3_000_000), ("hello.txt", 3), ("text.txt", 20)] {
            let url = "\(nginx.http)/\(name)"
            let whole = try await client.removing(interceptor: "Cache").send(.get(url).bytes)
            let part = try await client.send(.get(url).range("0-\(end - 1)").bytes.withHead)
            #expect(part.value == Array(whole[..<end]), "\(name)")
            #expect(part.head.fields[.cacheStatus] == "Trema; fwd=uri-miss; stored", "\(name)")
            let joined = try await client.send(.get(url).response)
            let status = joined.head.fields[.cacheStatus] ?? ""
            #expect(joined.head.status == .ok && status.contains("fwd-status=206"), "\(status)")
            #expect(try await joined.body.collect(upTo: .max) == whole, "\(name)")
            let kept = try await client.send(.get(url).cachePolicy(.cacheOnly).bytes)
            #expect(kept == whole, "\(name)")
          }
        }
        #expect(cache.problems.count == 0)
      }
    }

    @Test func `stored responses are reused as the server's directives allow`() async throws {
      let origin = try await TestServers.origin()
      for (number, store) in stores().enumerated() {
        try await client(Cache(store: store)) { (client: HTTPClient) async throws in
          func got(_ name: String, _ query: String) async throws -> Got {
            try await client.got("\(origin)/\(name)\(number)?\(query)")
          }
          for framing in ["length", "chunked", "close"] {
            let query = "framing=\(framing)&Cache-Control=max-age%3D60&ETag=%22\(framing)%22"
            #expect(try await got(framing, query).text == "\(framing)\(number) 1")
            time.advance(by: .seconds(30))
            #expect(try await got(framing, query).cache.contains("hit"))
            time.advance(by: .seconds(31))
            let again = try await got(framing, query)
            #expect(again.cache.contains("fwd-status=304"), "\(again)")
            #expect(again.text == "\(framing)\(number) 1")
            #expect(try await got(framing, query).cache.contains("hit"))
            try await client.send(.post("\(origin)/\(framing)\(number)?\(query)").empty)
            #expect(try await got(framing, query).text == "\(framing)\(number) 2")
          }
          for _ in 0..<2 {
            #expect(try await got("none", "Cache-Control=no-store").cache == "Trema; fwd=uri-miss")
          }
        }
      }
    }

    @Test func `a truncated body is never stored`() async throws {
      let (origin, faults) = (try await TestServers.origin(), try await TestServers.faults())
      let cut = [
        "\(origin)/cut?framing=cut&Cache-Control=max-age%3D60",
        "\(faults.proxy)/truncated/cache/60",
      ]
      for store in stores() {
        let cache = Cache(store: store)
        try await client(cache) { (client: HTTPClient) async throws in
          for url in cut {
            await #expect(throws: (any Error).self) { try await client.got(url) }
            // The error may be thrown with the head, or when the body is read.
            await #expect(throws: (any Error).self) {
              try await client.send(.get(url).response).body.collect(upTo: .max)
            }
            await #expect(throws: NetworkError.self) {
              try await client.got(.get(url).cachePolicy(.cacheOnly))
            }
          }
          // The same request succeeds without the fault.
          let url = "\(faults.proxy)/none/cache/60"
          #expect(try await client.got(url).cache == "Trema; fwd=uri-miss; stored")
          #expect(try await client.got(url).cache.contains("hit"))
        }
        #expect(cache.problems.count == 0)
      }
    }

    @Test
    func `cacheable responses of httpbin are stored and validated by entity tag`() async throws {
      let httpbin = try await TestServers.httpbin()
      try await client(Cache()) { (client: HTTPClient) async throws in
        _ = try await client.got("\(httpbin)/etag/one")
        let second = try await client.got("\(httpbin)/etag/one")
        #expect(second.cache.contains("fwd-status=304"), "\(second)")
        #expect(second.text.contains("\"url\""))
      }
    }
  }
#endif
