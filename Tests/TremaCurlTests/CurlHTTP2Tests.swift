import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport
import TremaSupport

@testable import TremaCurl

@Suite struct CurlHTTP2Tests {
  private func trusting() async throws -> TransportConfiguration {
    let authority = try await TestServers.authority()
    return TransportConfiguration(
      tls: TLSPolicy(trust: .anchors(pem: authority.certificate)))
  }

  @Test func `one connection carries 100 concurrent streams`() async throws {
    let nginx = try await TestServers.nginx()
    try await withTransport(trusting()) { transport in
      let number = try await transport.text(.get, nginx.http2 + "/connection")
      // Each head has arrived, and no body is at its end.
      let responses = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for _ in 0..<100 {
          group.addTask {
            try await transport.get(nginx.http2 + "/slow/ten.bin", delivery: .stream)
          }
        }
        var all: [HTTPResponse] = []
        for try await response in group { all.append(response) }
        return all
      }
      let connections = responses.map { $0.fields["X-Connection"] ?? "" }
      #expect(Set(connections) == [number], "\(Set(connections)), not \(number)")
      #expect(responses.allSatisfy { $0.head.version == .http2 })
      #expect(responses.allSatisfy { $0.metrics?.isConnectionReused == true })
      for response in responses { response.body.source?.cancel() }
      // The connection has outlived them.
      #expect(try await transport.text(.get, nginx.http2 + "/connection") == number)
    }
  }

  @Test func `100 concurrent exchanges with nghttpd over TLS share one connection`() async throws {
    let server = try await TestServers.nghttpd()
    try await withTransport(trusting()) { transport in
      _ = try await transport.get(server.secure + "/hello.txt")
      let isNew = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<100 {
          group.addTask {
            let response = try await transport.get(server.secure + "/hello.txt")
            #expect(response.head.version == .http2)
            #expect(response.body.bytes == Array("hello, world\n".utf8))
            return response.metrics?.isConnectionReused == false
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(isNew == 0)
    }
  }

  @Test func `a reset stream is a lost connection or a truncated body`() async throws {
    let server = try await TestServers.resets()
    let configuration = TransportConfiguration(version: .http2PriorKnowledge)
    try await withTransport(configuration) { transport in
      for url in [server.internalError, server.cancel] {
        for method in [HTTPMethod.get, .post] {
          let error = await failure { () async throws(TransportError) in
            try await transport.text(method, url + "/")
          }
          #expect(error?.kind == .connectionLost, "\(method) \(url): \(String(describing: error))")
          #expect(error?.mayHaveBeenSent == true)
        }
      }
      let end = await failure { () async throws(TransportError) in
        try await transport.text(.get, server.goAway + "/")
      }
      // libcurl has one error for broken rules and for a peer that ends the stream with an error.
      #expect(
        end?.kind == .connectionLost
          || end?.kind == .malformedResponse("violates the rules of HTTP/2"),
        "\(String(describing: end))")
      for url in [server.inBody, server.endInBody] {
        let whole = await failure { () async throws(TransportError) in
          try await transport.text(.get, url + "/")
        }
        #expect(
          whole?.kind == .connectionLost || whole?.kind == .truncatedBody,
          "\(String(describing: whole))")
        let response = try await transport.get(url + "/", delivery: .stream)
        #expect(response.status == .ok)
        let rest = await failure { () async throws(TransportError) in
          try await response.body.collect(upTo: 100)
        }
        #expect(rest?.kind == whole?.kind, "\(String(describing: rest))")
      }
    }
  }

  @Test func `a POST refused on a new connection is sent once and reported as not sent`()
    async throws
  {
    let server = try await TestServers.resets()
    let (url, log) = (server.refused, server.refusedLog)
    let configuration = TransportConfiguration(version: .http2PriorKnowledge)
    let before = try String(contentsOfFile: log, encoding: .utf8)
    for body in [HTTPBody.empty, .bytes([1]), .stream(CountingSource.stream(pieces: 3, of: 10))] {
      try await withTransport(configuration) { transport in
        let error = await failure { () async throws(TransportError) in
          try await transport.text(.post, url + "/", body: body)
        }
        #expect(error?.kind == .connectionLost, "\(String(describing: error))")
        #expect(error?.mayHaveBeenSent == false, "\(String(describing: error))")
      }
    }
    let requests = try String(contentsOfFile: log, encoding: .utf8).dropFirst(before.count)
    #expect(requests == "request\nrequest\nrequest\n")
  }

  @Test func `a reset stream over TLS does not affect others on its connection`() async throws {
    let (nginx, faults) = (try await TestServers.nginx(), try await TestServers.faults())
    let port = try #require(faults.url.split(separator: ":").last)
    try await withTransport(trusting()) { transport in
      let number = try await transport.text(.get, nginx.http2 + "/connection")
      for _ in 0..<3 {
        let error = await failure { () async throws(TransportError) in
          try await transport.get(nginx.http2 + "/via/\(port)/truncated")
        }
        #expect(
          error?.kind == .connectionLost || error?.kind == .truncatedBody,
          "\(String(describing: error))")
        #expect(try await transport.text(.get, nginx.http2 + "/connection") == number)
      }
    }
  }
}
