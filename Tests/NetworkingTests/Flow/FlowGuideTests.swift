#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaTestSupport
  import TremaHTTP

  /// The examples of the page.
  @Suite struct FlowGuideTests {
    private struct Order: Codable, Sendable { var dish = 7 }

    @Test func `each interceptor is added with one line, in its phase`() async throws {
      let transport = TestTransport()
      let (key, order) = ("\"1\"", Order())
      let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
        .adding(Compression())
        .adding(Deduplication())
        .adding(Retry())
        .adding(Offline())
        .adding(Hedging(after: .milliseconds(300)))
        .adding(RateLimit(10, per: .seconds(1), by: .host))
        .adding(HostLimit(6))
      #expect(
        client.description
          == "https://api.example.com: interceptors 'Compression', 'Deduplication', 'Retry', "
          + "'Offline', 'Hedging', 'RateLimit', 'HostLimit' → test")
      let reversed = client.interceptors.reversed().reduce(
        HTTPClient(baseURL: "https://api.example.com", transport: transport)
      ) { $0.adding($1) }
      #expect(reversed.description == client.description)
      let patient = client.removing(interceptor: "Retry").adding(
        Retry(
          limit: 5, backoff: Backoff(base: .seconds(1), factor: 2, limit: .seconds(30)),
          maxRetryAfter: .seconds(120), budget: RetryBudget(share: 0.1, reserve: 5)))
      #expect(patient.description == client.description)
      try await client.removing(interceptor: "Offline").send(.get("x").empty)
      try await sendOrders(client.removing(interceptor: "Offline"), key, order)
      #expect(transport.requests.count == 3)
    }

    private func sendOrders(_ client: HTTPClient, _ key: String, _ order: Order) async throws {
      try await client.send(.post("orders").header("Idempotency-Key", key).json(order).empty)
      try await client.send(.post("search").tag(Retry.repeatable).json(order).empty)
    }

    @Test func `the page shows the code that is compiled here`() throws {
      let page = try PageBlocks(page: "Networking/Flow.md")
      #expect(page.blocks.count == 3)
      let source = try PageBlocks.source(of: #filePath)
      for block in page.blocks { #expect(source.contains(block), "\(block)") }
    }
  }
#endif
