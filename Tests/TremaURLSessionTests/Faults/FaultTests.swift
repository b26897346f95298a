import Testing
import TremaHTTP
import TremaNetworkTestSupport
import TremaURLSession

// The tests are serialized: a session that waits occupies a core.
@Suite(.serialized) struct FaultTests {
  @Test(arguments: ["whole", "stream"])
  func `each server fault gives the expected error in time`(delivery: String) async throws {
    let server = try await TestServers.faults()
    try await check("quick", Fault.quick, at: server.url, delivery)
  }

  @Test(arguments: ["whole", "stream"])
  func `each endless fault is ended by a deadline`(delivery: String) async throws {
    let server = try await TestServers.faults()
    try await check("endless", Fault.endless, at: server.url, delivery)
  }

  @Test(arguments: ["whole", "stream"])
  func `each network fault gives the expected error in time`(delivery: String) async throws {
    let server = try await TestServers.faults()
    try await check("onTheWay", Fault.onTheWay, at: server.proxy, delivery)
  }

  #if canImport(FoundationNetworking)
    @Test func `a stalled response head is ended by the first-byte deadline`() async throws {
      let server = try await TestServers.faults()
      let transport = try URLSessionTransport.make()
      let deadlines = HTTPDeadlines(firstByte: .milliseconds(500), idle: .milliseconds(200))
      let start = ContinuousClock.now
      let failure = await kind {
        _ = try await transport.get("\(server.url)/stall-in-head", deadlines)
      }
      #expect(failure == .timeout(.firstByte))
      #expect(ContinuousClock.now - start < .seconds(300))
      await transport.close()
    }
  #endif

  @Test func `refused connections and silent servers are reported as such`() async throws {
    let server = try await TestServers.faults()
    let transport = try URLSessionTransport.make()
    #expect(await kind { _ = try await transport.get(server.refused) } == .cannotConnect)
    #expect(await kind { _ = try await transport.get(server.noTLS) } == .tls(.handshake))
    let start = ContinuousClock.now
    let short = HTTPDeadlines(connect: .milliseconds(500), firstByte: nil, idle: nil)
    #expect(
      await kind { _ = try await transport.get(server.full, short) } == .timeout(.connect))
    #if canImport(FoundationNetworking)
      let phase = TransportError.Timeout.firstByte
    #else
      let phase = TransportError.Timeout.connect
    #endif
    let both = HTTPDeadlines(connect: .seconds(50), firstByte: .milliseconds(500), idle: nil)
    #expect(await kind { _ = try await transport.get(server.silentTLS, both) } == .timeout(phase))
    #expect(ContinuousClock.now - start < .seconds(300))
    await transport.close()
  }

  /// Runs all cases in one process, and continues in another one after a crash.
  private func check(
    _ list: String, _ faults: [Fault], at server: String, _ delivery: String
  ) async throws {
    var left = faults.indices.filter { number in
      // These cases are run by themselves.
      if case .deadline = KnownFault.of(faults[number])?.outcome { false } else { true }
    }
    var crashes: [Int: Int] = [:]
    while !left.isEmpty {
      let run = try await FaultJudge.run(
        ["faults", list, server, delivery] + left.map(String.init))
      for line in run.lines {
        left.removeAll { $0 == line.number }
        judge(faults[line.number], line, crashes[line.number] ?? 0)
      }
      guard let crashed = run.crashed else {
        #expect(left.isEmpty, "the process ended before its last faults")
        break
      }
      crashes[crashed, default: 0] += 1
      let known = KnownFault.of(faults[crashed])?.outcome
      #expect(
        known == .crash || known == .crashOrRight, "\(faults[crashed]) ended the process")
      // A further run is needed only if the right result is possible.
      if known != .crashOrRight || crashes[crashed] == 2 { left.removeAll { $0 == crashed } }
    }
    if !crashes.isEmpty {
      let words = crashes.map { "\(faults[$0.key]) \($0.value)" }.sorted()
      print("FoundationNetworking ended processes (\(list), \(delivery)): \(words)")
    }
  }

  private func judge(_ fault: Fault, _ line: FaultJudge.Line, _ crashes: Int) {
    #expect(line.seconds ?? 0 < 30, "\(fault)")
    switch KnownFault.of(fault)?.outcome {
    case nil, .crashOrRight:
      #expect(line.complaint == nil, "after \(crashes) crashes")
    case .crash:
      Issue.record("\(fault) does not end the process any more")
    case .deadline: break
    case .response(let status):
      #expect(
        line.complaint == "\(fault) gave a response, \(status)", "it is an exception no more")
    }
  }
}
