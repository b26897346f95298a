import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport

@testable import TremaCurl

@Suite struct CurlProxyTests {
  private func configuration(_ proxy: String) -> TransportConfiguration {
    TransportConfiguration(proxy: .url(proxy))
  }

  @Test func `requests use the proxy, and its tunnel with TLS`() async throws {
    let (proxy, nginx) = (try await TestServers.tinyproxy(), try await TestServers.nginx())
    let authority = try await TestServers.authority()
    var configuration = configuration("http://\(proxy.open)")
    configuration.tls = TLSPolicy(trust: .anchors(pem: authority.certificate))
    try await withTransport(configuration) { transport in
      let plain = try await transport.get(nginx.http + "/hello.txt")
      #expect(plain.fields.contains("Via"))
      #expect(plain.metrics?.remoteAddress == proxy.open)
      let secure = try await transport.get(nginx.tls + "/hello.txt")
      #expect(secure.status == .ok)
      #expect(secure.fields.all.count { $0.name == .contentLength } <= 1)
    }
  }

  /// nginx serves the requests as if it were a proxy.
  @Test func `a proxy with TLS must satisfy the trust policy`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    var trusting = configuration(nginx.tls)
    trusting.tls = TLSPolicy(trust: .anchors(pem: authority.certificate))
    try await withTransport(trusting) { transport in
      let response = try await transport.get(nginx.http + "/hello.txt")
      #expect(response.status == .ok)
    }
    try await withTransport(configuration(nginx.tls)) { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.get(nginx.http + "/hello.txt")
      }
      #expect(error != nil)
    }
    var strict = configuration(nginx.tls12)
    strict.tls = TLSPolicy(
      trust: .anchors(pem: authority.certificate), minimumVersion: .tls13)
    try await withTransport(strict) { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.get(nginx.http + "/hello.txt")
      }
      #expect(error?.mayHaveBeenSent == false, "\(String(describing: error))")
    }
  }

  @Test func `a refusal by the proxy is distinguished from one by the server`() async throws {
    let (proxy, nginx) = (try await TestServers.tinyproxy(), try await TestServers.nginx())
    try await withTransport(configuration("http://\(proxy.closed)")) { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.get(nginx.tls + "/hello.txt")
      }
      #expect(error?.kind == .proxy, "\(String(describing: error))")
      #expect(error?.mayHaveBeenSent == false)
    }
    let known = "http://\(proxy.user):\(proxy.password)@\(proxy.closed)"
    try await withTransport(configuration(known)) { transport in
      let response = try await transport.get(nginx.http + "/hello.txt")
      #expect(response.status == .ok)
    }
    try await withTransport(configuration("http://no-such-proxy.invalid:1")) { transport in
      let error = await failure { () async throws(TransportError) in
        try await transport.get(nginx.http + "/hello.txt")
      }
      #expect(error?.kind == .proxy)
    }
  }

  @Test(arguments: [
    "127.0.0.1:1", "ftp://127.0.0.1:1", "http://", "socks9://a:1", "http://a:b c@d",
  ])
  func `an invalid proxy address is rejected when the transport is created`(address: String) async {
    let error = await failure { () async throws(TransportError) in
      try CurlTransport(configuration(address))
    }
    #expect(error?.kind == .unsupported(.proxy))
  }
}
