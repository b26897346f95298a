import Testing
import TremaLog

@Suite struct LogLevelTests {
  @Test func `levels have the numbers used in configurations, in order`() {
    #expect(LogLevel.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(LogLevel.allCases.sorted() == LogLevel.allCases)
    #expect(
      LogLevel.allCases.map(\.description)
        == ["verbose", "debug", "info", "warning", "error", "fatal"])
  }
}
