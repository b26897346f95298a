import Testing
import TremaTransportConformance
import TremaURLSession

@Suite struct ConformanceTests {
  private static let cases = TransportConformance.cases
    .filter { SessionExceptions.unasked[$0.name] == nil }

  @Test func `each exception belongs to a case`() {
    #expect(TransportConformance.unknownExceptions(SessionExceptions.reasons) == [])
    #expect(
      TransportConformance.unknownExceptions(SessionExceptions.unasked.mapValues(\.rawValue)) == [])
  }

  /// Each test has a process of its own: some responses end it, and nothing outside can prevent
  /// that.
  @Test(arguments: cases)
  func `the transport over URLSession fulfils the contract`(
    _ one: TransportConformance.Case
  ) async {
    await #expect(processExitsWith: .success) { [name = one.name as String] in
      let one = try #require(TransportConformance.cases.first { $0.name == name })
      let server = try ConformanceServer()
      let suite = TransportConformance(
        server: server, exceptions: SessionExceptions.reasons, timeLimit: .seconds(20)
      ) {
        try URLSessionTransport()
      }
      let outcome = await suite.run(one)
      server.close()
      // Failures in another process are reported by comments alone.
      #expect(outcome.isAcceptable, Comment(rawValue: "\(name): \(outcome)"))
    }
  }
}
