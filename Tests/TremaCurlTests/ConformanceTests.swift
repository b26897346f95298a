import Testing
import TremaCurl
import TremaTransportConformance

@Suite struct ConformanceTests {
  @Test(arguments: TransportConformance.cases)
  func `the libcurl transport meets the transport requirements`(
    _ one: TransportConformance.Case
  ) async throws {
    let server = try ConformanceServer()
    defer { server.close() }
    let suite = TransportConformance(server: server, timeLimit: .seconds(300)) {
      try CurlTransport()
    }
    let outcome = await suite.run(one)
    #expect(outcome == .passed, "\(outcome)")
  }
}
