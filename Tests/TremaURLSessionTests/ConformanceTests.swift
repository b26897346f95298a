import Testing
import TremaTransportConformance
import TremaURLSession

@Suite struct ConformanceTests {
  private static let cases = TransportConformance.cases
    .filter { SessionExceptions.unasked[$0.name] == nil }

  @Test func `each listed exception names a test case`() {
    #expect(TransportConformance.unknownExceptions(SessionExceptions.reasons) == [])
    #expect(
      TransportConformance.unknownExceptions(SessionExceptions.unasked.mapValues(\.rawValue)) == [])
  }

  /// Each test runs in its own process, because some responses crash FoundationNetworking.
  @Test(arguments: cases)
  func `the URLSession transport fulfils the transport contract`(
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
      // Failures in another process are reported only by their comments.
      #expect(outcome.isAcceptable, Comment(rawValue: "\(name): \(outcome)"))
    }
  }
}
