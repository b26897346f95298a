import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport

@testable import TremaCurl

@Suite struct CurlPinTests {
  /// All servers here are trusted; only the pins distinguish them.
  private func configuration(_ pins: TLSPolicy.Pins) async throws -> TransportConfiguration {
    let authority = try await TestServers.authority()
    return TransportConfiguration(
      tls: TLSPolicy(
        trust: .anchors(pem: authority.certificate + authority.stranger), pins: pins))
  }

  @Test func `pins apply to reused connections and resumed sessions`()
    async throws
  {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let right = try TLSPolicy.Pins(current: authority.pin, backup: authority.authorityPin)
    try await withTransport(configuration(right)) { transport in
      for round in 0..<4 {
        let kept = try await transport.get(nginx.tls + "/200")
        #expect(kept.metrics?.isConnectionReused == (round > 0))
        // The server closes the connection: the next one resumes with its ticket.
        let closing = try await transport.get(nginx.tls12 + "/closing/hello.txt")
        #expect(closing.status == .ok)
        #expect(closing.metrics?.isConnectionReused == false)
      }
    }
    let wrong = try TLSPolicy.Pins(current: authority.otherPin, backup: authority.authorityPin)
    try await withTransport(configuration(wrong)) { transport in
      for path in ["/200", "/200", "/closing/hello.txt", "/closing/hello.txt"] {
        let error = await failure { () async throws(TransportError) in
          try await transport.get(nginx.tls + path)
        }
        #expect(error?.kind == .tls(.wrongPin), "\(String(describing: error))")
        #expect(error?.mayHaveBeenSent == false)
      }
    }
  }

  @Test func `pins apply to each host of a transport`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let other = try await TestServers.faults().untrusted
    let one = try TLSPolicy.Pins(current: authority.pin, backup: authority.authorityPin)
    try await withTransport(configuration(one)) { transport in
      for _ in 0..<3 {
        let response = try await transport.get(nginx.tls + "/200")
        #expect(response.status == .ok)
        let error = await failure { () async throws(TransportError) in
          try await transport.get(other + "/ok")
        }
        #expect(error?.kind == .tls(.wrongPin), "\(String(describing: error))")
      }
    }
    let both = try TLSPolicy.Pins(current: authority.pin, backup: authority.otherPin)
    try await withTransport(configuration(both)) { transport in
      for url in [nginx.tls + "/200", other + "/ok"] {
        let response = try await transport.get(url)
        #expect(response.status == .ok)
      }
    }
  }
}
