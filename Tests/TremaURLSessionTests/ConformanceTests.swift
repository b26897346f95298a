import Testing
import TremaTransportConformance
import TremaURLSession

@Suite struct ConformanceTests {
  private static let cases = TransportConformance.cases
    .filter { SessionExceptions.unasked[$0.name] == nil }

  @Test func `each exception is one of a case`() {
    #expect(TransportConformance.unknown(SessionExceptions.reasons) == [])
    #expect(TransportConformance.unknown(SessionExceptions.unasked.mapValues(\.rawValue)) == [])
  }

  /// Each in a process of its own: some responses end it, and nothing outside can keep it.
  @Test(arguments: cases)
  func `the transport over URLSession keeps to the contract`(
    _ one: TransportConformance.Case
  ) async {
    await #expect(processExitsWith: .success) { [name = one.name as String] in
      let one = try #require(TransportConformance.cases.first { $0.name == name })
      let server = try ConformanceServer()
      let suite = TransportConformance(
        server: server, exceptions: SessionExceptions.reasons, patience: .seconds(20)
      ) {
        try URLSessionTransport()
      }
      let outcome = await suite.run(one)
      server.close()
      // What is seen in another process is told in comments alone.
      #expect(outcome.isGood, Comment(rawValue: "\(name): \(outcome)"))
    }
  }
}
