#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaHTTP
  import TremaNetworkTestSupport

  /// All built-in interceptors together, with real servers.
  @Suite struct StackTests {
    private static let names = [
      "Compression", "Deduplication", "Retry", "Redirects", "Cookies", "XSRF", "Cache",
      "Authentication", "Offline", "Hedging", "RateLimit", "HostLimit", "Tracing",
      "NetworkInspector",
      "Logging",
    ]

    private func withStack(
      _ test: (FullStack, HTTPClient) async throws -> Void
    ) async throws {
      let stack = try await FullStack()
      let client = try stack.client(try await stack.signedIn())
      do { try await test(stack, client) } catch {
        await stack.close()
        throw error
      }
      await stack.close()
    }

    /// Sends the request that sets cookies.
    private func enter(_ client: HTTPClient) async throws {
      _ = try await client.send(.get("door").text)
    }

    @Test func `the description lists interceptors in order, and each can be removed`() async throws
    {
      try await withStack { stack, client in
        #expect(client.interceptors.map(\.name) == Self.names)
        let list = Self.names.map { "'\($0)'" }.joined(separator: ", ")
        #expect(client.description.hasPrefix("\(stack.url): interceptors \(list) → curl"))
        let added = FullStack.each(Authentication(.bearer("t")))
        #expect(added.count == Self.names.count)
        for one in added {
          let without = client.removing(interceptor: one.name)
          #expect(without.interceptors.map(\.name) == Self.names.filter { $0 != one.name })
          #expect(without.adding(one).interceptors.count == Self.names.count)
          let places = without.adding(one).interceptors.map(\.phase)
          #expect(places == places.sorted())
        }
      }
    }

    @Test func `cookies set by a redirect are sent to its target`() async throws {
      try await withStack { stack, client in
        let page = try await client.send(.get("door").text.withHead)
        #expect(page.value == "ada 1")
        #expect(page.head.url == "\(stack.url)/guarded/kept")
        // Each interceptor is needed: without it the same request is refused.
        for name in ["Cookies", "Redirects", "Authentication"] {
          let error = await failure(
            of: client.removing(interceptor: name),
            RequestBuilder.get("door").cachePolicy(.reload).accepting(200).text)
          #expect(error?.status != nil, "\(name)")
        }
        #expect(try await client.send(.post("guarded/kept").text("abc").text) == "3")
        let refused = await failure(
          of: client.removing(interceptor: "XSRF"),
          RequestBuilder.post("guarded/kept").text("abc").text)
        #expect(refused?.status == .forbidden)
      }
    }

    @Test func `a response after a refresh is cached for its user only`() async throws {
      try await withStack { stack, client in
        try await enter(client)
        try await stack.tell("/expire")
        // A cached response needs no token.
        #expect(try await client.send(.get("guarded/kept").text) == "ada 1")
        #expect(try await stack.count("refresh_token") == 0)
        let fresh = RequestBuilder.get("guarded/kept").cachePolicy(.reload).text
        #expect(try await client.send(fresh) == "ada 2")
        #expect(try await stack.count("refresh_token") == 1)
        #expect(try await stack.count("denied") == 1)
        for _ in 1...3 { #expect(try await client.send(.get("guarded/kept").text) == "ada 2") }
        // Another session over the same cache, and the same cookies.
        let other = try stack.client(try await stack.signedIn())
        #expect(try await other.send(.get("guarded/kept").text) == "ada 3")
        #expect(try await client.send(.get("guarded/kept").text) == "ada 2")
        let nobody = stack.client(Authentication(OAuth2(stack.configuration)))
        let refused = await failure(of: nobody, RequestBuilder.get("guarded/kept").text)
        #expect(refused?.status == .unauthorized)
        #expect(try await stack.count("kept") == 3)
        // A change of the resource invalidates its entries.
        _ = try await client.send(.post("guarded/kept").text("abc").text)
        #expect(try await client.send(.get("guarded/kept").text) == "ada 5")
      }
    }

    @Test func `callers waiting for the same request share one Retry-After delay`() async throws {
      try await withStack { stack, client in
        try await enter(client)
        let texts = await withTaskGroup(of: String?.self) { group in
          for _ in 0..<20 {
            group.addTask { try? await client.send(.get("guarded/busy").text) }
          }
          return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(texts.allSatisfy { $0?.hasPrefix("ada ") == true })
        #expect(stack.inspector.exchanges.contains { $0.response?.status == .serviceUnavailable })
      }
    }

    @Test func `an upload is compressed and signed in its compressed form`() async throws {
      try await withStack { stack, _ in
        let client = stack.client(
          Authentication(.digest("ada", "lovelace")))
        let text = String(repeating: "words and words; ", count: 100_000)
        let run = client.upload(
          .post("signed").text(text).decoding([String: Int].self)
        ).start()
        let answer = try await run.value()
        #expect(answer["whole"] == text.utf8.count)
        #expect(answer["sent"].map { $0 < 100_000 } == true)
        let plain = try await client.removing(interceptor: "Compression").send(
          .post("signed").text("ab").decoding([String: Int].self))
        #expect(plain == ["whole": 2, "sent": 2])
        let wrong = stack.client(Authentication(.digest("ada", "byron")))
        let refused = await failure(of: wrong, RequestBuilder.post("signed").text("ab").text)
        #expect(refused?.status == .forbidden)
      }
    }

    @Test func `an event stream continues across reconnects and token refreshes`() async throws {
      try await withStack { stack, client in
        try await enter(client)
        var seen: [String] = []
        var options = EventStreamOptions()
        options.delay = .milliseconds(10)
        for try await event in client.events(.get("guarded/events"), options: options) {
          seen.append(event.data)
          // The next connection is refused first.
          try await stack.tell("/expire")
        }
        #expect(seen == ["ada 1", "ada 2", "ada 3"])
        #expect(try await stack.count("refresh_token") == 2)
      }
    }
  }
#endif
