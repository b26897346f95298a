#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaLock
  import TremaNetworkTestSupport
  import TremaTestSupport

  /// Downloads in processes of their own: some are killed, and the others are measured.
  @Suite struct DownloadProcessTests {
    private struct Failed: Error, CustomStringConvertible {
      let description: String
    }

    @Test func `twenty times killed in the midst of it, and the bytes are the same`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/ten.bin"
      let url = try await TestServers.nginx().http + "/ten.bin"
      for count in 1...20 {
        let end = Int64(count) * (10 << 20) / 21
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = path as String, url = url as String, end = end as Int64] in
          let client = HTTPClient(transport: try CurlTransport())
          let run = client.download(
            .get(url).observing { event in
              // On whatever thread, at whatever place of the writing.
              if case .received(let done, _) = event, done > (10 << 20) / 21 + end % 7_919 {
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
      #expect(file.keptLength == Int64(kept))
      #expect(kept > 1 << 20)
      #expect(try folder.read("ten.bin") == (0..<(10 << 20)).map { UInt8($0 & 255) })
    }

    @Test func `256 MiB take no memory`() async throws {
      let name = "trema-\(UUID().uuidString).bin"
      let nginx = try await TestServers.nginx()
      let served = URL(fileURLWithPath: nginx.files).appendingPathComponent(name)
      try Data().write(to: served)
      defer { try? FileManager.default.removeItem(at: served) }
      let handle = try FileHandle(forWritingTo: served)
      try handle.truncate(atOffset: 256 << 20)
      try handle.close()
      let folder = try TemporaryFolder()
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        [url = nginx.http as String, name = name as String, path = folder.path as String] in
        await Self.measure(url, name, path + "/file")
      }
      #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
      // What `head -c 268435456 /dev/zero | sha256sum` says.
      let sum = try await Judge.sha256sum.runAside([folder.path + "/file"]).text
      #expect(
        sum.hasPrefix("a6d72ac7690f53be6ae46ba88506bd97302a093f7108472bd9efc3cefda06484"), "\(sum)")
    }

    private static func measure(_ url: String, _ name: String, _ path: String) async {
      do {
        let client = HTTPClient(transport: try CurlTransport())
        _ = try await client.download(.get(url + "/hello.txt"), to: path).value()
        let memory = try PeakMemory()
        let run = client.download(.get("\(url)/\(name)"), to: path).start()
        var count = 0
        for await _ in run.progress { count += 1 }
        let length = try await run.value().length
        let growth = try memory.growth()
        guard length == 256 << 20, growth < 32 << 10, count > 1 else {
          throw Failed(description: "\(length) bytes took \(growth) KiB, told \(count) times")
        }
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
      }
    }

    @Test func `a disk that is full is a typed error, and the part goes on when there is room`()
      async throws
    {
      let folder = try TemporaryFolder()
      let url = try await TestServers.nginx().http + "/ten.bin"
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        [url = url as String, path = folder.path as String] in
        await Self.fill(url, path + "/file")
      }
      #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
      #expect(try folder.read("file.part").count == 3_000_001)
      let file = try await HTTPClient(transport: try CurlTransport())
        .download(.get(url), to: folder.path + "/file").value()
      #expect(file.keptLength == 3_000_001)
      #expect(try folder.read("file") == (0..<(10 << 20)).map { UInt8($0 & 255) })
    }

    private static func fill(_ url: String, _ path: String) async {
      // No file may be longer: writing fails as on a full disk, with a code of its own.
      signal(SIGXFSZ, SIG_IGN)
      var room = rlimit(rlim_cur: 3_000_001, rlim_max: 3_000_001)
      setrlimit(__rlimit_resource_t(1), &room)
      do {
        let client = HTTPClient(transport: try CurlTransport())
        _ = try await client.download(.get(url), to: path).value()
        FileHandle.standardError.write(Data("it was written\n".utf8))
      } catch {
        guard let error = error as? NetworkError,
          case .decoding(DownloadError.file(path + ".part", EFBIG, _)) = error.kind
        else { return FileHandle.standardError.write(Data("\(error)\n".utf8)) }
      }
    }
  }
#endif
