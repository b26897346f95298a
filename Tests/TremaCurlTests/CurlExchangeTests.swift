import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport
import TremaSupport

@testable import TremaCurl

@Suite struct CurlExchangeTests {
  private let server: TestServer

  init() throws { server = try TestServer.shared() }

  @Test func `a GET sends only the requested fields`() async throws {
    try await withTransport { transport in
      let text = try await transport.text(
        .get, server.base + "/echo?a=%20b", fields: ["X-A": "1", "X-B": ""])
      let host = server.base.dropFirst(7)
      #expect(
        text == """
          GET /echo?a=%20b HTTP/1.1\r
          Host: \(host)\r
          X-A: 1\r
          X-B:\r
          Accept-Encoding: gzip, deflate\r
          \r

          """)
    }
  }

  @Test func `the response has its version, fields, URL and phases`() async throws {
    try await withTransport { transport in
      let url = server.base + "/bytes/5"
      let response = try await transport.get(url)
      #expect(response.status == .ok)
      #expect(response.head.version == .http11)
      #expect(response.head.url == url)
      #expect(response.fields[.contentLength] == "5")
      #expect(response.body.bytes == [0, 0, 0, 0, 0])
      let metrics = try #require(response.metrics)
      #expect(metrics.bytesReceived == 5)
      #expect(metrics.isConnectionReused == false)
      #expect(metrics.remoteAddress == String(server.base.dropFirst(7)))
      #expect(metrics.connectTime != nil && metrics.firstByte != nil && metrics.total > .zero)
      #expect(try await transport.get(url).metrics?.isConnectionReused == true)
    }
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "REPORT"])
  func `every method that allows a body sends it with its length`(name: String) async throws {
    try await withTransport { transport in
      let text = try await transport.text(
        HTTPMethod(name), server.base + "/echo", body: .bytes(Array("hello".utf8)))
      #expect(text.hasPrefix("\(name) /echo HTTP/1.1\r\n"))
      #expect(text.contains("Content-Length: 5\r\n"))
      #expect(text.hasSuffix("\r\n\r\nhello"))
      #expect(!text.contains("Content-Type") && !text.contains("Expect"))
    }
  }

  @Test func `an empty POST has a length of 0, an empty DELETE none`() async throws {
    try await withTransport { transport in
      let post = try await transport.text(.post, server.base + "/echo")
      #expect(post.contains("Content-Length: 0\r\n") && !post.contains("Transfer-Encoding"))
      let delete = try await transport.text(.delete, server.base + "/echo")
      #expect(!delete.contains("Content-Length"))
    }
  }

  @Test func `methods do not affect the request after them`() async throws {
    let server = try TestServer()
    try await withTransport { transport in
      for _ in 0..<2 {
        #expect(try await transport.text(.head, server.base + "/echo").isEmpty)
        #expect(try await transport.text(.get, server.base + "/echo").hasPrefix("GET "))
        _ = try await transport.text(.put, server.base + "/echo", body: .bytes([65]))
        let get = try await transport.text(.get, server.base + "/echo")
        #expect(get.hasPrefix("GET ") && !get.contains("Content-Length"))
        #expect(try await transport.text(.trace, server.base + "/echo").hasPrefix("TRACE "))
      }
      #expect(try await transport.text(.get, server.base + "/connections") == "1")
    }
  }

  @Test func `length fields of the caller are ignored`() async throws {
    try await withTransport { transport in
      let text = try await transport.text(
        .post, server.base + "/echo",
        fields: ["Content-Length": "99", "Transfer-Encoding": "chunked"], body: .bytes([65, 66]))
      #expect(text.contains("Content-Length: 2\r\n"))
      #expect(!text.contains("Content-Length: 99") && !text.contains("chunked"))
    }
  }

  @Test func `a file is sent with its length`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(repeating: 7, count: 3_000_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withTransport { transport in
      let size = try await transport.text(
        .post, server.base + "/size", body: .file(path: file.path))
      #expect(size == "3000000")
      let error = await failure { () async throws(TransportError) in
        try await transport.text(.post, server.base + "/size", body: .file(path: "/no/such"))
      }
      #expect(error?.kind == .requestBody)
      #expect(error?.mayHaveBeenSent == false)
    }
  }

  @Test func `a stream of unknown length is sent in chunks`() async throws {
    try await withTransport { transport in
      let text = try await transport.text(
        .post, server.base + "/echo", body: .stream(CountingSource.stream(pieces: 3, of: 4)))
      #expect(text.contains("Transfer-Encoding: chunked\r\n"))
      #expect(text.hasSuffix("\r\n\r\naaaaaaaaaaaa"))
      let large = CountingSource.stream(pieces: 100, of: 100_000, length: 10_000_000)
      #expect(
        try await transport.text(.post, server.base + "/size", body: .stream(large)) == "10000000")
    }
  }

  @Test func `an error of the request body ends the exchange`() async throws {
    try await withTransport { transport in
      let body = HTTPBodyStream { () async throws(TransportError) in FailingSource() }
      let error = await failure { () async throws(TransportError) in
        try await transport.text(.post, server.base + "/size", body: .stream(body))
      }
      #expect(error?.kind == .requestBody)
      #expect(error?.mayHaveBeenSent == true)
    }
  }

  @Test func `a body that exceeds its declared length is an error`()
    async throws
  {
    try await withTransport { transport in
      for (length, pieces) in [(5, ["12345", "67890"]), (5, ["123", "45", "6"]), (0, ["1"])] {
        let body = HTTPBodyStream(length: Int64(length)) { () async throws(TransportError) in
          LateSource(pieces)
        }
        let error = await failure { () async throws(TransportError) in
          try await transport.text(.post, server.base + "/size?late", body: .stream(body))
        }
        #expect(error?.kind == .requestBody, "\(length): \(String(describing: error))")
      }
      let right = HTTPBodyStream(length: 5) { () async throws(TransportError) in
        LateSource(["123", "45"])
      }
      let five = try await transport.text(.post, server.base + "/size", body: .stream(right))
      #expect(five == "5")
      let none = HTTPBodyStream(length: 0) { () async throws(TransportError) in LateSource([]) }
      let zero = try await transport.text(.post, server.base + "/size", body: .stream(none))
      #expect(zero == "0")
    }
  }

  @Test func `a failed expectation is returned as a response without a retry`()
    async throws
  {
    let server = try TestServer()
    for delivery in [TransportContext.Delivery.stream, .whole(limit: 100)] {
      try await withTransport { transport in
        let response = try await transport.send(
          HTTPRequest(.post, server.base + "/unexpected", fields: [.expect: "100-continue"]),
          body: .bytes(Array("four".utf8)), context: TransportContext(delivery: delivery))
        #expect(response.status.code == 417)
        let content = try await response.body.collect(upTo: 100)
        #expect(content.isEmpty)
      }
    }
    try await withTransport { transport in
      let count = try await transport.text(.get, server.base + "/count/POST/unexpected")
      #expect(count == "2")
      let expecting: HTTPFields = [.expect: "100-continue"]
      let three = try await transport.text(
        .post, server.base + "/size", fields: expecting, body: .bytes([1, 2, 3]))
      #expect(three == "3")
    }
  }

  @Test func `gzip is requested and decoded unless the caller requests it`() async throws {
    try await withTransport { transport in
      let decoded = try await transport.get(server.base + "/gzip")
      #expect(decoded.body.bytes == [UInt8](repeating: 97, count: 100_000))
      #expect(decoded.fields[.contentEncoding] == nil && decoded.fields[.contentLength] == nil)
      let raw = try await transport.get(server.base + "/gzip", fields: ["Accept-Encoding": "gzip"])
      #expect(raw.fields[.contentEncoding] == "gzip")
      #expect(raw.body.bytes?.prefix(2) == [0x1F, 0x8B])
      let error = await failure { () async throws(TransportError) in
        try await transport.get(server.base + "/gzip", delivery: .whole(limit: 99_999))
      }
      #expect(error?.kind == .bodyTooLarge(limit: 99_999))
    }
  }

  @Test func `redirects, challenges and cookies are passed to the caller`() async throws {
    try await withTransport { transport in
      let redirect = try await transport.get(server.base + "/raw/redirect")
      #expect(redirect.status == .found)
      #expect(redirect.fields[values: .setCookie] == ["a=b", "c=d"])
      #expect(try await !transport.text(.get, server.base + "/echo").contains("Cookie"))
      #expect(
        try await transport.get(server.base + "/raw/unauthorized").status == .unauthorized)
    }
  }

  @Test func `200 concurrent exchanges end and reuse connections`() async throws {
    let server = try TestServer()
    try await withTransport { transport in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<200 {
          group.addTask {
            try await transport.text(.get, server.base + "/echo?\(index)")
              .hasPrefix("GET /echo?\(index) ")
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      let before = try await transport.text(.get, server.base + "/connections")
      for _ in 0..<20 { _ = try await transport.get(server.base + "/bytes/1") }
      #expect(try await transport.text(.get, server.base + "/connections") == before)
    }
  }

  @Test func `no more connections are opened than the limit allows`() async throws {
    let server = try TestServer()
    try await withTransport(TransportConfiguration(connectionsPerHost: 2)) { transport in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<40 {
          group.addTask { _ = try await transport.get(server.base + "/bytes/1000") }
        }
        try await group.waitForAll()
      }
      #expect(try await transport.text(.get, server.base + "/connections") == "2")
    }
  }

  @Test func `all requests use the configured Unix socket`() async throws {
    try await withTransport(TransportConfiguration(unixSocket: server.socket)) { transport in
      let text = try await transport.text(.get, "http://example.com/echo")
      #expect(text.contains("Host: example.com\r\n"))
    }
    try await withTransport(TransportConfiguration(unixSocket: "/no/such/socket")) { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.text(.get, "http://example.com/echo")
      }
      #expect(error?.kind == .cannotConnect)
      #expect(error?.mayHaveBeenSent == false)
    }
  }

  @Test func `a host is reached at the given address`() async throws {
    let port = try #require(server.base.split(separator: ":").last)
    let configuration = TransportConfiguration(addresses: ["api.example.com": "127.0.0.1"])
    try await withTransport(configuration) { transport in
      let text = try await transport.text(.get, "http://api.example.com:\(port)/echo")
      #expect(text.contains("Host: api.example.com:\(port)\r\n"))
    }
  }

  @Test func `a host can be an IPv6 address`() async throws {
    let ipv6 = try #require(
      try await TestServers.nginx().ipv6, "this test needs ::1, which this machine does not have")
    try await withTransport { transport in
      let response = try await transport.get(ipv6 + "/hello.txt")
      #expect(response.body.bytes == Array("hello, world\n".utf8))
      #expect(response.head.url == ipv6 + "/hello.txt")
      #expect(response.metrics?.remoteAddress == String(ipv6.dropFirst("http://".count)))
    }
    let port = try #require(ipv6.split(separator: ":").last)
    for address in ["::1", "[::1]"] {
      let named = TransportConfiguration(addresses: ["api.example.com": address])
      try await withTransport(named) { transport in
        let response = try await transport.get("http://api.example.com:\(port)/hello.txt")
        #expect(response.status == .ok)
      }
    }
  }

  @Test func `events report totals and end once`() async throws {
    let events = LockedValue<[TransportEvent]>([])
    try await withTransport { transport in
      let body = [UInt8](repeating: 1, count: 300_000)
      _ = try await transport.send(
        HTTPRequest(.post, server.base + "/echo", deadlines: .patient), body: .bytes(body),
        context: TransportContext { event in events.withLock { $0.append(event) } })
    }
    let all = events.value
    #expect(all.contains(.sent(300_000, of: 300_000)))
    let received = all.compactMap { event -> Int64? in
      if case .received(let count, let whole?) = event, whole > 300_000 { count } else { nil }
    }
    #expect(received == received.sorted() && received.last ?? 0 > 300_000)
    guard case .ended(let metrics) = all.last else {
      Issue.record("the last event is \(String(describing: all.last))")
      return
    }
    #expect(metrics.bytesSent == 300_000 && metrics.bytesReceived == received.last)
    #expect(all.filter { if case .ended = $0 { true } else { false } }.count == 1)
  }
}
