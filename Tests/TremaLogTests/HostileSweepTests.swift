import Testing
import TremaLog
import TremaTestSupport

@Suite struct HostileSweepTests {
  @Test func `a text of nothing but secret prefixes is redacted in linear time`() throws {
    let memory = MemoryHandler()
    let log = Log(label: "", system: LogSystem(handlers: [memory]))
    let pieces = [
      "-eyJ", "sk-", "-sk-", "://a:b/", "-----BEGIN ", "-----END ", "bearer ", "=", " :", "\"=",
      "a=", "token=", "token=(", "password: ", "://", "--token ", "xoxb-",
    ]
    for piece in pieces {
      let growth = try ThreadTime.growth(4_000 / piece.utf8.count) { count in
        let text = String(repeating: piece, count: count)
        return { log.info("\(text, .public)") }
      }
      #expect(growth < 9, "\(piece)")
    }
    #expect(memory.records.count >= pieces.count * 2)
  }
}
