import Testing
import TremaLog
import TremaSecrets
import TremaSupport

@Suite struct LogPrivacyTests {
  private let memory = MemoryHandler()
  private var log: Log { Log(label: "", system: LogSystem(handlers: [memory])) }

  @Test func `interpolated values are private by default`() {
    let name = "Joe"
    let fixed: StaticString = "fixed"
    log.info("\(name) has \(3) of \(4, .public), \(fixed)")
    log.info(name)
    log.info("literal", ["a": "literal", "b": "\(name)", "c": .private(name), "d": .public(name)])
    #expect(
      memory.records.map(\.message) == [
        "<private> has <private> of 4, fixed", "<private>", "literal",
      ])
    #expect(
      memory.records[2].metadata
        == ["a": "literal", "b": "<private>", "c": "<private>", "d": "Joe"])
    #expect(LogMessage(public: name).text == "Joe")
  }

  @Test func `equal private values have equal digests`() throws {
    log.info("\("a", .hash)")
    log.info("\("a", .hash)", ["a": .hash("a"), "b": .hash("b"), "c": .hash(Secret("c"))])
    let records = memory.records
    #expect(records[0].message == records[1].message)
    #expect(records[1].metadata["a"] == .string(records[0].message))
    #expect(records[1].metadata["b"] != records[1].metadata["a"])
    #expect(records[1].metadata["c"] == "<redacted>")
    let digits = records[0].message.dropFirst("<hash: ".count).dropLast()
    #expect(digits.count == 8 && digits.allSatisfy(\.isHexDigit))
  }

  @Test func `public values keep their kinds`() {
    struct Point: Sendable { var x = 1 }
    let values: [LogValue] = [
      .public(7), .public(UInt64.max), .public(Int8(-1)), .public(0.5), .public(Float(0.25)),
      .public(true), .public("t"), .public(Point()), .public(LogValue.redacted),
      .public(Secret(1)), .public(Int?.none),
    ]
    #expect(
      values == [
        7, .unsigned(.max), -1, 0.5, 0.25, true, "t", "Point(x: 1)", .redacted, .redacted, "nil",
      ])
  }

  #if os(Linux) || os(macOS)
    @Test func `debug mode shows private values but no secrets`() async {
      // Runs in a separate process: other tests must not see the mode.
      await #expect(processExitsWith: .success) {
        Runtime.isDebug = true
        let memory = MemoryHandler()
        let log = Log(label: "", system: LogSystem(handlers: [memory]))
        let name = "Joe"
        log.info(
          "\(name) \(Secret("x")) \(name, .hash)", ["a": .private(name), "token": .private(1)])
        log.info(name)
        let records = memory.records
        precondition(records[0].message.hasPrefix("Joe <redacted> <hash: "))
        precondition(records[0].metadata == ["a": "Joe", "token": .redacted])
        precondition(records[1].message == "Joe")
      }
    }

    @Test func `a fatal record can end the process after everything is written`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let system = LogSystem(handlers: [TextHandler()], fatalPolicy: .trap)
        Log(label: "a", system: system).fatal("no way on")
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("Z fatal a: no way on ("))
    }

    @Test func `the static functions log without a label`() async {
      await #expect(processExitsWith: .success) {
        let memory = MemoryHandler()
        LogSystem.shared.handlers = [memory]
        LogSystem.shared.levels = LogLevels(.verbose)
        Log.verbose("a")
        Log.debug("b")
        Log.info("c")
        Log.warning("d")
        Log.error("e", ["n": 1])
        Log.fatal("f")
        let text = "no literal"
        Log.error(text)
        let records = memory.records
        precondition(records.dropLast().map(\.level) == LogLevel.allCases)
        precondition(records.map(\.message) == ["a", "b", "c", "d", "e", "f", "<private>"])
        precondition(records.allSatisfy { $0.label.isEmpty })
        precondition(records[4].metadata == ["n": 1])
        Log.with(["k": 1]) { Log.info("x") }
        precondition(memory.records.last?.metadata == ["k": 1])
        precondition(Log.standard.level == .verbose)
      }
    }
  #endif

  @Test func `a record contains an identifier of its task`() async {
    let log = log
    await Task {
      log.info("a"); log.info("b")
    }.value
    await Task { log.info("c") }.value
    let tasks = memory.records.map(\.task)
    #expect(tasks[0] != nil && tasks[0] == tasks[1])
  }

  @Test func `levels map to swift-log names and syslog severities`() {
    #expect(
      LogLevel.allCases.map(\.swiftLogName)
        == ["trace", "debug", "info", "warning", "error", "critical"])
    #expect(LogLevel.allCases.map(\.syslogSeverity) == [7, 7, 6, 4, 3, 2])
    #expect(LogLevel("WARNING") == .warning && LogLevel("5") == .fatal)
    #expect(LogLevel("6") == nil && LogLevel("") == nil && LogLevel("Ínfo") == nil)
  }
}
