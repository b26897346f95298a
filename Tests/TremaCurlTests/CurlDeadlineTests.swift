import Foundation
import Testing
import TremaHTTP

@testable import TremaCurl

@Suite struct CurlDeadlineTests {
  private let server: TestServer

  init() throws { server = try TestServer.shared() }

  private func expectTimeout(
    _ timeout: TransportError.Timeout, _ url: String, _ deadlines: HTTPDeadlines,
    method: HTTPMethod = .get, body: HTTPBody = .empty,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let start = ContinuousClock.now
    try await withTransport { transport in
      let error = await failure { () async throws(TransportError) in
        let response = try await transport.send(
          HTTPRequest(method, url, deadlines: deadlines), body: body,
          context: TransportContext(delivery: .stream))
        return try await response.body.collect(upTo: 1 << 20)
      }
      #expect(error?.kind == .timeout(timeout), sourceLocation: sourceLocation)
    }
    #expect(ContinuousClock.now - start < .seconds(120), sourceLocation: sourceLocation)
  }

  private func only(_ change: (inout HTTPDeadlines) -> Void) -> HTTPDeadlines {
    var deadlines = HTTPDeadlines.none
    change(&deadlines)
    return deadlines
  }

  @Test func `the connect deadline ends a connection attempt`() async throws {
    // The backlog is full: the system accepts no connection any more.
    let listener = try FullListener()
    let deadlines = only { $0.connect = .milliseconds(200) }
    try await expectTimeout(.connect, "http://127.0.0.1:\(listener.port)/", deadlines)
  }

  @Test func `the first-byte deadline ends a silent exchange`() async throws {
    let deadlines = only { $0.firstByte = .milliseconds(200) }
    try await expectTimeout(.firstByte, server.base + "/no-answer", deadlines)
    try await expectTimeout(
      .firstByte, server.base + "/no-answer", deadlines, method: .post, body: .bytes([1, 2, 3]))
  }

  @Test func `the idle deadline ends a body that stalls`() async throws {
    let deadlines = only { $0.idle = .milliseconds(200) }
    try await expectTimeout(.idle, server.base + "/stall", deadlines)
  }

  @Test func `the idle deadline ends an upload that stalls`() async throws {
    let deadlines = only { $0.idle = .milliseconds(300) }
    try await expectTimeout(
      .idle, server.base + "/deaf", deadlines, method: .post,
      body: .bytes([UInt8](repeating: 1, count: 32 << 20)))
  }

  @Test func `a body that trickles ends at the total deadline`() async throws {
    let deadlines = only { ($0.idle, $0.total) = (.seconds(10), .milliseconds(400)) }
    try await expectTimeout(.total, server.base + "/drip", deadlines)
  }

  @Test func `a slow reader does not trigger the idle deadline`() async throws {
    try await withTransport { transport in
      let deadlines = only { $0.idle = .milliseconds(200) }
      let response = try await transport.get(
        server.base + "/bytes/20000000", deadlines: deadlines, delivery: .stream)
      let source = try #require(response.body.source)
      var count = 0
      while let piece = try await source.next() {
        if count == 0 { try await Task.sleep(for: .milliseconds(700)) }
        count += piece.count
      }
      #expect(count == 20_000_000)
    }
  }
}
