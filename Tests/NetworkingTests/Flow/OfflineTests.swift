#if os(Linux)
  import Foundation
  import Testing
  import TremaHTTP
  import TremaSupport

  @testable import Networking

  @Suite struct OfflineTests {
    /// A network that is available on demand.
    private final class Switch: Connectivity {
      private struct State {
        var isOnline = false
        var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
        var count = 0
      }
      private let state = LockedValue(State())

      var isOnline: Bool {
        get { state.withLock { $0.isOnline } }
        set {
          let woken = state.withLock { state in
            state.isOnline = newValue
            guard newValue else { return [CheckedContinuation<Bool, Never>]() }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
          }
          for waiter in woken { waiter.resume(returning: true) }
        }
      }

      var waiters: Int { state.withLock { $0.waiters.count } }

      func waitUntilOnline() async throws {
        let number = state.withLock { state in
          state.count += 1
          return state.count
        }
        let isOnline = await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            let isOnline = state.withLock { state in
              if !state.isOnline { state.waiters[number] = continuation }
              return state.isOnline
            }
            if isOnline { return continuation.resume(returning: true) }
            if Task.isCancelled { leave(number) }
          }
        } onCancel: {
          leave(number)
        }
        if !isOnline { throw CancellationError() }
      }

      private func leave(_ number: Int) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
      }
    }

    private let network = Switch()
    private let clock = VirtualClock()
    private let transport = TestTransport()

    private func client(_ limit: Duration? = .seconds(60)) -> HTTPClient {
      var client = HTTPClient(baseURL: "https://a.example", transport: transport)
        .adding(Offline(limit: limit, connectivity: network))
      client.clock = clock.clock
      return client
    }

    @Test func `a request waits until the network is available`() async throws {
      let client = client()
      async let sent: Void = client.send(.get("x").empty)
      #expect(await eventually { network.waiters == 1 })
      #expect(transport.requests.isEmpty)
      network.isOnline = true
      try await sent
      try await client.send(.get("x").empty)
      #expect(transport.requests.count == 2)
    }

    @Test func `a request that exceeds its waiting limit fails with a typed error`() async throws {
      let client = client(.seconds(10))
      async let error = failure(of: client, .get("x").empty)
      #expect(await eventually { network.waiters == 1 && clock.sleepers == 1 })
      clock.advance(by: .seconds(10))
      guard case .interceptor("Offline", let reason)? = await error?.kind else {
        return #expect(Bool(false))
      }
      #expect(reason as? OfflineError == OfflineError(limit: .seconds(10)))
      #expect("\(reason)" == "the network was unavailable for 10.0 seconds")
      #expect(network.waiters == 0)
      #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [Duration.seconds(60), nil])
    func `a request waits no longer than the total deadline`(limit: Duration?) async throws {
      let client = client(limit)
      async let error = failure(of: client, RequestBuilder.get("x").timeout(.seconds(10)).empty)
      #expect(await eventually { network.waiters == 1 && clock.sleepers == 1 })
      clock.advance(by: .seconds(10))
      #expect(await error?.isTimeout == true)
      #expect(network.waiters == 0)
    }

    @Test func `a retry does not wait again once the limit has passed`() async throws {
      let client = client(.seconds(10)).adding(Retry())
      async let error = failure(of: client, .get("x").empty)
      #expect(await eventually { network.waiters == 1 && clock.sleepers == 1 })
      clock.advance(by: .seconds(10))
      guard case .interceptor? = await error?.kind else { return #expect(Bool(false)) }
    }

    @Test func `requests to the local machine never wait`() async throws {
      let client = client()
      let own = [
        "http://localhost/x", "http://LocalHost:81/x", "http://api.localhost/x",
        "http://127.0.0.1:8080/", "http://127.255.3.4/", "http://[::1]:80/",
      ]
      for target in own { try await client.send(.get(target).empty) }
      #expect(transport.requests.count == own.count)
      for target in [
        "http://localhost.example/", "http://127.0.0.1.example/", "http://128.0.0.1/",
        "http://[::2]/", "http://127.0.1/", "http://mylocalhost/", "http://127.0.0.256/",
        "http://127.0.0.1.5/", "http://127.0.0./", "http://127..0.1/", "http://1270.0.1/",
        "http://0127.0.0.1/",
      ] {
        #expect(try !URLReference(target).isLoopback, "\(target)")
      }
    }

    @Test func `storms of cancelled requests leave no waiters`() async throws {
      let client = client()
      for round in 0..<5 {
        let tasks = (0..<200).map { _ in Task { await failure(of: client, .get("x").empty) } }
        if round % 2 == 0 { #expect(await eventually { network.waiters == 200 }) }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.isCancelled == true) }
        #expect(await eventually { network.waiters == 0 && clock.sleepers == 0 })
      }
      #expect(transport.requests.isEmpty)
    }

    @Test func `the routing tables of Linux are parsed`() {
      let names = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n"
      for (line, hasWayOut) in [
        ("", false), ("eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000", true),
        ("wlan0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF", true),
        ("lo\t0000007F\t00000000\t0001\t0\t0\t0\t000000FF", false),
        ("eth0\t00000000\t010200C0\t0002\t0\t0\t0\t00000000", false),
        ("*\t00000000\t00000000\t0200\t0\t0\t0\t00000000", false), ("eth0\t1", false),
      ] {
        #expect(
          RoutingTable.hasExternalRoute(ipv4: Array("\(names)\(line)\n".utf8)) == hasWayOut,
          "\(line)")
      }
      let zeros = String(repeating: "0", count: 32)
      func line(_ destination: String, _ flags: String, _ interface: String) -> [UInt8] {
        let digits = destination + zeros.dropFirst(destination.utf8.count)
        return Array(
          "\(digits) 40 \(zeros) 00 \(zeros) 00000100 00000001 00000000 \(flags)     \(interface)\n"
            .utf8)
      }
      for (table, hasWayOut) in [
        (line("fe80", "00000001", "eth0"), false), (line("ff00", "00000001", "eth0"), false),
        (line("", "00200200", "lo"), false), (line("", "00000003", "eth0"), true),
        (line("fd00", "00000001", "eth0"), true), (line("00", "00000200", "eth0"), false),
        (line("feb0", "00000001", "eth0"), false), (line("fec0", "00000001", "eth0"), true),
        ([], false), (Array("nonsense\n".utf8), false),
      ] {
        #expect(RoutingTable.hasExternalRoute(ipv6: table) == hasWayOut)
      }
    }

    @Test func `the reported connectivity matches the routing tables`() async throws {
      let tables = try ["route", "ipv6_route"].map {
        let data = FileManager.default.contents(atPath: "/proc/net/\($0)")
        return Array(try #require(data))
      }
      let hasWayOut =
        RoutingTable.hasExternalRoute(ipv4: tables[0])
        || RoutingTable.hasExternalRoute(ipv6: tables[1])
      #expect(SystemConnectivity.shared.isOnline == hasWayOut)
      let waiting = Task { try await SystemConnectivity.shared.waitUntilOnline() }
      if !hasWayOut { waiting.cancel() }
      let isOnline = await waiting.result
      #expect((try? isOnline.get()) != nil || !hasWayOut)
    }
  }
#endif
