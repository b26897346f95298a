import Foundation
import Testing
import TremaHTTP
import TremaSupport

@testable import TremaCurl

@Suite struct CurlFaultTests {
  private let server: TestServer

  init() throws { server = try TestServer.shared() }

  @Test(
    arguments: [
      ("folded", "has a field that is folded over two lines"),
      ("lengths", "has two different lengths"),
      ("both", "has both a Content-Length and a Transfer-Encoding"),
      ("name", "has a field with an invalid name"),
      ("garbage", "does not begin with a status line"),
      ("many", "has more than 256 fields"),
      ("long", "has a head of more than 65536 bytes"),
      ("endless", "has a head that is too long"),
      ("switch", "switches to another protocol"),
      ("chunk", "has an invalid chunk"),
    ])
  func `a malformed response is rejected with the reason`(name: String, reason: String) async throws
  {
    try await withTransport { transport in
      for delivery in [TransportContext.Delivery.whole(limit: 1 << 20), .stream] {
        let error = await failure { () async throws(TransportError) in
          let response = try await transport.get(server.base + "/raw/" + name, delivery: delivery)
          return try await response.body.collect(upTo: 1 << 20)
        }
        #expect(error?.kind == .malformedResponse(reason), "\(String(describing: error))")
        #expect(error?.mayHaveBeenSent == true)
      }
    }
  }

  @Test(arguments: ["status", "length", "nul", "colon"])
  func `responses rejected by libcurl are reported as malformed`(name: String) async throws {
    try await withTransport { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.get(server.base + "/raw/" + name)
      }
      guard case .malformedResponse = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: ["short", "lastchunk"])
  func `a body that ends too early is reported as truncated`(
    name: String
  ) async throws {
    try await withTransport { transport in
      let url = server.base + "/raw/" + name
      let whole = await failure { () async throws(TransportError) in try await transport.get(url) }
      #expect(whole?.kind == .truncatedBody)
      let response = try await transport.get(url, delivery: .stream)
      #expect(response.status == .ok)
      let source = try #require(response.body.source)
      #expect(try await source.next() == Array("ok".utf8))
      for _ in 0..<2 {
        let rest = await failure { () async throws(TransportError) in try await source.next() }
        #expect(rest?.kind == .truncatedBody)
      }
    }
  }

  @Test func `informational heads and trailers are skipped`() async throws {
    try await withTransport { transport in
      let response = try await transport.get(server.base + "/raw/informational")
      #expect(response.status == .ok)
      #expect(response.fields.all.map(\.name.text) == ["X", "Content-Length"])
      let trailed = try await transport.get(server.base + "/raw/trailers")
      #expect(trailed.fields.all.map(\.name.text) == ["Transfer-Encoding"])
      #expect(trailed.body.bytes == Array("ok".utf8))
      let latin = try await transport.get(server.base + "/raw/latin")
      #expect(latin.fields["X"] == "café" && latin.fields["Y"] == "café")
    }
  }

  @Test func `a missing response is reported as a lost connection`() async throws {
    try await withTransport { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.get(server.base + "/raw/silent")
      }
      #expect(error?.kind == .connectionLost)
      #expect(error?.mayHaveBeenSent == true)
    }
  }

  @Test(arguments: [HTTPBody.empty, .bytes([]), .bytes([UInt8](repeating: 1, count: 100_000))])
  func `a POST is not sent twice when a reused connection is closed`(body: HTTPBody) async throws {
    let server = try TestServer()
    try await withTransport { transport in
      for path in ["/die", "/die-now"] {
        _ = try await transport.get(server.base + "/bytes/1")
        let error = await failure { () async throws(TransportError) in
          try await transport.text(.post, server.base + path, body: body)
        }
        #expect(error?.kind == .connectionLost, "\(String(describing: error))")
        #expect(error?.mayHaveBeenSent == true)
        #expect(try await transport.text(.get, server.base + "/count/POST" + path) == "1")
      }
    }
  }

  @Test func `a GET is retried once on a new connection`() async throws {
    let server = try TestServer()
    try await withTransport { transport in
      _ = try await transport.get(server.base + "/bytes/1")
      let error = await failure { () async throws(TransportError) in
        try await transport.get(server.base + "/die")
      }
      #expect(error?.kind == .connectionLost)
      #expect(try await transport.text(.get, server.base + "/count/GET/die") == "2")
    }
  }

  @Test func `a truncated head is reported as a lost connection`() async throws {
    try await withTransport { transport in
      for delivery in [TransportContext.Delivery.whole(limit: 100), .stream] {
        let error = await failure { () async throws(TransportError) in
          try await transport.get(server.base + "/raw/half", delivery: delivery)
        }
        #expect(error?.kind == .connectionLost)
      }
    }
  }

  @Test func `refused connections and unknown hosts are distinguished`() async throws {
    try await withTransport { transport in
      let refused = await failure { () async throws(TransportError) in
        try await transport.get("http://127.0.0.1:1/")
      }
      #expect(refused?.kind == .cannotConnect)
      #expect(refused?.mayHaveBeenSent == false)
      let unknown = await failure { () async throws(TransportError) in
        try await transport.get("http://no-such-host.invalid/")
      }
      #expect(unknown?.kind == .nameNotFound)
    }
  }

  @Test func `an invalid request is rejected before anything is sent`() async throws {
    let server = try TestServer()
    try await withTransport { transport in
      let events = LockedValue(0)
      let error = await failure { () async throws(TransportError) in
        try await transport.get(
          server.base + "/echo", fields: ["X": "a\r\nY: b"], observer: { _ in events.add(1) })
      }
      #expect(error?.kind == .invalidRequest(.invalidFieldValue(name: "X")))
      #expect(events.value == 1)
      let connections = try await transport.text(.get, server.base + "/connections")
      #expect(connections == "1")
    }
  }

  @Test func `a body larger than the limit is rejected`() async throws {
    try await withTransport { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.get(server.base + "/bytes/1000001", delivery: .whole(limit: 1_000_000))
      }
      #expect(error?.kind == .bodyTooLarge(limit: 1_000_000))
    }
  }

  @Test func `an early response stops the upload`() async throws {
    try await withTransport { transport in
      let endless = HTTPBodyStream { () async throws(TransportError) in
        CountingSource(pieces: .max, of: 1000)
      }
      let response = try await transport.send(
        HTTPRequest(.post, server.base + "/early", deadlines: .patient), body: .stream(endless),
        context: TransportContext())
      #expect(response.status == .contentTooLarge)
    }
  }
}
