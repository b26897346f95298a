import Dispatch
import Testing
import TremaLog
import TremaSupport

/// A handler that blocks in each record until it is released.
private final class SlowHandler: LogHandler {
  let memory = MemoryHandler()
  let entered = DispatchSemaphore(value: 0)
  let mayGo = DispatchSemaphore(value: 0)
  let isSlow = LockedValue(true)
  let flushes = LockedValue(0)

  func handle(_ record: LogRecord) {
    if isSlow.value {
      entered.signal()
      mayGo.wait()
    }
    memory.handle(record)
  }

  func flush() { flushes.add(1) }

  var messages: [String] { memory.records.map(\.message) }
}

/// A handler that logs another record for each record.
private final class EndlessHandler: LogHandler {
  let memory = MemoryHandler(capacity: 1_000_000)
  let next = LockedValue<AsyncHandler?>(nil)

  func handle(_ record: LogRecord) throws {
    memory.handle(record)
    try next.value?.handle(LogRecord(level: .info, message: "next"))
  }
}

/// A handler that calls all functions of the queue around it, while it handles and while it
/// flushes.
private final class ReentrantHandler: LogHandler {
  let memory = MemoryHandler()
  let outer = LockedValue<AsyncHandler?>(nil)

  func handle(_ record: LogRecord) throws {
    memory.handle(record)
    try outer.value?.flush()
  }

  func flush() throws {
    if memory.records.count > 2 { return }
    try outer.value?.handle(LogRecord(level: .fatal, message: "from within"))
    try outer.value?.close()
  }
}

@Suite struct AsyncHandlerTests {
  private let slow = SlowHandler()

  private func record(_ text: String, _ level: LogLevel = .info) -> LogRecord {
    LogRecord(level: level, message: text)
  }

  @Test func `logging never blocks, and records that exceed the queue are reported`() throws {
    let handler = AsyncHandler(slow, capacity: 3)
    try handler.handle(record("0"))
    slow.entered.wait()
    for number in 1..<8 { try handler.handle(record("\(number)")) }
    #expect(handler.droppedRecordCount == 5)
    slow.isSlow.value = false
    slow.mayGo.signal()
    try handler.flush()
    #expect(slow.messages == ["0", "1", "2", "5 records were dropped: the queue was full"])
    #expect(slow.memory.records[3].level == .warning)
    try handler.handle(record("8"))
    try handler.close()
    #expect(slow.messages.last == "8" && slow.flushes.value == 2)
    #expect(handler.droppedRecordCount == 5)
  }

  @Test func `a fatal record and all previous ones are handled before its call returns`() {
    slow.isSlow.value = false
    let log = Log(label: "", system: LogSystem(handlers: [AsyncHandler(slow)]))
    for number in 0..<100 { log.info("\(number, .public)") }
    log.fatal("end")
    #expect(slow.messages == (0..<100).map(String.init) + ["end"])
    #expect(slow.flushes.value == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `flushes and fatal records do not wait for threads that keep logging`() throws {
    let endless = EndlessHandler()
    let handler = AsyncHandler(endless, capacity: 4)
    endless.next.value = handler
    try handler.handle(record("first"))
    try handler.flush()
    try handler.handle(record("end", .fatal))
    endless.next.value = nil
    try handler.flush()
    let messages = endless.memory.records.map(\.message)
    #expect(messages.first == "first" && messages.contains("end"))
  }

  @Test func `records of many threads are all written, in order for each thread`() async throws {
    slow.isSlow.value = false
    let handler = AsyncHandler(slow, capacity: 100_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for label in ["a", "b", "c", "d"] {
        group.addTask {
          for line in 0..<1000 {
            try handler.handle(LogRecord(level: .info, label: label, message: "", line: line))
          }
        }
      }
      try await group.waitForAll()
    }
    try handler.flush()
    let byLabel = Dictionary(grouping: slow.memory.records, by: \.label)
    #expect(byLabel.count == 4)
    for records in byLabel.values { #expect(records.map(\.line) == Array(0..<1000)) }
  }

  @Test func `the failure of a wrapped handler is reported once`() {
    let failing = FailingHandler()
    let memory = MemoryHandler()
    let handler = AsyncHandler(failing)
    let system = LogSystem(handlers: [handler, memory])
    let log = Log(label: "", system: system)
    for _ in 0..<10 {
      log.info("x")
      system.flush()
    }
    let told = memory.records.filter { $0.label == "trema.log" }
    #expect(told.count == 1)
    #expect(told.first?.metadata["error"] == "no room; password=<redacted>")
    #expect(memory.records.count == 11)
    #expect(system.disabledHandlers.map(\.name) == ["AsyncHandler(FailingHandler)"])
  }

  @Test func `a handler that flushes or logs while handling does not deadlock`() throws {
    let reentrant = ReentrantHandler()
    let handler = AsyncHandler(reentrant)
    reentrant.outer.value = handler
    defer { reentrant.outer.value = nil }
    try handler.handle(record("first"))
    try handler.flush()
    try handler.handle(record("last"))
    try handler.flush()
    #expect(Set(reentrant.memory.records.map(\.message)) == ["first", "from within", "last"])
  }
}
