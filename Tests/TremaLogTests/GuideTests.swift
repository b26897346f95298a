import Foundation
import Testing
import TremaLog
import TremaTestSupport

/// The examples in the logging guide.
@Suite struct GuideTests {
  private let memory = MemoryHandler()

  @Test func `the examples for calls, levels, task values and handlers work`() async throws {
    let (host, name, milliseconds) = ("a.example", "Joe", 12)
    let folder = try TemporaryFolder()
    let path = folder.path + "/app.log"
    let system = LogSystem(handlers: [memory])
    if memory.records.count > 0 {
      Log.error("no connection to \(host, .public)", ["attempt": 3])
    }
    let log = Log(label: "net.http", system: system)
    log.info("\(name) has signed in", ["user": .private(name), "ms": .public(milliseconds)])
    #expect(memory.records[0].message == "<private> has signed in")
    #expect(memory.records[0].metadata == ["user": "<private>", "ms": 12])
    try system.configure(["logLevel": "warning", "logLevels": ["net.*": "debug", "store": 0]])
    #expect(log.level == .debug)
    Log.with(["request": "7"]) {
      log.info("answered", ["status": 200])
    }
    #expect(memory.records[1].metadata == ["request": "7", "status": 200])
    let file = try RotatingFileHandler(path: path, maximumSize: 1 << 20, period: .day, keep: 7)
    system.handlers = [TextHandler(), AsyncHandler(file, capacity: 1024)]
    system.handlers = [AsyncHandler(file)]
    log.info("kept")
    system.shutdown()
    #expect(String(decoding: try folder.read("app.log"), as: UTF8.self).contains(#""msg":"kept""#))
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/Log.md"), encoding: .utf8)
    func trimmed(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let source = trimmed(try String(contentsOfFile: #filePath, encoding: .utf8))
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map {
      trimmed($0.components(separatedBy: "```")[0])
    }
    #expect(blocks.count == 4)
    // The checks are between the lines.
    for line in blocks.joined() { #expect(source.contains(line), "\(line)") }
  }
}
