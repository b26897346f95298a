#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  /// The examples of the pages on transfers and streams.
  @Suite struct BodiesGuideTests {
    private struct Dish: Codable, Sendable { var name: String }

    private let shown = LockedValue<[String]>([])

    private func show(_ text: String) { shown.withLock { $0.append(text) } }
    private func show(_ done: Int64, of total: Int64?) { show("\(done) of \(total ?? -1)") }

    @Test func `downloads and uploads are sent`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/file"
      let nginx = try await TestServers.nginx()
      let folderOfFilms = URL(fileURLWithPath: nginx.files).appendingPathComponent("films")
      try FileManager.default.createDirectory(
        at: folderOfFilms, withIntermediateDirectories: true)
      try Data("a film".utf8).write(to: folderOfFilms.appendingPathComponent("7.mp4"))
      var client = HTTPClient(baseURL: nginx.http, transport: try CurlTransport())

      let run = client.download(.get("films/7.mp4"), to: path).start()
      for await progress in run.progress {
        show(progress.received.done, of: progress.received.total)
      }
      let file = try await run.value()

      #expect(file.length == 6)
      #expect(shown.value.last == "6 of 6")
      client = HTTPClient(
        baseURL: try await TestServers.httpbin() + "/anything", transport: try CurlTransport())

      let upload = client.upload(.put("films/7.mp4").file(path: path).empty).start()
      for await progress in upload.progress { show(progress.sent.done, of: progress.sent.total) }
      try await upload.value()
    }

    @Test func `lines, values and events are read`() async throws {
      let transport = MockTransport()
      transport.add(.on(.get, "/log", .text("a\nb")))
      transport.add(.on(.get, "/dishes.ndjson", .text("{\"name\": \"Soup\"}\n")))
      var client = HTTPClient(baseURL: "https://a.example", transport: transport)

      for try await line in try await client.send(.get("log").lines) { show(line) }

      for try await dish in try await client.send(.get("dishes.ndjson").jsonLines(Dish.self)) {
        show(dish.name)
      }

      let base = try await TestServers.transfers().url + "/events"
      client = HTTPClient(baseURL: base, transport: try CurlTransport())

      for try await event in client.events(.get("news")) {
        show("\(event.type) \(event.id): \(event.data)")
      }

      #expect(shown.value.prefix(4) == ["a", "b", "Soup", "kind1 1: first €1\nsecond"])
    }

    @Test func `the pages show the code that is compiled here`() throws {
      let source = try PageBlocks.source(of: #filePath)
      for (page, count) in [("Transfers", 2), ("Streams", 2)] {
        let page = try PageBlocks(page: "Networking/\(page).md")
        #expect(page.blocks.count == count)
        for block in page.blocks { #expect(source.contains(block), "\(block)") }
      }
    }
  }
#endif
