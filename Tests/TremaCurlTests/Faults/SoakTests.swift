#if os(Linux)
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaTestSupport

  /// The tests run in processes of their own, because they count resources.
  @Suite struct SoakTests {
    @Test func `1,000 faults leak no descriptors, threads or memory`() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await TestServers.faults().url
        try await Soak.run(100, at: server)
        let before = ProcessUsage.now
        try await Soak.run(1000, at: server)
        try await Soak.expectNothingLeft(since: before)
      }
    }

    @Test func `20 storms of 200 cancelled requests leak no resources`() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await TestServers.faults().url
        let transport = try CurlTransport()
        try await Soak.storm(on: transport, at: server)
        let before = ProcessUsage.now
        for _ in 1...20 { try await Soak.storm(on: transport, at: server) }
        // The connections of cancelled exchanges are closed, idle ones may stay.
        let result = await Fault.quick[0].happen(at: server, to: transport, delivery: .stream)
        #expect(Fault.quick[0].complaint(result) == nil)
        await transport.close()
        try await Soak.expectNothingLeft(since: before)
      }
    }
  }

  enum Soak {
    private static let atOnce = 20

    /// Runs faults over one transport, which is closed afterwards.
    static func run(_ count: Int, at server: String) async throws {
      let faults = Fault.quick + Fault.endless
      let transport = try CurlTransport()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          if number >= atOnce { await group.next() }
          group.addTask {
            let fault = faults[number % faults.count]
            // No deadline may be shorter than a busy machine needs to reach that point.
            let result = await fault.happen(
              at: server, to: transport,
              delivery: number % 2 == 0 ? .stream : .whole(limit: Fault.limit),
              patience: .milliseconds(300))
            let complaint = fault.complaint(result)
            // Failures in another process are reported by comments alone.
            #expect(complaint == nil, Comment(rawValue: complaint ?? ""))
          }
        }
      }
      await transport.close()
    }

    /// Sends 200 requests at once, and cancels all of them halfway.
    static func storm(on transport: CurlTransport, at server: String) async throws {
      let paths = ["never", "ok", "stall-in-body", "drip/1000/1", "stall-in-head"]
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let request = HTTPRequest(.get, "\(server)/\(paths[number % 5])")
            let delivery = TransportContext.Delivery.whole(limit: 1 << 20)
            do throws(TransportError) {
              let context = TransportContext(delivery: delivery)
              _ = try await transport.send(request, body: .empty, context: context)
              #expect(number % 5 == 1)
            } catch {
              #expect(error.kind == .cancelled)
            }
          }
        }
        try? await Task.sleep(for: .milliseconds(30))
        group.cancelAll()
      }
    }

    static func expectNothingLeft(since before: ProcessUsage) async throws {
      var now = ProcessUsage.now
      for _ in 0..<400 where now.descriptors > before.descriptors || now.threads > before.threads {
        try await Task.sleep(for: .milliseconds(25))
        now = .now
      }
      #expect(now.descriptors <= before.descriptors, "\(before), then \(now)")
      // The pool of Swift's tasks may have grown to its full size meanwhile.
      #expect(now.threads <= before.threads + 2, "\(before), then \(now)")
      let growth = now.residentMemory - before.residentMemory
      #expect(growth < ThreadSanitizer.bound(ofMemory: 24 << 20), "\(before), then \(now)")
    }
  }
#endif
