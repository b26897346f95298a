import Foundation
import Testing
import TremaTestSupport

/// A build of several projects that is terminated by a signal at any time.
@Suite struct ProjectsKillTests {
  private static let names = (0..<6).map { "p\($0)" }
  private static let build = ["build", "--jobs", "3"] + names.map(Projects.file)

  private let projects: Projects
  private let old: Snapshot
  private let new: Snapshot
  private let seconds: Double

  init() throws {
    projects = try Projects()
    old = try Self.outputs(of: projects, word: "old")
    let start = Date()
    new = try Self.outputs(of: projects, word: "new")
    seconds = Date().timeIntervalSince(start)
  }

  /// Builds all projects.
  private static func outputs(of projects: Projects, word: String) throws -> Snapshot {
    for name in names {
      try projects.write(name, catalogue: Catalogue.large(600, word: word))
    }
    #expect(try Tool.run(build, in: projects.folder).status == 0)
    return try Snapshot(of: projects.folder)
  }

  /// The delays of signals, from the start of the process until after its end.
  private var delays: [Double?] {
    [0.01, 0.2, 0.4, 0.6, 0.8, 0.9, 1.2].map { $0 * seconds } + [nil, nil, nil]
  }

  /// Puts the old outputs in place, so that there is something to write.
  private func restore() throws {
    for name in Self.names {
      for file in old.files where file.hasPrefix("\(name)/") && !file.hasSuffix(".trm") {
        try projects.folder.write(try #require(old[text: file]), to: file)
      }
    }
  }

  /// Starts the build and sends a signal after a while, or, without a delay, when the writing of an
  /// output begins.
  private func interrupt(after delay: Double?, with signal: Int32) throws -> Tool.Result {
    try restore()
    let before = try Snapshot(of: projects.folder).names
    let tool = try Tool.start(Self.build, in: projects.folder)
    if let delay {
      Thread.sleep(forTimeInterval: delay)
    } else {
      while try FileManager.default.subpathsOfDirectory(atPath: projects.folder.path).count
        == before.count, !tool.hasEnded
      { usleep(200) }
    }
    kill(tool.identifier, signal)
    return try tool.wait()
  }

  /// Returns whether a project's outputs are all old or all new.
  private func isWhole(_ name: String, _ snapshot: Snapshot) -> Bool {
    [old, new].contains { state in
      snapshot.files.filter { $0.hasPrefix("\(name)/") && !$0.hasSuffix(".trm") }
        .allSatisfy { state[text: $0] == snapshot[text: $0] }
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a terminated build completes or cleans up each project`(_ signal: Int32) throws {
    var stopped = 0
    for delay in delays {
      let result = try interrupt(after: delay, with: signal)
      #expect([-signal, 0].contains(result.status))
      // A project that was interrupted is not reported as one that failed.
      #expect(result.errors == "")
      stopped += result.status == 0 ? 0 : 1
      let after = try Snapshot(of: projects.folder)
      #expect(after.temporaryFiles == [])
      for name in Self.names { #expect(isWhole(name, after), "\(name)") }
    }
    #expect(stopped > 0)
  }

  @Test func `a killed build leaves each output old or new, and the next one cleans up`() throws {
    for delay in delays {
      let result = try interrupt(after: delay, with: SIGKILL)
      #expect([-SIGKILL, 0].contains(result.status))
      let after = try Snapshot(of: projects.folder)
      for file in old.files where !file.hasSuffix(".trm") {
        #expect([old[text: file], new[text: file]].contains(after[text: file]), "\(file)")
      }
    }
    #expect(try Tool.run(Self.build, in: projects.folder).status == 0)
    #expect(try Snapshot(of: projects.folder) == new)
  }

  @Test func `an ignored signal stays ignored`() throws {
    try restore()
    let tool = try Tool.start(
      Self.build, in: projects.folder, shell: "trap '' HUP INT; touch ready; exec \"$@\"")
    let ready = "\(projects.folder.path)/ready"
    while !FileManager.default.fileExists(atPath: ready) { usleep(1000) }
    try FileManager.default.removeItem(atPath: ready)
    while !tool.hasEnded {
      kill(tool.identifier, SIGHUP)
      kill(tool.identifier, SIGINT)
      usleep(5000)
    }
    #expect(try tool.wait().status == 0)
    #expect(try Snapshot(of: projects.folder) == new)
  }

  #if os(Linux)
    @Test func `a signal ends a build that waits for an input`() throws {
      try projects.folder.write("", to: "p1/Texts.trm")
      try FileManager.default.removeItem(atPath: "\(projects.folder.path)/p1/Texts.trm")
      #expect(mkfifo("\(projects.folder.path)/p1/Texts.trm", 0o600) == 0)
      let tool = try Tool.start(
        ["build", "--jobs", "2"] + ["p0", "p1"].map(Projects.file), in: projects.folder)
      // The first project has been reported when only the second one is left.
      while try !tool.words.output.contains("p0/trema.json"), !tool.hasEnded { usleep(2000) }
      kill(tool.identifier, SIGTERM)
      #expect(try tool.wait().status == -SIGTERM)
    }
  #endif
}
