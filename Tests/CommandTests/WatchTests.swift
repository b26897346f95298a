import Foundation
import Testing
import TremaTestSupport

/// `trema build --watch`: outputs are updated however a file is saved.
@Suite struct WatchTests {
  private let folder: TemporaryFolder
  private static let catalogue = "Texts/Texts.trm"
  private static let output = "Out/Localizable_en.json"

  init() throws {
    folder = try TemporaryFolder()
    try save("Hello")
    try project()
  }

  private func project(directory: String = "Out") throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["\(Self.catalogue)"] }],
        "languages": ["en"],
        "outputs": [{ "format": "json", "directory": "\(directory)" }]
      }
      """, to: "trema.json")
  }

  private func save(_ word: String, to path: String = Self.catalogue) throws {
    try folder.write(Self.text(word), to: path)
  }

  private static func text(_ word: String) -> String {
    """
    <trema masterLang="en"><text key="k"><context/>
    <value lang="en" status="translated">\(word)</value></text></trema>
    """
  }

  /// A watching command, which ends with the test.
  private final class Watching {
    let tool: RunningTool
    private var hasResult = false

    init(_ tool: RunningTool) { self.tool = tool }

    deinit { if !hasResult { kill(tool.identifier, SIGKILL) } }

    /// Waits for output of the command, which it prints after it has written files.
    func says(_ isSaid: ((output: String, errors: String)) -> Bool) throws -> Bool {
      for _ in 0..<20_000 {
        if isSaid(try tool.words) { return true }
        usleep(1000)
      }
      return false
    }

    func end(_ signal: Int32 = SIGINT) throws -> Tool.Result {
      kill(tool.identifier, signal)
      return try wait()
    }

    func wait() throws -> Tool.Result {
      hasResult = true
      return try tool.wait()
    }
  }

  private func watch(_ options: String...) throws -> Watching {
    let watching = Watching(try Tool.start(["build", "--watch"] + options, in: folder))
    try expect("Hello")
    // The outputs exist before the waiting begins; changes in between are not missed.
    return watching
  }

  /// Waits until the output contains a word.
  private func expect(_ word: String, in path: String = Self.output) throws {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(300) {
      if let text = try? folder.text(path), text.contains("\"\(word)\"") { break }
      usleep(500)
    }
    #expect(try folder.text(path).contains("\"\(word)\""))
  }

  private func shell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
  }

  @Test func `outputs are updated however a file is saved`() throws {
    let watching = try watch()
    for round in 0..<5 {
      // Saves in place: truncates the file, then writes it.
      let file = try #require(FileHandle(forWritingAtPath: "\(folder.path)/\(Self.catalogue)"))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(Self.text("place\(round)").utf8))
      try file.close()
      try expect("place\(round)")

      // Saves beside it, then renames.
      try save("rename\(round)", to: "Texts/.Texts.trm.swp")
      rename("\(folder.path)/Texts/.Texts.trm.swp", "\(folder.path)/\(Self.catalogue)")
      try expect("rename\(round)")

      // Moves the old file away, as vim does to keep a copy.
      rename("\(folder.path)/\(Self.catalogue)", "\(folder.path)/\(Self.catalogue)~")
      try save("backup\(round)")
      try expect("backup\(round)")

      // Removes the file, and creates it later.
      unlink("\(folder.path)/\(Self.catalogue)")
      usleep(30_000)
      try save("back\(round)")
      try expect("back\(round)")
    }
    #expect(try watching.end().status == 0)
  }

  @Test func `replaced links and folders are still watched`() throws {
    try save("Hello", to: "Shared/A.trm")
    unlink("\(folder.path)/\(Self.catalogue)")
    symlink("../Shared/A.trm", "\(folder.path)/\(Self.catalogue)")
    let watching = try watch()
    try save("target", to: "Shared/A.trm")
    try expect("target")
    try save("other", to: "Shared/B.trm")
    try shell("ln -s ../Shared/B.trm Texts/new && mv Texts/new \(Self.catalogue)")
    try expect("other")
    try save("again", to: "Shared/B.trm")
    try expect("again")
    try save("moved", to: "New/Texts.trm")
    try shell("mv Texts Old && mv New Texts")
    try expect("moved")
    try save("inside")
    try expect("inside")
    #expect(try watching.end(SIGTERM).status == 0)
  }

  @Test func `a broken catalogue is reported, and is built once it is repaired`() throws {
    let watching = try watch()
    try folder.write("broken", to: Self.catalogue)
    #expect(try watching.says { $0.errors.contains("1 error\n") })
    try save("mended")
    #expect(try watching.says { $0.output.components(separatedBy: "wrote ").count == 3 })
    try expect("mended")
    let result = try watching.end()
    #expect(
      result.errors == """
        Texts/Texts.trm:1:1: error: [malformed-xml] the file is not XML
        1 | broken
          | ^ hint: check that this is the right file; an XML file begins with '<'
        1 error

        """)
    let lines = result.output.split(separator: "\n").map { line in
      line.split(separator: " ").map { $0.allSatisfy(\.isNumber) ? "N" : String($0) }
        .joined(separator: " ")
    }
    #expect(
      lines == [
        "wrote Out/Localizable_en.json", "N output, N written in N ms",
        "watching trema.json and its catalogues; press Ctrl-C to stop", "nothing written in N ms",
        "wrote Out/Localizable_en.json", "N output, N written in N ms",
      ])
  }

  @Test func `the project file is reloaded, and may be temporarily invalid`() throws {
    let watching = try watch()
    try folder.write("{", to: "trema.json")
    #expect(try watching.says { $0.errors.contains("[invalid-json]") })
    try project(directory: "Other")
    try expect("Hello", in: "Other/Localizable_en.json")
    try save("more")
    try expect("more", in: "Other/Localizable_en.json")
    let result = try watching.end()
    #expect(result.errors.contains("trema.json:1:2: error: [invalid-json]"), "\(result)")
    #expect(result.output.contains("removed Out/Localizable_en.json\n"), "\(result)")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(Self.output)") == false)
  }

  @Test func `writing outputs and saving without changes print nothing`() throws {
    try project(directory: "Texts")
    let watching = Watching(try Tool.start(["build", "--watch"], in: folder))
    try expect("Hello", in: "Texts/Localizable_en.json")
    usleep(200_000)
    try save("Hello")
    try folder.write("x", to: "Texts/.Texts.trm.swp")
    usleep(300_000)
    let result = try watching.end()
    #expect(result.output.split(separator: "\n").count == 3, "\(result)")
    #expect(result.errors == "")
  }

  @Test func `rapid successive saves are coalesced into fewer builds`() throws {
    let watching = try watch()
    usleep(200_000)
    for number in 0..<20 { try save("burst\(number)") }
    try expect("burst19")
    let builds = try watching.end().output.split(separator: "\n").count { $0.hasPrefix("wrote ") }
    #expect(builds < 12, "\(builds)")
  }

  @Test func `the command exits when the project folder is removed`() throws {
    let watching = try watch()
    usleep(100_000)
    try FileManager.default.removeItem(at: folder.url)
    let result = try watching.wait()
    #expect(result.status == 3)
    #expect(
      result.errors.hasSuffix(
        """
        trema.json: error: [cannot-read] the folder of 'trema.json' was removed
          hint: restore it, and start trema again
        1 error

        """), "\(result)")
  }

  @Test func `--watch is refused without a project file or with --check`() throws {
    #expect(try Tool.run("build", "--watch", "--check", in: folder).status == 2)
    unlink("\(folder.path)/trema.json")
    #expect(try Tool.run("build", "--watch", in: folder).status == 3)
  }
}
