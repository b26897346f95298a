import Foundation
import Testing
import TremaTestSupport

/// A command that is terminated by a signal at any time.
@Suite struct KillTests {
  private static let convert = [
    "convert", "Texts.trm", "-o", "out", "--format", "strings,json",
  ]

  /// A conversion before and after a change, and how long it takes here.
  private struct Sample {
    let catalogue = Catalogue.large(4000, word: "new")
    var old: Snapshot
    var new: Snapshot
    var seconds: Double

    init() throws {
      let folder = try TemporaryFolder()
      func outputs(_ bytes: [UInt8]) throws -> Snapshot {
        try folder.write(bytes, to: "Texts.trm")
        #expect(try Tool.run(KillTests.convert, in: folder).status == 0)
        return try Snapshot(of: folder, "out")
      }
      old = try outputs(Catalogue.large(4000, word: "old"))
      let start = Date()
      new = try outputs(catalogue)
      seconds = Date().timeIntervalSince(start)
    }
  }

  private static let sample = Result { try Sample() }

  private let folder: TemporaryFolder
  private let sample: Sample
  private var old: Snapshot { sample.old }
  private var new: Snapshot { sample.new }

  init() throws {
    sample = try Self.sample.get()
    folder = try TemporaryFolder()
    try folder.write(sample.catalogue, to: "Texts.trm")
    try restore()
  }

  /// Puts the old outputs in place, so that there is something to write.
  private func restore() throws {
    for file in sample.old.files {
      try folder.write(try #require(sample.old[text: file]), to: "out/\(file)")
    }
  }

  /// The delays of signals, from the start of the process until after its end.
  private var delays: [Double?] {
    [0.01, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1, 1.2].map { $0 * sample.seconds } + [nil, nil, nil]
  }

  private func run() throws -> Tool.Result { try Tool.run(Self.convert, in: folder) }

  /// Starts the conversion and sends a signal after a while, or, without a delay, when the writing
  /// of an output begins.
  private func interrupt(after delay: Double?, with signal: Int32) throws -> Tool.Result {
    let before = try names()
    let tool = try Tool.start(Self.convert, in: folder)
    if let delay {
      Thread.sleep(forTimeInterval: delay)
    } else {
      while try names() == before, !tool.hasEnded { usleep(200) }
    }
    kill(tool.identifier, signal)
    return try tool.wait()
  }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path))
  }

  private func isWhole(_ snapshot: Snapshot) -> Bool {
    old.files.allSatisfy { file in
      [old[text: file], new[text: file]].contains(snapshot[text: file])
    }
  }

  @Test func `a killed conversion leaves each output old or new, and the next one cleans up`()
    throws
  {
    var leftovers = 0
    for delay in delays {
      try restore()
      let result = try interrupt(after: delay, with: SIGKILL)
      #expect([-SIGKILL, 0].contains(result.status))
      let after = try Snapshot(of: folder, "out")
      #expect(isWhole(after))
      leftovers += after.temporaryFiles.count
    }
    // Otherwise no signal arrived during a write, and the test would prove nothing.
    #expect(leftovers > 0)
    #expect(try run().status == 0)
    #expect(try Snapshot(of: folder, "out") == new)
  }

  @Test func `temporary files of a killed process are removed even if no output changes`() throws {
    #expect(try run().status == 0)
    // No process has such a number, on any system.
    try folder.write("half", to: "out/de.lproj/.Localizable.strings.trema-999999999")
    try folder.write("mine", to: "out/de.lproj/.Localizable.strings.trema-1")
    #expect(try run().status == 0)
    #expect(
      try Snapshot(of: folder, "out/de.lproj").names == [
        ".Localizable.strings.trema-1", "Localizable.strings",
      ])
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a terminated conversion cleans up before it exits`(_ signal: Int32) throws {
    var stopped = 0
    for delay in delays {
      let result = try interrupt(after: delay, with: signal)
      #expect([-signal, 0].contains(result.status))
      stopped += result.status == 0 ? 0 : 1
      let after = try Snapshot(of: folder, "out")
      #expect(after == old || after == new)
      #expect(after.temporaryFiles == [])
    }
    #expect(stopped > 0)
  }

  @Test func `a terminated conversion removes the folder that it created`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/out")
    for delay in delays {
      let result = try interrupt(after: delay, with: SIGTERM)
      guard result.status != 0 else {
        try FileManager.default.removeItem(atPath: folder.path + "/out")
        continue
      }
      // A signal that arrives while the outputs are moved into place waits for the last of them.
      if FileManager.default.fileExists(atPath: folder.path + "/out") {
        #expect(try Snapshot(of: folder, "out") == new)
        try FileManager.default.removeItem(atPath: folder.path + "/out")
      }
      #expect(try Snapshot(of: folder).names == ["Texts.trm"])
    }
  }

  @Test func `an ignored signal stays ignored`() throws {
    let tool = try Tool.start(Self.convert, in: folder, shell: "trap '' HUP INT; exec \"$@\"")
    for _ in 0..<20 {
      Thread.sleep(forTimeInterval: 0.05)
      kill(tool.identifier, SIGHUP)
    }
    #expect(try tool.wait().status == 0)
    #expect(try Snapshot(of: folder, "out") == new)
  }

  @Test func `concurrent conversions write the same outputs`() throws {
    let tools = try (0..<4).map { _ in try Tool.start(Self.convert, in: folder) }
    for tool in tools { #expect(try tool.wait().status == 0) }
    #expect(try Snapshot(of: folder, "out") == new)
  }
}
