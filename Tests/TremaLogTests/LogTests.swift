import Testing
import TremaLog

@Suite struct LogTests {
  private let memory = MemoryHandler()
  private var system: LogSystem { LogSystem(levels: LogLevels(.verbose), handlers: [memory]) }

  @Test func `each level has a function`() {
    let log = Log(label: "shop", system: system)
    log.verbose("a")
    log.debug("b")
    log.info("c")
    log.warning("d")
    log.error("e", ["n": 1])
    log.fatal("f")
    #expect(memory.records.map(\.level) == LogLevel.allCases)
    #expect(memory.records.map(\.message) == ["a", "b", "c", "d", "e", "f"])
    #expect(Set(memory.records.map(\.label)) == ["shop"])
    #expect(memory.records[4].metadata == ["n": 1])
    #expect(memory.records[0].file == "TremaLogTests/LogTests.swift")
    #expect(memory.records[1].line == memory.records[0].line + 1)
  }

  @Test func `no record is created without a handler`() {
    let system = LogSystem(levels: LogLevels(.warning), handlers: [memory])
    let log = Log(label: "", system: system)
    var count = 0
    func made() -> Int {
      count += 1
      return count
    }
    log.info("\(made())", ["n": .public(made())])
    #expect(count == 0)
    #expect(!log.isEnabled(.info) && log.isEnabled(.warning))
    log.warning("\(made(), .public)", ["n": .public(made())])
    #expect(memory.records.map(\.message) == ["1"])
    #expect(memory.records[0].metadata == ["n": 2])
  }

  @Test func `values of handler, task and call are merged, and the last one wins`() async {
    let handler = MemoryHandler(metadata: ["a": "handler", "b": "handler", "c": "handler"])
    let log = Log(label: "", system: LogSystem(handlers: [handler]))
    await Log.with(["b": "task", "c": "outer"]) {
      await Log.with(["c": "task", "d": "task"]) {
        await Task { log.info("x", ["c": "call", "e": 1, "e": 2]) }.value
      }
    }
    log.info("y")
    #expect(
      handler.records[0].metadata.fields.map { "\($0.key)=\($0.value)" }
        == ["a=handler", "b=task", "c=call", "d=task", "e=2"])
    #expect(handler.records[1].metadata.fields.map(\.key) == ["a", "b", "c"])
    Log.with(["f": true]) { log.info("z") }
    #expect(handler.records[2].metadata["f"] == true)
  }
}
