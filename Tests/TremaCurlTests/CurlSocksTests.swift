import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport

@testable import TremaCurl

@Suite struct CurlSocksTests {
  private func lines(_ log: String) throws -> [String] {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `socks5h resolves names at the proxy`() async throws {
    let (socks, nginx) = (try await TestServers.socks(), try await TestServers.nginx())
    let port = try #require(nginx.http.split(separator: ":").last)
    let configuration = TransportConfiguration(proxy: .url("socks5h://\(socks.open)"))
    try await withTransport(configuration) { transport in
      let response = try await transport.get("http://loopback.example:\(port)/hello.txt")
      #expect(response.body.bytes == Array("hello, world\n".utf8))
      #expect(response.metrics?.remoteAddress == socks.open)
    }
    #expect(try lines(socks.openLog).contains("name loopback.example \(port)"))
  }

  @Test func `socks5 resolves names locally`() async throws {
    let (socks, nginx) = (try await TestServers.socks(), try await TestServers.nginx())
    let port = try #require(nginx.tls.split(separator: ":").last)
    var configuration = TransportConfiguration(proxy: .url("socks5://\(socks.open)"))
    configuration.tls.trust = .anchors(pem: try await TestServers.authority().certificate)
    try await withTransport(configuration) { transport in
      // With TLS, which is not aware of the proxy.
      let response = try await transport.get(nginx.tls + "/hello.txt")
      #expect(response.status == .ok)
      let error = await failure { () async throws(TransportError) in
        try await transport.get("http://loopback.example:\(port)/hello.txt")
      }
      #expect(error?.kind == .proxy || error?.kind == .nameNotFound, "\(String(describing: error))")
    }
    // `localhost` has an address in either family.
    let seen = try lines(socks.openLog).filter { $0.hasSuffix(" \(port)") }
    #expect(!seen.isEmpty && seen.allSatisfy { $0.hasPrefix("address ") }, "\(seen)")
  }

  @Test func `credentials are sent, and no request bypasses the proxy`() async throws {
    let (socks, nginx) = (try await TestServers.socks(), try await TestServers.nginx())
    let known = "socks5h://\(socks.user):\(socks.password)@\(socks.closed)"
    try await withTransport(TransportConfiguration(proxy: .url(known))) { transport in
      let response = try await transport.get(nginx.http + "/hello.txt")
      #expect(response.status == .ok)
    }
    for (proxy, host) in [
      ("socks5h://\(socks.closed)", nginx.http),
      ("socks5h://\(socks.user):wrong@\(socks.closed)", nginx.http),
      ("socks5h://\(socks.open)", "http://refused.example"),
    ] {
      try await withTransport(TransportConfiguration(proxy: .url(proxy))) { transport in
        let error = await failure { () async throws(TransportError) in
          try await transport.get(host + "/hello.txt")
        }
        #expect(error?.kind == .proxy, "\(proxy): \(String(describing: error))")
        #expect(error?.mayHaveBeenSent == false)
        #expect(!"\(String(describing: error))".contains("wrong@"))
      }
    }
  }
}
