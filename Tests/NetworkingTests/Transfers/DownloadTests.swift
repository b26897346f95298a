#if os(Linux)
  import Foundation
  import Testing
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  @testable import Networking

  @Suite struct DownloadTests {
    typealias Wire = TransferTools.Wire

    private let folder: TemporaryFolder
    private let key = TransferTools.newKey()
    private var path: String { folder.path + "/file.bin" }

    init() throws { folder = try TemporaryFolder() }

    private var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private func url(_ options: String) async throws -> String {
      "\(try await TestServers.transfers().url)/file/\(key)?\(options)"
    }

    @Test(arguments: Wire.allCases)
    func `a file is downloaded with progress, and replaces the old one`(wire: Wire) async throws {
      try folder.write([1, 2, 3], to: "file.bin")
      let nginx = try await TestServers.nginx()
      let run = try wire.client().download(.get(nginx.http + "/ten.bin"), to: path).start()
      var seen: [TransferProgress] = []
      for await progress in run.progress { seen.append(progress) }
      let file = try await run.value()
      #expect(file.length == 10 << 20)
      #expect(file.resumedLength == 0)
      #expect(file.head.status == .ok)
      #expect(try folder.read("file.bin") == (0..<(10 << 20)).map { UInt8($0 & 255) })
      #expect(names == ["file.bin"])
      let done = seen.map(\.received.done)
      #expect(done == done.sorted())
      #expect(seen.last?.received == .init(done: 10 << 20, total: 10 << 20))
      #expect(seen.last?.received.fraction == 1)
      // A second iteration of a finished sequence.
      var last: [TransferProgress] = []
      for await progress in run.progress { last.append(progress) }
      #expect(last == [seen.last])
    }

    @Test(arguments: Wire.allCases)
    func `a repeatedly interrupted download arrives unchanged`(wire: Wire) async throws {
      for options in ["cut=33000", "cut=33000&reset=1", "cut=33000&tag=date"] {
        let key = TransferTools.newKey()
        let server = try await TestServers.transfers()
        let file = try await wire.client()
          .download(.get("\(server.url)/file/\(key)?\(options)"), to: path).value()
        #expect(file.length == 200_000)
        #expect(try folder.read("file.bin") == TransferTools.content())
        #expect(names == ["file.bin"])
        let log = try await TransferTools.log(key)
        #expect(log.count > 5)
        #expect(log[0]["range"] == nil)
        #expect(log.dropFirst().allSatisfy { $0["range"] != nil && $0["range"] != "bytes=0-" })
        let validator = options.contains("date") ? "Sun, 06 Nov 1994 08:49:30 GMT" : "\"v0\""
        #expect(log.dropFirst().allSatisfy { $0["if-range"] == validator })
        #expect(log.allSatisfy { $0["accept-encoding"] == "identity" })
      }
    }

    /// The server's response to a range, and whether it must send the whole again.
    @Test(arguments: [
      ("ranges=ignored", false), ("ranges=earlier", true), ("ranges=later", true),
      ("ranges=total", true), ("ranges=unit", true), ("ranges=coded", true),
      ("ranges=longer", true), ("ranges=refused", true), ("tag=weak", true), ("tag=none", true),
      ("ranges=short", false), ("ranges=open", false), ("length=no", false),
      ("tag=weak&ranges=always", true), ("ranges=untagged", true), ("ranges=parts", true),
    ])
    func `a download restarts if the server does not resume it`(
      options: String, isAnew: Bool
    ) async throws {
      // Truncation is detectable by the length or the chunked coding only.
      let cut = options == "length=no" ? "" : "&cut=70000&cuts=1"
      let file = try await Wire.curl.client().download(.get(url(options + cut)), to: path).value()
      #expect(file.length == 200_000)
      #expect(try folder.read("file.bin") == TransferTools.content())
      let log = try await TransferTools.log(key)
      if options != "length=no" { #expect(log.count > 1) }
      #expect(log.dropFirst().contains { $0["range"] == nil } == isAnew)
      #expect(names == ["file.bin"])
    }

    @Test(arguments: [
      "", "&ranges=always", "&tag=date", "&grow=100", "&grow=-120000&ranges=always",
      "&ranges=untagged", "&tag=date&ranges=always",
    ])
    func `a download restarts if the file changes`(options: String) async throws {
      let file = try await Wire.curl.client()
        .download(.get(url("cut=120000&cuts=1&change=1" + options)), to: path).value()
      let grow =
        options.contains("grow=100") ? 100 : options.contains("grow") ? -120_000 : 0
      #expect(file.length == Int64(200_000 + grow))
      #expect(file.resumedLength == 0)
      #expect(
        try folder.read("file.bin") == TransferTools.content(version: 1, size: 200_000 + grow))
    }

    @Test(arguments: Wire.allCases)
    func `a cancelled download continues at its offset, and reports it`(wire: Wire) async throws {
      let client = try wire.client()
      let run = client.download(.get(try await url("stop=30000")), to: path).start()
      for await progress in run.progress where progress.received.done > 20_000 { break }
      run.cancel()
      await #expect { _ = try await run.value() } throws: {
        ($0 as? NetworkError)?.isCancelled == true
      }
      #expect(names == ["file.bin.part", "file.bin.part.json"])
      let kept = Int64(try folder.read("file.bin.part").count)
      let file = try await client.download(.get(try await url("stop=30000")), to: path).value()
      #expect(file.resumedLength == kept)
      #expect(kept > 20_000)
      #expect(file.head.status == .partialContent)
      #expect(try folder.read("file.bin") == TransferTools.content())
      #expect(names == ["file.bin"])
    }

    @Test
    func `a partial file belongs to one URL, and its record contains no secret`() async throws {
      let client = try Wire.curl.client()
      let whole = try await url("size=200000&token=s3cret")
      let run = client.download(.get(whole + "&stop=30000"), to: path).start()
      for await progress in run.progress where progress.received.done > 20_000 { break }
      run.cancel()
      await #expect(throws: NetworkError.self) { _ = try await run.value() }
      let record = String(decoding: try folder.read("file.bin.part.json"), as: UTF8.self)
      #expect(!record.contains("s3cret"))
      #expect(!record.contains("http"))
      // Another URL: the bytes of the first are not those of the second.
      let file = try await client.download(.get(whole), to: path).value()
      #expect(file.resumedLength == 0)
      #expect(file.length == 200_000)
    }

    @Test func `a complete partial file is validated before it is used`() async throws {
      let client = try Wire.curl.client()
      for change in [0, 1] {
        let url = try await url("change=\(change == 1 ? 0 : 99)")
        let content = TransferTools.content()
        try folder.write(content, to: "file.bin.part")
        let record =
          #"{"source":"\#(DownloadRecord.source(url))","validator":"\"v0\"","length":200000}"#
        try folder.write(Array(record.utf8), to: "file.bin.part.json")
        let file = try await client.download(.get(url), to: path).value()
        #expect(try folder.read("file.bin") == TransferTools.content(version: change))
        #expect(file.resumedLength == (change == 0 ? 200_000 : 0))
      }
      #expect(
        try await TransferTools.log(key).map { $0["range"] } == ["bytes=199999-", "bytes=199999-"])
    }

    @Test(arguments: ["", "{", #"{"source":"x","validator":"\"v0\""}"#])
    func `a download with a damaged record restarts`(record: String) async throws {
      try folder.write(Array(repeating: 9, count: 300), to: "file.bin.part")
      try folder.write(Array(record.utf8), to: "file.bin.part.json")
      let file = try await Wire.curl.client().download(.get(try await url("")), to: path).value()
      #expect(file.resumedLength == 0)
      #expect(try folder.read("file.bin") == TransferTools.content())
    }

    @Test func `a download without progress gives up and keeps the partial file`() async throws {
      let clock = VirtualClock(skipsWaiting: true)
      let client = try Wire.curl.client(clock)
      let begin = clock.now
      let ones = try await url("cut=1000&ranges=ignored")
      do {
        _ = try await client.download(.get(ones), to: path, attempts: 4).value()
        Issue.record("it came")
      } catch {
        #expect(error.kind.isLoss, "\(error)")
        #expect(error.attempts == 5)
      }
      #expect(try folder.read("file.bin.part").count == 1000)
      // 0.25 s after bytes arrived, then 0.5, 1 and 2 s.
      #expect(clock.now - begin >= .milliseconds(3_750))
    }

    @Test func `the deadline ends a download that is resumed repeatedly`() async throws {
      let client = try Wire.curl.client()
      do {
        _ = try await client.download(
          .get(try await url("cut=1000&ranges=ignored")).timeout(.seconds(20)), to: path,
          attempts: 1_000
        ).value()
        Issue.record("it came")
      } catch let error as NetworkError {
        guard case .timeout(.total) = error.kind else { throw error }
      }
    }

    @Test func `an unsuccessful response leaves no partial file and keeps the old file`()
      async throws
    {
      try folder.write([1], to: "file.bin")
      let nginx = try await TestServers.nginx()
      let client = try Wire.curl.client()
      do {
        _ = try await client.download(.get(nginx.http + "/nothing"), to: path).value()
        Issue.record("it came")
      } catch {
        #expect(error.status == .notFound)
      }
      do {
        _ = try await client.download(
          .get(nginx.http + "/ten.bin").header("Range", "bytes=1-2"), to: path
        ).value()
        Issue.record("it came")
      } catch {
        guard case .unsupported = error.kind else { throw error }
      }
      #expect(names == ["file.bin"])
      #expect(try folder.read("file.bin") == [1])
    }

    @Test func `unwritable paths give typed errors`() async throws {
      let nginx = try await TestServers.nginx()
      let client = try Wire.curl.client()
      try folder.write([1], to: "plain")
      let places: [(String, Int32)] = [
        ("missing/file", ENOENT), ("plain/file", ENOTDIR), ("", EISDIR),
      ]
      for (place, code) in places {
        do {
          _ = try await client.download(
            .get(nginx.http + "/hello.txt"), to: folder.path + "/" + place
          ).value()
          Issue.record("it was written")
        } catch {
          guard case .decoding(DownloadError.file(_, let found, _)) = error.kind else {
            throw error
          }
          #expect(found == code)
          #expect(error.attempts == 0)
        }
      }
      #expect(names == ["plain"])
    }

    @Test func `a second concurrent download to the same path is rejected`() async throws {
      let client = try Wire.curl.client()
      let first = client.download(.get(try await url("stop=30000")), to: path).start()
      for await progress in first.progress where progress.received.done > 0 { break }
      do {
        _ = try await client.download(.get(try await url("")), to: path).value()
        Issue.record("it was written")
      } catch let error as NetworkError {
        guard case .decoding(DownloadError.busy) = error.kind else { throw error }
      }
      first.cancel()
      await #expect(throws: NetworkError.self) { _ = try await first.value() }
      let file = try await client.download(.get(try await url("stop=30000")), to: path).value()
      #expect(file.length == 200_000)
      #expect(try folder.read("file.bin") == TransferTools.content())
    }

    @Test func `the response to a POST request is downloaded`() async throws {
      let httpbin = try await TestServers.httpbin()
      let client = try Wire.curl.client()
      let file = try await client.download(
        .post(httpbin + "/anything").text("hello"), to: path
      ).value()
      #expect(String(decoding: try folder.read("file.bin"), as: UTF8.self).contains("hello"))
      #expect(file.length == Int64(try folder.read("file.bin").count))
      // The server sends gzip, although it was not requested.
      _ = try await client.download(.get(httpbin + "/gzip"), to: path).value()
      #expect(try folder.read("file.bin").first == UInt8(ascii: "{"))
    }

    @Test func `a transfer through a faulty proxy gives the file or a typed error`() async throws {
      let faults = try await TestServers.faults()
      let client = try Wire.curl.client()
      for fault in [
        "none", "drip", "truncated", "half-close", "reset-after", "reset-before", "longer",
      ] {
        let target = "\(faults.proxy)/\(fault)/bytes/5000?seed=1"
        let run = client.download(.get(target), to: path, attempts: 2)
        if ["none", "drip"].contains(fault) {
          #expect(try await run.value().length == 5000)
          try FileManager.default.removeItem(atPath: path)
        } else {
          do {
            _ = try await run.value()
            Issue.record("\(fault) gave a file")
          } catch {
            #expect(error.kind.isLoss, "\(fault): \(error)")
          }
          // httpbin sends no validator: the download cannot be resumed.
          #expect(names == [], "\(fault)")
        }
      }
    }
  }

  extension NetworkError.Kind {
    fileprivate var isLoss: Bool { NetworkError(self).isConnectionLoss }
  }
#endif
