#if os(Linux)
  import Foundation
  import Glibc
  import Testing
  import TremaLog
  import TremaSupport
  import TremaTestSupport

  @Suite struct RotatingFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/app.log" }

    init() throws { folder = try TemporaryFolder() }

    private func record(_ text: String, at seconds: Int64 = 0) -> LogRecord {
      LogRecord(time: LogTime(seconds: seconds), level: .info, message: text, file: "A", line: 1)
    }

    private func messages(_ name: String) throws -> [String] {
      let text = String(decoding: try folder.read(name), as: UTF8.self)
      return text.split(separator: "\n").map { line in
        line.components(separatedBy: #""msg":""#)[1].components(separatedBy: "\"")[0]
      }
    }

    private var names: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test func `a full file is rotated, and a limited number of files is kept`() throws {
      // A line has 94 bytes.
      let handler = try RotatingFileHandler(path: path, maximumSize: 200, keep: 2)
      for number in 10..<20 { try handler.handle(record("\(number)")) }
      #expect(try names == ["app.log", "app.log.1", "app.log.2", "app.log.lock"])
      #expect(try messages("app.log.2") == ["14", "15"])
      #expect(try messages("app.log.1") == ["16", "17"])
      #expect(try messages("app.log") == ["18", "19"])
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      // The limit is lower now.
      let other = try RotatingFileHandler(path: path, maximumSize: 200, keep: 1)
      try other.handle(record("20"))
      #expect(try names == ["app.log", "app.log.1", "app.log.lock"])
      try handler.flush()
    }

    @Test func `a removed lock file is recreated and shared by all handlers`() throws {
      let (first, second) = (
        try RotatingFileHandler(path: path), try RotatingFileHandler(path: path)
      )
      try first.handle(record("a"))
      try FileManager.default.removeItem(atPath: path + ".lock")
      try second.handle(record("b"))
      #expect(try names == ["app.log", "app.log.lock"])
      // The first handler changes to the new lock: it waits for its holder.
      let lock = try #require(FileHandle(forUpdatingAtPath: path + ".lock"))
      #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
      let isWritten = LockedValue(false)
      let (record, done) = (record("c"), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        try? first.handle(record)
        isWritten.value = true
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 0.2) == .timedOut)
      #expect(!isWritten.value)
      #expect(flock(lock.fileDescriptor, LOCK_UN) == 0)
      done.wait()
      #expect(try messages("app.log") == ["a", "b", "c"])
    }

    @Test func `a line larger than the maximum file size is still written`() throws {
      let handler = try RotatingFileHandler(path: path, maximumSize: 10, keep: 9)
      for text in ["a", "b"] { try handler.handle(record(text)) }
      #expect(try messages("app.log") == ["b"])
      #expect(try messages("app.log.1") == ["a"])
    }

    @Test func `a new hour or day begins a new file`() throws {
      for (period, length) in [(LogPeriod.hour, 3600), (.day, 86_400)] {
        let handler = try RotatingFileHandler(path: path, period: period, keep: 9)
        try handler.handle(record("first"))
        // The record is written in the last second of a period.
        let start = 1_000_000_000 / length * length
        var times = [timeval](repeating: timeval(tv_sec: start - 1, tv_usec: 0), count: 2)
        #expect(utimes(path, &times) == 0)
        try handler.handle(record("same", at: Int64(start - 1)))
        #expect(try messages("app.log") == ["first", "same"])
        #expect(utimes(path, &times) == 0)
        try handler.handle(record("next", at: Int64(start)))
        #expect(try messages("app.log") == ["next"])
        #expect(try messages("app.log.1") == ["first", "same"])
        for name in ["app.log", "app.log.1"] {
          try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
      }
    }

    @Test func `a file that was moved or removed is recreated`() throws {
      let handler = try RotatingFileHandler(path: path)
      try handler.handle(record("a"))
      try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/moved")
      try handler.handle(record("b"))
      #expect(try messages("moved") == ["a"])
      #expect(try messages("app.log") == ["b"])
      try FileManager.default.removeItem(atPath: path)
      try handler.handle(record("c"))
      #expect(try messages("app.log") == ["c"])
    }

    @Test func `the partial line of a killed process is removed`() throws {
      let handler = try RotatingFileHandler(path: path)
      try handler.handle(record("a"))
      let whole = try folder.read("app.log")
      for part in [1, 100_000] {
        try folder.write(whole + [UInt8](repeating: 0x78, count: part), to: "app.log")
        try handler.handle(record("b"))
        #expect(try messages("app.log") == ["a", "b"])
      }
      try folder.write(Array("no line".utf8), to: "app.log")
      _ = try RotatingFileHandler(path: path)
      #expect(try folder.read("app.log").isEmpty)
    }

    @Test func `a gap among the rotated files is closed without losing any`() throws {
      let handler = try RotatingFileHandler(path: path, maximumSize: 10, keep: 3)
      for text in ["a", "b", "c", "d"] { try handler.handle(record(text)) }
      try FileManager.default.removeItem(atPath: path + ".2")
      try handler.handle(record("e"))
      #expect(try messages("app.log.3") == ["a"])
      #expect(try messages("app.log.2") == ["c"])
      #expect(try messages("app.log.1") == ["d"])
    }

    @Test func `a file that cannot be opened is reported`() throws {
      func problem(_ path: String) -> String {
        do throws(LogFailure) {
          _ = try RotatingFileHandler(path: path)
          return "none"
        } catch {
          return error.description
        }
      }
      #expect(
        problem("/nowhere/app.log")
          == "cannot open /nowhere/app.log.lock: No such file or directory")
      #expect(
        problem("/proc/app.log") == "cannot open /proc/app.log.lock: No such file or directory")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(problem(path) == "cannot open \(path): Is a directory")
      #expect(
        problem("/nowhere/a\u{1B}b")
          == "cannot open /nowhere/a\\u{1B}b.lock: No such file or directory")
    }

    @Test func `a file that cannot be rotated keeps growing and is reported once`() async throws {
      try folder.write([1], to: "app.log.1/x")
      let verdict = try await Judge(name: LogJudge.path, package: "this package").runAside([
        path, "w", "100", "1", "20",
      ])
      #expect(verdict.text == "0\n")
      #expect(
        verdict.complaint
          == "trema: cannot rename \(path) to \(path).1: Is a directory; the file keeps growing\n")
      #expect(try folder.read("app.log").count { $0 == 0x0A } == 20)
    }

    private func inSmallDisk(_ script: String) async throws -> Judge.Verdict {
      let whole = """
        unshare -rm true || {
          echo "this test needs mount namespaces: run it as root, or allow user namespaces" >&2
          exit 99
        }
        exec unshare -rm bash -c 'mount -t tmpfs -o size=256k none "$1" || exit 98; \(script)' \
        bash "$@"
        """
      return try await Judge.bash.runAside(["-c", whole, "bash", folder.path, LogJudge.path])
    }

    @Test func `records dropped on a full disk are counted and reported once`() async throws {
      let verdict = try await inSmallDisk(
        #""$2" "$1/app.log" w 1000000 5 2000; jq -c .n "$1/app.log" | wc -l"#)
      #expect(verdict.status == 0, "\(verdict.complaint)")
      let numbers = verdict.text.split(separator: "\n").compactMap { Int($0) }
      #expect(numbers.reduce(0, +) == 2000 && numbers.count == 2)
      #expect(numbers.allSatisfy { $0 > 100 })
      #expect(
        verdict.complaint
          == "trema: cannot write \(path): No space left on device; records are dropped\n")
    }

    @Test func `writing resumes when disk space is available`() async throws {
      let verdict = try await inSmallDisk(
        #"head -c 1m /dev/zero > "$1/fill" 2> /dev/null; "$2" "$1/app.log" w 1000000 5 10; "#
          + #"rm "$1/fill"; "$2" "$1/app.log" w 1000000 5 10; jq -c .n "$1/app.log" | wc -l"#)
      #expect(verdict.text == "10\n0\n10\n", "\(verdict.complaint)")
    }

    @Test func `a read-only folder is reported`() async throws {
      let verdict = try await inSmallDisk(
        #"mount -o remount,ro "$1" && "$2" "$1/app.log" w 1000000 5 1"#)
      #expect(verdict.status == 1)
      #expect(verdict.text == "cannot open \(path).lock: Read-only file system\n")
    }
  }
#endif
