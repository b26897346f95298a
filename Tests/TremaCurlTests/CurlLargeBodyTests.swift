#if os(Linux)
  import Foundation
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaTestSupport

  /// Body lengths beyond 32 bits. Each test has its own process, to measure its memory.
  @Suite struct CurlLargeBodyTests {
    @Test func `2.1 GiB are sent from a file with little memory`() async throws {
      await #expect(processExitsWith: .success) {
        let file = try LargeFile(in: FileManager.default.temporaryDirectory.path)
        defer { file.remove() }
        let transport = try CurlTransport()
        _ = try await transport.get(TestServers.sink())
        let before = ProcessUsage.now
        let response = try await transport.send(
          HTTPRequest(.post, TestServers.sink() + "/", deadlines: .patient),
          body: .file(path: file.path),
          context: TransportContext())
        let text = String(decoding: response.body.bytes ?? [], as: UTF8.self)
        #expect(text == "\(LargeFile.size) of \(LargeFile.size)")
        #expect(response.metrics?.bytesSent == LargeFile.size)
        LargeFile.expectSmall(since: before)
        await transport.close()
      }
    }

    @Test func `2.1 GiB are received as a stream with little memory`() async throws {
      await #expect(processExitsWith: .success) {
        let nginx = try await TestServers.nginx()
        let file = try LargeFile(in: nginx.files)
        let transport = try CurlTransport()
        _ = try await transport.get(nginx.http + "/hello.txt")
        let before = ProcessUsage.now
        let response = try await transport.get(
          "\(nginx.http)/\(file.name)", delivery: .stream)
        #expect(response.fields[.contentLength] == "\(LargeFile.size)")
        var count: Int64 = 0
        while let piece = try await response.body.source?.next() { count += Int64(piece.count) }
        #expect(count == LargeFile.size)
        LargeFile.expectSmall(since: before)
        await transport.close()
      }
    }
  }

  /// A sparse file, which takes up no disk space.
  private struct LargeFile {
    static let size: Int64 = (2 << 30) + (100 << 20)
    let name: String
    let path: String

    init(in folder: String) throws {
      name = "trema-\(UUID().uuidString).bin"
      path = folder + "/" + name
      try Data().write(to: URL(fileURLWithPath: path))
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.truncate(atOffset: UInt64(Self.size))
      try handle.close()
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    static func expectSmall(since before: ProcessUsage) {
      let now = ProcessUsage.now
      let growth = now.residentMemory - before.residentMemory
      #expect(growth < ThreadSanitizer.bound(ofMemory: 32 << 20), "\(before), then \(now)")
    }
  }
#endif
