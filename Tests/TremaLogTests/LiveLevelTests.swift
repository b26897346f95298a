import Testing
import TremaLog
import TremaSupport

@Suite struct LiveLevelTests {
  @Test func `a level change applies to other threads and to existing and new logs`() async throws {
    let memory = MemoryHandler()
    let system = LogSystem(levels: LogLevels(.error), handlers: [memory])
    let log = Log(label: "net.http", system: system)
    let started = LockedValue(0)
    let tasks = (0..<4).map { _ in
      Task.detached {
        started.add(1)
        while !log.isEnabled(.debug) { await Task.yield() }
        log.debug("seen")
      }
    }
    while started.value < 4 { await Task.yield() }
    #expect(memory.records.isEmpty)
    try system.configure(["logLevel": "error", "logLevels": ["net.*": "debug"]])
    for task in tasks { await task.value }
    #expect(memory.records.map(\.message) == ["seen", "seen", "seen", "seen"])
    #expect(Log(label: "net", system: system).level == .debug)
    #expect(Log(label: "store", system: system).level == .error)
    system.levels = LogLevels(.fatal)
    #expect(log.level == .fatal && !log.isEnabled(.error) && log.isEnabled(.fatal))
  }
}
