#if os(Linux)
  import Foundation
  import Testing
  import TremaNetworkTestSupport

  /// Servers do not outlive the test process that started them.
  @Suite struct LostServerTests {
    @Test func `test servers end when the test process is killed`() async throws {
      let result = await #expect(
        processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
      ) {
        _ = try await TestServers.nginx()
        _ = try await TestServers.nghttpd()
        _ = try await TestServers.tinyproxy()
        _ = try await TestServers.socks()
        _ = try await TestServers.faults()
        let own = try TestServer()
        let begun = RunningProcess.below(getpid())
        let lines = begun.map { "server \($0.id) \($0.start)\n" }.joined()
        try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
        withExtendedLifetime(own) { _ = kill(getpid(), SIGKILL) }
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      let begun = output.split(separator: "\n").compactMap { line -> RunningProcess? in
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "server", let id = Int32(words[1]) else { return nil }
        return RunningProcess(id: id, start: String(words[2]))
      }
      // Each server has at least its supervisor, and most have processes of their own.
      #expect(begun.count >= 12, "\(output)")
      try await expectEventually { begun.allSatisfy { !$0.isRunning } }
    }
  }

  private struct RunningProcess {
    let id: Int32
    /// The start since boot; an id may be reused later.
    let start: String

    var isRunning: Bool {
      guard let now = Self.status(id) else { return false }
      return now.start == start && now.state != "Z"
    }

    /// All descendants of a process.
    static func below(_ root: Int32) -> [RunningProcess] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      let all = names.compactMap { Int32($0) }.compactMap { id in status(id).map { (id, $0) } }
      var found: [RunningProcess] = []
      var parents: Set<Int32> = [root]
      while !parents.isEmpty {
        let children = all.filter { parents.contains($0.1.parent) }
        found += children.map { RunningProcess(id: $0.0, start: $0.1.start) }
        parents = Set(children.map(\.0))
      }
      return found
    }

    private static func status(_ id: Int32) -> (state: String, parent: Int32, start: String)? {
      guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
        let name = text.lastIndex(of: ")")
      else { return nil }
      // The fields from the third one on: the text before may contain blanks.
      let fields = text[name...].split(separator: " ").dropFirst().map(String.init)
      guard fields.count > 19, let parent = Int32(fields[1]) else { return nil }
      return (fields[0], parent, fields[19])
    }
  }
#endif
