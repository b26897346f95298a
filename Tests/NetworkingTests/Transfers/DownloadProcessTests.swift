#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  /// Downloads whose processes are killed, and one whose disk is full.
  @Suite struct DownloadProcessTests {
    @Test func `a download whose process is killed eight times has the right bytes`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/ten.bin"
      let url = try await TestServers.nginx().http + "/ten.bin"
      for count in 1...8 {
        let end = Int64(count) * (10 << 20) / 9
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = path as String, url = url as String, end = end as Int64] in
          let client = HTTPClient(transport: try CurlTransport())
          let run = client.download(
            .get(url).observing { event in
              // The process is killed in any thread and at any point of a write.
              if case .received(let done, _) = event, done > (10 << 20) / 9 + end % 7_919 {
                _ = kill(getpid(), SIGKILL)
              }
            }, to: path
          ).start()
          _ = try await run.value()
        }
        #expect(!FileManager.default.fileExists(atPath: path))
      }
      let kept = try folder.read("ten.bin.part").count
      let file = try await HTTPClient(transport: try CurlTransport())
        .download(.get(url), to: path).value()
      #expect(file.resumedLength == Int64(kept))
      #expect(kept > 1 << 20)
      #expect(try folder.read("ten.bin") == (0..<(10 << 20)).map { UInt8($0 & 255) })
    }

    @Test func `a full disk is a typed error, and the download resumes once there is space`()
      async throws
    {
      let disk = URL(fileURLWithPath: try await TestServers.smallDisk())
      let client = try TransferTools.Wire.curl.client()
      let server = try await TestServers.transfers().url
      let url = "\(server)/file/\(TransferTools.newKey())?size=1000000"
      let path = disk.path + "/file"
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: disk.path).sorted()
      }
      // The disk has no free page, so the record does not fit.
      let ballast = disk.appendingPathComponent("ballast")
      #expect(throws: (any Error).self) { try Data(count: 3 << 20).write(to: ballast) }
      let handle = FileHandle(
        fileDescriptor: open(ballast.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
        closeOnDealloc: true)
      #expect(throws: (any Error).self) { try handle.write(contentsOf: Data(count: 3 << 20)) }
      #expect(try await Self.failure(of: client, url, path) == "\(path).part.json: \(ENOSPC)")
      #expect(try names() == ["ballast"])
      // The disk has space for half of the file.
      try handle.truncate(atOffset: 1_500_000)
      #expect(try await Self.failure(of: client, url, path) == "\(path).part: \(ENOSPC)")
      #expect(try names() == ["ballast", "file.part", "file.part.json"])
      let kept = try Data(contentsOf: disk.appendingPathComponent("file.part")).count
      #expect(kept > 300_000 && kept < 700_000)
      try handle.truncate(atOffset: 0)
      let file = try await client.download(.get(url), to: path).value()
      #expect(file.resumedLength == Int64(kept))
      #expect(
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
          == TransferTools.content(size: 1_000_000))
      #expect(try names() == ["ballast", "file"])
    }

    private static func failure(
      of client: HTTPClient, _ url: String, _ path: String
    ) async throws -> String {
      do {
        _ = try await client.download(.get(url), to: path).value()
        return "it was written"
      } catch {
        guard case .decoding(DownloadError.file(let path, let code, _)) = error.kind else {
          throw error
        }
        return "\(path): \(code)"
      }
    }
  }
#endif
