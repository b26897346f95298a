#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaTestSupport

  /// Server and network faults, with each interceptor by itself and with all of them.
  @Suite struct StackFaultTests {
    @Test func `each fault gives a typed error in time, sends once and leaks nothing`() async throws
    {
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let server = try await TestServers.faults()
        let names = FullStack.each(Authentication(.bearer("token"))).map(\.name)
        // Resources that are allocated once exist before the count.
        let telling = (Fault.endless + Fault.quick).filter { StackFaults.telling.contains($0.path) }
        await StackFaults.run(telling, through: nil, at: server)
        let before = ProcessUsage.now
        // Unread bodies of 32 MiB are covered by the tests of the transport.
        let all = (Fault.endless + Fault.quick).filter { $0.path != "unread" }
        await StackFaults.run(all, onTheWay: Fault.onTheWay, through: nil, at: server)
        await withTaskGroup(of: Void.self) { group in
          for (number, name) in names.enumerated() {
            if number >= 4 { await group.next() }
            group.addTask { await StackFaults.run(telling, through: name, at: server) }
          }
        }
        var now = ProcessUsage.now
        for _ in 0..<400 where now.descriptors > before.descriptors {
          try await Task.sleep(for: .milliseconds(25))
          now = .now
        }
        #expect(now.descriptors <= before.descriptors, Comment(rawValue: "\(before), then \(now)"))
      }
    }
  }

  enum StackFaults {
    /// One fault of each kind, for the interceptors one by one.
    static let telling: Set<String> = [
      "ok", "early-413", "reset-before", "truncated", "damaged-gzip", "endless-body", "garbage",
      "bad-chunk", "never", "stall-in-body",
    ]

    /// Incompressible bytes: a server that reads nothing must be sent more than the system buffers.
    private static let bytes: [UInt8] = {
      // Repetitions beyond the window of deflate are new to it.
      let piece = (0..<(64 << 10)).map { _ in UInt8.random(in: 0...255) }
      return Array(repeatElement(piece, count: 64).joined())
    }()

    /// Runs each fault `count` times, a few at a time, over one transport.
    ///
    /// - Parameter name: The name of the only interceptor; nil for all of them.
    static func run(
      _ faults: [Fault], onTheWay: [Fault] = [], through name: String?, at server: FaultServer
    ) async {
      do {
        let transport = try CurlTransport()
        let all = faults.map { ($0, server.url) } + onTheWay.map { ($0, server.proxy) }
        await withTaskGroup(of: Void.self) { group in
          for (number, (fault, url)) in all.enumerated() {
            if number >= 12 { await group.next() }
            group.addTask {
              let client = HTTPClient(baseURL: url, transport: transport)
              let complaint = await complaint(fault, client, through: name, server.url)
              #expect(complaint == nil, Comment(rawValue: "\(name ?? "all"): \(complaint ?? "")"))
            }
          }
        }
        await transport.close()
      } catch {
        #expect(Bool(false), Comment(rawValue: "no transport: \(error)"))
      }
    }

    /// Returns the problem with the end of a fault; nil if there is none.
    private static func complaint(
      _ fault: Fault, _ plain: HTTPClient, through name: String?, _ counter: String
    ) async -> String? {
      var client = plain
      client.responseLimit = Fault.limit
      client.decodedLimit = Fault.limit
      for one in FullStack.each(Authentication(.bearer("token")))
      where name == nil || one.name == name { client = client.adding(one) }
      let key = UUID().uuidString
      let target = "\(fault.path)?counted=\(key)"
      var draft = RequestBuilder<BodyAllowed>.request(fault.upload == nil ? .get : .post, target)
      if let length = fault.upload { draft = draft.body(.bytes(Array(bytes[..<length]))) }
      let begin = ContinuousClock.now
      let result = await client.call(
        draft.deadlines(fault.request(at: "").deadlines).accepting(100...599).bytes.withHead
      ).result.map(\.status.code)
      if ContinuousClock.now - begin > .seconds(600) {
        return "\(fault) was not in time"
      }
      if let complaint = complaint(fault, result) { return complaint }
      guard fault.upload != nil else { return nil }
      let count = try? await plain.send(.get("\(counter)/count/\(key)").text)
      return count == "1" ? nil : "\(fault) was posted \(count ?? "an unknown number of") times"
    }

    private static func complaint(_ fault: Fault, _ result: Result<Int, NetworkError>) -> String? {
      switch result {
      case .success(let status): return fault.complaint(.success(status))
      case .failure(let error):
        switch error.kind {
        case .transport(let reason): return fault.complaint(.failure(reason))
        case .timeout(let part): return fault.complaint(.failure(TransportError(.timeout(part))))
        default: return "\(fault) gave \(error)"
        }
      }
    }
  }
#endif
