import Foundation
import Testing
import TremaLog
import TremaSupport
import TremaTestSupport

/// A handler that fails on demand.
final class FailingHandler: LogHandler {
  struct Failure: Error, CustomStringConvertible {
    var description: String { "no room; password=correct-horse" }
  }

  let isFailing = LockedValue(true)
  let calls = LockedValue(0)
  let isClosed = LockedValue(false)
  var name: String { "FailingHandler" }

  func handle(_ record: LogRecord) throws {
    calls.add(1)
    if isFailing.value { throw Failure() }
  }

  func close() { isClosed.value = true }
}

@Suite struct FailingHandlerTests {
  private let memory = MemoryHandler()
  private let failing = FailingHandler()

  @Test func `a failing handler is disabled after three failures and reported once`() {
    let system = LogSystem(handlers: [failing, memory])
    let log = Log(label: "", system: system)
    for number in 0..<5 { log.info("\(number, .public)") }
    #expect(failing.calls.value == 3)
    #expect(
      memory.records.map(\.message) == [
        "0", "1",
        "FailingHandler failed to handle a record 3 times in a row and receives no more records",
        "2", "3", "4",
      ])
    let told = memory.records[2]
    #expect(told.level == .error && told.label == "trema.log")
    #expect(told.metadata["error"] == "no room; password=<redacted>")
    #expect(system.disabledHandlers.map(\.name) == ["FailingHandler"])
    system.shutdown()
    #expect(failing.isClosed.value)
  }

  @Test func `nonconsecutive failures do not disable a handler`() {
    let log = Log(label: "", system: LogSystem(handlers: [failing, memory]))
    for number in 0..<10 {
      failing.isFailing.value = number % 3 != 2
      log.info("x")
    }
    #expect(failing.calls.value == 10)
    #expect(memory.records.count == 10)
  }

  @Test func `setting the handlers again retries failed ones`() {
    let system = LogSystem(handlers: [failing])
    let log = Log(label: "", system: LogSystem(handlers: [failing, memory]))
    for _ in 0..<4 { log.info("x") }
    failing.isFailing.value = false
    system.handlers = [failing]
    Log(label: "", system: system).info("x")
    #expect(failing.calls.value == 4)
    #expect(system.disabledHandlers.isEmpty)
  }

  @Test func `a closed pipe is a failure and does not end the process`() async {
    await #expect(processExitsWith: .exitCode(5)) {
      let gone = Pipe()
      try gone.fileHandleForReading.close()
      let descriptor = gone.fileHandleForWriting.fileDescriptor
      let memory = MemoryHandler()
      let system = LogSystem(handlers: [JSONLinesHandler(descriptor: descriptor), memory])
      for _ in 0..<4 { Log(label: "", system: system).info("x") }
      exit(Int32(system.disabledHandlers.count == 1 ? memory.records.count : 0))
    }
  }

  #if os(Linux)
    @Test func `a failure is reported on standard error if there is no other handler`() async throws
    {
      let verdict = try await Judge(name: LogJudge.path, package: "this package").runAside([
        "failing", "0", "0", "0",
      ])
      #expect(
        verdict.complaint
          == "trema: JSONLinesHandler(12345) failed to handle a record 3 times in a row and receives no "
          + "more records: cannot write: Bad file descriptor\n")
    }
  #endif

  @Test func `a handler that logs does not loop endlessly`() {
    struct Talking: LogHandler {
      let system: LockedValue<LogSystem?>
      func handle(_ record: LogRecord) {
        if let system = system.value { Log(label: "", system: system).info("again") }
      }
    }
    let box = LockedValue<LogSystem?>(nil)
    let system = LogSystem(handlers: [Talking(system: box), memory])
    box.value = system
    Log(label: "", system: system).info("once")
    #expect(memory.records.map(\.message) == ["once"])
    #expect(system.lostRecordCount == 1)
    box.value = nil
  }

  @Test func `records after a shutdown are dropped and counted`() {
    let system = LogSystem(handlers: [memory])
    system.shutdown()
    Log(label: "", system: system).info("late")
    system.handlers = [memory]
    Log(label: "", system: system).info("late")
    #expect(memory.records.isEmpty && system.lostRecordCount == 2)
  }

  @Test func `a memory handler keeps the last records`() {
    let small = MemoryHandler(capacity: 3)
    for line in 0..<10 { small.handle(LogRecord(level: .info, message: "", line: line)) }
    #expect(small.records.map(\.line) == [7, 8, 9])
    small.removeAll()
    #expect(small.records.isEmpty)
  }
}
