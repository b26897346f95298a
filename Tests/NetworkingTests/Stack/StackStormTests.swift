#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaHTTP
  import TremaNetworkTestSupport

  /// Many concurrent and cancelled requests through all interceptors.
  @Suite struct StackStormTests {
    @Test
    func `bursts of cancelled requests leak no task, descriptor or waiter`() async throws {
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        do { try await Self.storms() } catch {
          #expect(Bool(false), Comment(rawValue: "\(error)"))
        }
      }
    }

    private static func storms() async throws {
      let stack = try await FullStack()
      let client = try stack.client(try await stack.signedIn())
      _ = try await client.send(.get("door").text)
      let paths = ["guarded/kept", "guarded/busy", "guarded/file", "guarded/events", "door"]
      func storm(_ round: Int, _ client: HTTPClient) async throws {
        // A token that was never accepted, and is refused, would end the session.
        _ = try await client.send(.get("guarded/kept").cachePolicy(.reload).text)
        try await stack.tell("/expire")
        let tasks = (0..<200).map { number in
          Task { () async -> NetworkError? in
            let path = "\(paths[number % 5])?round=\(round)&number=\(number / 50)"
            if number % 4 == 0 {
              return await failure(of: client, RequestBuilder.post("guarded/kept").text("a").text)
            }
            return await failure(of: client, RequestBuilder.get(path).cachePolicy(.reload).bytes)
          }
        }
        try await Task.sleep(for: .milliseconds(10 + 15 * round))
        for task in tasks { task.cancel() }
        for task in tasks {
          let error = await task.value
          let isFine = error.map { $0.isCancelled } ?? true
          #expect(isFine, Comment(rawValue: "\(String(describing: error))"))
        }
      }
      try await storm(0, client)
      let before = ProcessUsage.now
      for round in 1...5 { try await storm(round, client) }
      // New requests succeed, so no slot, token or constraint is leaked.
      let text = try await client.send(.get("guarded/kept").cachePolicy(.reload).text)
      #expect(text.hasPrefix("ada "), Comment(rawValue: text))
      await stack.close()
      var now = ProcessUsage.now
      for _ in 0..<400 where now.descriptors > before.descriptors {
        try await Task.sleep(for: .milliseconds(25))
        now = .now
      }
      #expect(now.descriptors <= before.descriptors, Comment(rawValue: "\(before), then \(now)"))
      #expect(now.threads <= before.threads + 2, Comment(rawValue: "\(before), then \(now)"))
    }
  }
#endif
