import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport

@Suite struct FaultTests {
  private static let deliveries = [TransportContext.Delivery.whole(limit: Fault.limit), .stream]

  @Test(arguments: Fault.quick + Fault.endless)
  func `each server fault is reported as its error in time`(_ fault: Fault) async throws {
    try await check(fault, at: TestServers.faults().url)
  }

  @Test(arguments: Fault.onTheWay)
  func `each network fault is reported as its error in time`(_ fault: Fault) async throws {
    try await check(fault, at: TestServers.faults().proxy)
  }

  private func check(_ fault: Fault, at server: String) async throws {
    let transport = try CurlTransport()
    for delivery in Self.deliveries {
      let begin = ContinuousClock.now
      let result = await fault.happen(at: server, to: transport, delivery: delivery)
      let complaint = fault.complaint(result)
      #expect(complaint == nil, "\(delivery)")
      #expect(ContinuousClock.now - begin < .seconds(120), "\(delivery)")
    }
    await transport.close()
  }
}
