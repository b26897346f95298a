#if os(Linux)
  import Testing
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaTestSupport
  import TremaURLSession

  /// The tests run in processes of their own, because they count resources.
  @Suite(.serialized) struct SoakTests {
    @Test func `1000 faults leak no threads and few other resources`() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await TestServers.faults().url
        try await Soak.run(120, at: server)
        let before = ProcessUsage.now
        try await Soak.run(1000, at: server)
        try await Soak.expectNothingLeft(since: before)
      }
    }

    @Test func `20 bursts of 200 cancelled requests leak nothing`() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await TestServers.faults().url
        try await Soak.storm(at: server)
        let before = ProcessUsage.now
        for _ in 1...20 { try await Soak.storm(at: server) }
        try await Soak.expectNothingLeft(since: before)
      }
    }
  }

  enum Soak {
    private static let atOnce = 30

    /// Runs faults over one transport, which is closed afterwards.
    static func run(_ count: Int, at server: String) async throws {
      // Faults that end the process are tested elsewhere, and so are those of `lateCancel`.
      let faults = (Fault.quick + Fault.endless).filter {
        KnownFault.of($0) == nil && !["bomb", "endless-body"].contains($0.path)
      }
      let transport = try URLSessionTransport.make()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          if number >= atOnce { await group.next() }
          group.addTask {
            let fault = faults[number % faults.count]
            let result = await fault.happen(
              at: server, to: transport,
              delivery: number % 2 == 0 ? .stream : .whole(limit: Fault.limit),
              patience: .milliseconds(500))
            let complaint = fault.complaint(result)
            // Failures in another process are reported only by their comments.
            #expect(complaint == nil, Comment(rawValue: complaint ?? ""))
          }
        }
      }
      await transport.close()
    }

    /// Sends 200 concurrent requests and cancels all of them halfway.
    static func storm(at server: String) async throws {
      let transport = try URLSessionTransport.make()
      let paths = ["never", "ok", "stall-in-body", "drip/1000/1", "stall-in-head"]
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let request = HTTPRequest(.get, "\(server)/\(paths[number % 5])")
            do throws(TransportError) {
              _ = try await transport.send(request, body: .empty, context: TransportContext())
              #expect(number % 5 == 1, Comment(rawValue: paths[number % 5]))
            } catch {
              #expect(error.kind == .cancelled, Comment(rawValue: "\(error)"))
            }
          }
        }
        try? await Task.sleep(for: .milliseconds(30))
        group.cancelAll()
      }
      await transport.close()
    }

    static func expectNothingLeft(since before: ProcessUsage) async throws {
      var now = ProcessUsage.now
      for _ in 0..<400 where now.descriptors > before.descriptors || now.threads > before.threads {
        try await Task.sleep(for: .milliseconds(25))
        now = .now
      }
      let words = Comment(rawValue: "\(before), then \(now)")
      // Foundation closes some connections of its sessions late, or never: far fewer than faults.
      #expect(now.descriptors <= before.descriptors + 20, words)
      // The pool of Swift's tasks may have grown to its full size meanwhile.
      #expect(now.threads <= before.threads + 2, words)
      // Some faults have bodies of 32 MiB, of which thirty may be in flight: memory that the
      // allocator retains for them is no leak, and one for all would be gigabytes.
      let growth = now.residentMemory - before.residentMemory
      #expect(growth < ThreadSanitizer.bound(ofMemory: 400 << 20), words)
    }
  }
#endif
