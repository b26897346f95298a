import Foundation
import Testing
import TremaStorage
import TremaTestSupport

/// Several processes that use one store, some of which are killed at any moment.
@Suite struct StoreProcessTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
  }

  /// Starts writers one after the other, and kills each some moments after its first output.
  ///
  /// - Returns: The last number that each has reported as stored.
  private static func killed(
    _ count: Int, lane: Int, at path: String
  ) throws -> [(name: String, number: Int)] {
    var generator = SeededGenerator(seed: UInt64(lane))
    return try (0..<count).map { round in
      let name = "\(lane)-\(round)"
      let writer = try StoreJudge.Running(["write", path, name])
      var said = writer.read(2)
      usleep(UInt32(generator.number(0...12_000)))
      let (rest, wasKilled) = writer.kill()
      #expect(wasKilled)
      said += rest
      let last = said.split(separator: "\n").last.flatMap { Int($0) }
      return (name, try #require(last, "\(said)"))
    }
  }

  @Test func `200 killed writers lose no stored value and damage nothing`() async throws {
    let path = path
    let kept = try await withThrowingTaskGroup(of: [(name: String, number: Int)].self) { group in
      for lane in 0..<4 {
        group.addTask { try await aside { try Self.killed(50, lane: lane, at: path) } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(kept.count == 200)
    let store = try KeyValueStore(path)
    try await store.verify()
    var isAhead = 0
    for (name, number) in kept {
      let left = try #require(try store["left"].get(name, as: Int.self))
      #expect(left >= number)
      #expect(try store["right"].get(name) == left)
      isAhead += left > number ? 1 : 0
    }
    // Otherwise no kill happened between a write and its report.
    #expect(isAhead > 0)
    #expect(kept.contains { $0.number > 1 })
    let verdict = try await Judge(name: "sqlite3", package: "sqlite3")
      .runAside([path, "PRAGMA integrity_check"])
    #expect(verdict.text == "ok\n")
  }

  @Test func `three processes that increment one value lose no update`() async throws {
    let path = path
    let verdicts = try await withThrowingTaskGroup(of: Judge.Verdict.self) { group in
      for _ in 0..<3 {
        group.addTask { try await StoreJudge.judge.runAside(["add", path, "400"]) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts.map(\.text) == ["", "", ""])
    #expect(verdicts.map(\.status) == [0, 0, 0])
    #expect(try KeyValueStore(path)["count"].get("all") == 1200)
  }

  @Test func `a store locked by another process is busy for writers but readable`() async throws {
    let options = KeyValueStore.Options(busyTimeout: .milliseconds(50))
    let store = try KeyValueStore(path, options: options)
    try store["own"].set("key", 1)
    let holder = try StoreJudge.Running(["hold", path])
    #expect(try await aside { holder.read(5) } == "held\n")
    let error = #expect(throws: StoreError.busy(after: .milliseconds(50))) {
      try store["own"].set("key", 2)
    }
    #expect(error?.description == "another process kept the store locked for 0.05 seconds")
    #expect(try store["own"].get("key") == 1)
    #expect(try KeyValueStore(path, options: options)["held"].keys() == [])
    #expect(try await aside { holder.finish() } == "")
    try store["own"].set("key", 3)
    #expect(try store["held"].get("by") == "judge")
  }

  @Test func `another process's writes are observed`() async throws {
    let store = try KeyValueStore(path)
    let path = path
    var numbers: [Int?] = []
    for try await number in store["count"].observe("all", as: Int.self) {
      numbers.append(number)
      if number == nil {
        Task { try await StoreJudge.judge.runAside(["add", path, "30"]) }
      }
      if number == 30 { break }
    }
    #expect(numbers.first == .some(nil))
    #expect(numbers.last == 30)
  }

  #if os(Linux)
    private static let ownMounts = """
      unshare -rm true || {
        echo "this test needs mount namespaces: run it as root, or allow user namespaces" >&2
        exit 99
      }

      """

    @Test func `a full disk is reported, and no value is lost`() async throws {
      let script =
        Self.ownMounts + """
          exec unshare -rm bash -c '
            mount -t tmpfs -o size=2m none "$1" && "$2" fill "$1/store" &&
            sqlite3 "$1/store" "PRAGMA integrity_check"' bash "$@"
          """
      let disk = try TemporaryFolder()
      let verdict = try await Judge.bash.runAside(
        ["-c", script, "bash", disk.path, StoreJudge.path])
      #expect(verdict.complaint == "")
      #expect(verdict.text == "\(disk.path)/store: the disk is full\nall are there\nok\n")
    }

    @Test func `a full disk is reported for a batch that ignores errors and for a backup`()
      async throws
    {
      let script =
        Self.ownMounts + """
          exec unshare -rm bash -c '
            mount -t tmpfs -o size=1m none "$1"
            "$2" fill-batch "$1/store"; "$2" backup "$3" "$1/copy"; ls -A "$1"' bash "$@"
          """
      let disk = try TemporaryFolder()
      let store = try KeyValueStore(path)
      try store["own"].set("key", String(repeating: "x", count: 2_000_000))
      try store.close()
      let verdict = try await Judge.bash.runAside(
        ["-c", script, "bash", disk.path, StoreJudge.path, path])
      #expect(verdict.complaint == "")
      #expect(
        verdict.text == """
          \(disk.path)/store: the disk is full
          \(disk.path)/copy: the disk is full
          store
          store-shm
          store-wal

          """)
    }

    @Test func `a backup to a missing folder names the target`() throws {
      let store = try KeyValueStore(path)
      let target = "\(folder.path)/no/copy"
      let error = #expect(throws: StoreError.self) { try store.backup(to: target) }
      #expect(error?.description == "\(target): No such file or directory")
    }

    @Test func `a read-only folder is reported, and its store can be read`() async throws {
      let store = try KeyValueStore(path)
      try store["own"].set("key", 1)
      try store.close()
      let script =
        Self.ownMounts + """
          exec unshare -rm bash -c '
            mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 98
            "$2" write-once "$1/store.sqlite"; "$2" write-once "$1/new.sqlite"
            "$2" look "$1/store.sqlite"' bash "$@"
          """
      let verdict = try await Judge.bash.runAside(
        ["-c", script, "bash", folder.path, StoreJudge.path])
      #expect(verdict.complaint == "")
      #expect(
        verdict.text == """
          \(folder.path)/store.sqlite: the store is read-only
          \(folder.path)/new.sqlite: the store is read-only
          1
          \(folder.path)/store.sqlite: the store is read-only

          """)
    }
  #endif
}
