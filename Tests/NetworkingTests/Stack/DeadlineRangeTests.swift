#if os(Linux)
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport

  /// Deadlines can be any duration, including the longest one and negative ones.
  @Suite struct DeadlineRangeTests {
    private static let parts: [TransportError.Timeout] = [.connect, .firstByte, .idle, .total]

    @Test func `the longest possible deadline is accepted`() async throws {
      let server = try await TestServers.faults()
      let client = HTTPClient(baseURL: server.url, transport: try CurlTransport())
      for part in Self.parts {
        let text = try await client.send(.get("ok").deadline(part, .seconds(Int64.max)).text)
        #expect(text == "ok")
      }
      await client.transport.close()
    }

    @Test func `a large negative deadline expires immediately`() async throws {
      let server = try await TestServers.faults()
      let client = HTTPClient(baseURL: server.url, transport: try CurlTransport())
      for part in Self.parts {
        let draft = RequestBuilder.get("never").deadline(part, .seconds(Int64.min))
          .deadline(part == .idle ? .firstByte : .idle, .milliseconds(200))
        let error = await failure(of: client, draft.text)
        guard case .timeout = error?.kind else {
          Issue.record("\(part) gave \(String(describing: error))")
          continue
        }
      }
      await client.transport.close()
    }
  }
#endif
