#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaHTTP
  import TremaSupport
  import TremaTestSupport

  /// `CacheJudge`: a writer of a disk cache, in a process of its own.
  enum CacheJudge {
    static let path: String = {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? Bundle.main.executableURL
      return tests?.deletingLastPathComponent().appending(path: "CacheJudge").path ?? "CacheJudge"
    }()
  }

  /// Processes that write to one folder, and are ended at any moment.
  @Suite struct CacheKillTests {
    private struct Ready: Error {}

    /// Starts a writer, and kills it some moments after it has begun.
    private static func kill(in folder: String, after microseconds: Int) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CacheJudge.path)
      process.arguments = [folder]
      let output = Pipe()
      process.standardOutput = output
      // waitUntilExit() may notice the end half a second later.
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      try process.run()
      let line = output.fileHandleForReading.readData(ofLength: 6)
      usleep(UInt32(microseconds))
      Foundation.kill(process.processIdentifier, SIGKILL)
      end.wait()
      if line != Data("ready\n".utf8) || process.terminationReason != .uncaughtSignal {
        throw Ready()
      }
    }

    private static func killed(_ count: Int, in folder: String, seed: UInt64) async throws {
      try await withCheckedThrowingContinuation { continuation in
        // Waiting for them would take a thread from all tests.
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              var generator = SeededGenerator(seed: seed)
              for _ in 0..<count { try kill(in: folder, after: generator.number(0...6000)) }
            })
        }
      }
    }

    @Test func `200 killed writers leave no damaged or mixed entries`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/cache"
      let cache = Cache(store: DiskCacheStore(folder: path))
      let client = HTTPClient(
        transport: TestTransport { (_, _, _) throws(TransportError) in
          throw TransportError(.cannotConnect)
        }
      ).adding(cache)
      let isOver = LockedValue(false)
      let writers = Task {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for seed in 0..<4 {
            group.addTask { try await Self.killed(50, in: path, seed: UInt64(seed)) }
          }
          try await group.waitForAll()
        }
      }
      let watcher = Task {
        _ = await writers.result
        isOver.value = true
      }
      /// - Returns: The number of stored responses.
      func read() async throws -> Int {
        var count = 0
        for number in 0..<4 {
          var draft = RequestBuilder<BodyForbidden>.get("https://a.example/\(number)")
          // The last one has a stored part.
          if number == 3 { draft = draft.range("0-0") }
          let got: Response<[UInt8]>
          do {
            got = try await client.send(draft.cachePolicy(.cacheOnly).bytes.withHead)
          } catch {
            guard case .interceptor(_, let reason) = error.kind, reason is NotCachedError else {
              throw error
            }
            continue
          }
          let byte = got.head.fields["X-Number"].flatMap { UInt8($0) }
          #expect(got.value.allSatisfy { $0 == byte })
          count += 1
        }
        return count
      }
      // The check runs while the other processes write, and after them.
      while !isOver.value {
        _ = try await read()
        try await Task.sleep(for: .milliseconds(5))
      }
      await watcher.value
      try await writers.value
      #expect(try await read() == 4)
      #expect(cache.problems.count == 0, "\(String(describing: cache.problems.last))")
      // Otherwise no kill interrupted a write, and nothing is proven.
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(names.filter { $0.hasSuffix(".part") }.count > 0)
      #expect(names.filter { !$0.hasSuffix(".part") }.count == 4)
    }
  }
#endif
