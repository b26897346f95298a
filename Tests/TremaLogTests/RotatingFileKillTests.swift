#if os(Linux)
  import Foundation
  import Glibc
  import Testing
  import TremaLog
  import TremaTestSupport

  /// Processes that write one rotating log, and are killed at any moment.
  @Suite struct RotatingFileKillTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/app.log" }

    private struct Line: Hashable {
      var writer: String
      var number: Int
    }

    init() throws { folder = try TemporaryFolder() }

    /// Starts a writer, kills it some moments after its first record, and returns the records that
    /// it had reported as written.
    private static func kill(
      _ path: String, writer: String, after microseconds: Int
    ) throws -> [Line] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: LogJudge.path)
      process.arguments = [path, writer, "200000", "100000"]
      let output = Pipe()
      process.standardOutput = output
      // waitUntilExit() may notice the end half a second later.
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      try process.run()
      var told = output.fileHandleForReading.readData(ofLength: 2)
      usleep(UInt32(microseconds))
      Glibc.kill(process.processIdentifier, SIGKILL)
      end.wait()
      told += output.fileHandleForReading.readDataToEndOfFile()
      // A number without its line feed may lack digits.
      let whole = told.prefix(upTo: (told.lastIndex(of: 0x0A) ?? -1) + 1)
      return String(decoding: whole, as: UTF8.self).split(separator: "\n").compactMap {
        Int($0).map { Line(writer: writer, number: $0) }
      }
    }

    private static func aside<Value: Sendable>(
      _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        // Waiting for processes would take a thread from all tests.
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
      }
    }

    /// Returns the lines that jq reads in all files, the oldest first; every line must be valid
    /// JSON.
    private func lines() async throws -> [Line] {
      let verdict = try await Judge.bash.runAside([
        "-c", #"cat $(ls -v -r "$1".[0-9]*) "$1" | jq -r '"\(.writer) \(.n)"'"#, "bash", path,
      ])
      #expect(verdict.complaint == "")
      return verdict.text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        return Int(words[1]).map { Line(writer: String(words[0]), number: $0) }
      }
    }

    /// Checks that each writer's records are in the order in which it wrote them, each once.
    private func expectOrder(_ lines: [Line]) {
      for (writer, lines) in Dictionary(grouping: lines, by: \.writer) {
        let numbers = lines.map(\.number)
        #expect(numbers == Array(0..<numbers.count), "\(writer)")
      }
    }

    @Test func `200 killed writers lose no written record and leave no partial lines`() async throws
    {
      let path = path
      let told = try await withThrowingTaskGroup(of: [Line].self) { group in
        for stream in 0..<4 {
          group.addTask {
            try await Self.aside {
              var random = SeededGenerator(seed: UInt64(stream))
              return try (0..<50).flatMap {
                try Self.kill(path, writer: "\(stream)-\($0)", after: random.number(0...4000))
              }
            }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      // The last killed process may have left a partial line, which the next one removes.
      _ = try RotatingFileHandler(path: path)
      let found = try await lines()
      #expect(Set(told.map(\.writer)).count == 200)
      #expect(Set(told).subtracting(found).isEmpty)
      expectOrder(found)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.count > 3)
    }

    @Test func `processes that write and rotate concurrently lose no record`() async throws {
      let path = path
      try await withThrowingTaskGroup(of: Judge.Verdict.self) { group in
        for writer in 0..<3 {
          group.addTask {
            try await Judge(name: LogJudge.path, package: "this package").runAside([
              path, "\(writer)", "20000", "100000", "1500",
            ])
          }
        }
        for try await verdict in group {
          #expect(verdict.text == "0\n" && verdict.complaint == "")
        }
      }
      let found = try await lines()
      #expect(found.count == 4500 && Set(found).count == 4500)
      expectOrder(found)
    }

    @Test func `threads with separate handlers lose no record`() async throws {
      let path = path
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            let handler = try RotatingFileHandler(path: path, maximumSize: 20_000, keep: 10_000)
            for number in 0..<500 {
              try handler.handle(
                LogRecord(
                  level: .info, message: "x",
                  metadata: ["writer": .public("\(writer)"), "n": .public(number)]))
            }
          }
        }
        try await group.waitForAll()
      }
      let found = try await lines()
      #expect(found.count == 2000)
      expectOrder(found)
    }
  }
#endif
