#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  @Suite struct UploadTests {
    private static let size = 3_000_000

    /// Returns request builders with their bodies, and whether the length is known.
    private static func drafts(
      _ url: String, _ folder: TemporaryFolder
    ) throws -> [(String, RequestBuilder<BodyAllowed>, Int64?)] {
      let bytes = [UInt8](repeating: 0x61, count: size)
      try folder.write(bytes, to: "a.txt")
      let pieces = stride(from: 0, to: size, by: 50_000).map { Array(bytes[$0..<($0 + 50_000)]) }
      let stream = { (length: Int64?) in
        HTTPBody.stream(HTTPBodyStream(length: length, isReplayable: true) { Pieces(pieces) })
      }
      let form = MultipartForm([.text("name", "soup"), .file("a", path: folder.path + "/a.txt")])
      let formLength: Int64? =
        if case .stream(let body) = try form.body() { body.length } else { nil }
      return [
        ("bytes", .post(url).data(bytes), Int64(size)),
        ("file", .post(url).file(path: folder.path + "/a.txt"), Int64(size)),
        ("stream", .post(url).body(stream(Int64(size))), Int64(size)),
        ("stream of any length", .post(url).body(stream(nil)), nil),
        ("form", .post(url).multipart(form), formLength),
      ]
    }

    @Test(arguments: TransferTools.Wire.allCases)
    func `progress is reported for every kind of body`(wire: TransferTools.Wire) async throws {
      let folder = try TemporaryFolder()
      let url = try await TestServers.nginx().http + "/upload"
      let client = try wire.client()
      for (name, draft, total) in try Self.drafts(url, folder) {
        let transfer = client.upload(draft.empty)
        // A call is cold: the second run is a second upload.
        for _ in 1...2 {
          let run = transfer.start()
          var seen: [TransferProgress] = []
          for await progress in run.progress { seen.append(progress) }
          try await run.value()
          let done = seen.map(\.sent.done)
          #expect(done == done.sorted(), "\(name)")
          #expect(done.last ?? 0 >= Self.size, "\(name): \(seen)")
          if let total {
            #expect(seen.last?.sent == .init(done: total, total: total), "\(name)")
          }
        }
      }
    }

    @Test func `a one-shot stream is sent once, and its observer receives events`()
      async throws
    {
      let httpbin = try await TestServers.httpbin()
      let told = LockedValue<[TransportEvent]>([])
      let body = HTTPBodyStream(length: 5) { Pieces([Array("hel".utf8), Array("lo".utf8)]) }
      let transfer = try TransferTools.Wire.curl.client().upload(
        .post(httpbin + "/anything").body(.stream(body))
          .observing { event in told.withLock { $0.append(event) } }.text)
      #expect(try await transfer().contains("hello"))
      #expect(told.value.contains(.sent(5, of: 5)))
      do {
        _ = try await transfer.value()
        Issue.record("it was sent")
      } catch {
        guard case .bodyNotReplayable = error.kind else { throw error }
      }
      #expect("\(transfer)" == "POST \(httpbin)/anything")
    }

    @Test func `cancelling the waiting task ends the upload`() async throws {
      let faults = try await TestServers.faults()
      let client = try TransferTools.Wire.curl.client()
      let run = client.upload(.post(faults.url + "/never").data([1]).empty).start()
      let waiting = Task { () async -> Result<Void, any Error> in
        do { return .success(try await run.value()) } catch { return .failure(error) }
      }
      for await progress in run.progress where progress.sent.done == 1 { break }
      waiting.cancel()
      guard case .failure(let error) = await waiting.value else {
        Issue.record("it came")
        return
      }
      #expect((error as? NetworkError)?.isCancelled == true)
    }
  }
#endif
