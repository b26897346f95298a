import Testing
import TremaTestSupport
import TremaLog

@Suite struct HostileSweepTests {
  @Test func `a text of nothing but secret prefixes is redacted in linear time`() {
    let memory = MemoryHandler()
    let log = Log(label: "", system: LogSystem(handlers: [memory]))
    let pieces = [
      "-eyJ", "sk-", "-sk-", "://a:b/", "-----BEGIN ", "-----END ", "bearer ", "=", " :", "\"=",
      "a=", "token=", "token=(", "password: ", "://", "--token ", "xoxb-",
    ]
    let elapsed = ThreadTime.of {
      for piece in pieces {
        let text = String(repeating: piece, count: 64_000 / piece.utf8.count)
        log.info("\(text, .public)")
      }
    }
    #expect(memory.records.count == pieces.count)
    // The bound is a second; rescanned from each place, one of these alone takes minutes.
    #expect(elapsed < .seconds(60))
  }
}
