import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport

@Suite struct SecurityFaultTests {
  /// Sends a request that must end with the given error.
  private func expect(
    _ wanted: TransportError.Kind?, at url: String, tls: TLSPolicy? = nil,
    deadlines: HTTPDeadlines = HTTPDeadlines(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let authority = try await TestServers.authority()
    let policy = tls ?? TLSPolicy(trust: .anchors(pem: authority.certificate))
    let transport = try CurlTransport(TransportConfiguration(tls: policy))
    var failure: TransportError?
    do throws(TransportError) {
      let request = HTTPRequest(.get, url + "/ok", deadlines: deadlines)
      _ = try await transport.send(request, body: .empty, context: TransportContext())
    } catch { failure = error }
    await transport.close()
    let words = Comment(rawValue: failure.map { "\($0)" } ?? "a response")
    #expect(failure?.kind == wanted, words, sourceLocation: sourceLocation)
  }

  @Test func `a server with a valid certificate is accepted`() async throws {
    try await expect(nil, at: TestServers.faults().secure)
  }

  @Test func `an expired certificate is rejected`() async throws {
    try await expect(.tls(.expired), at: TestServers.faults().expired)
  }

  @Test func `a certificate that is not valid yet is rejected as such`()
    async throws
  {
    try await expect(.tls(.notYetValid), at: TestServers.faults().notYetValid)
  }

  @Test func `a certificate for another host is rejected`() async throws {
    try await expect(.tls(.wrongHost), at: TestServers.faults().wrongHost)
  }

  @Test
  func `certificates that are self-signed or of an unknown authority are rejected`() async throws {
    let server = try await TestServers.faults()
    try await expect(.tls(.untrusted), at: server.untrusted)
    try await expect(.tls(.untrusted), at: server.selfSigned)
  }

  @Test func `a valid certificate with an unpinned key is rejected`() async throws {
    let authority = try await TestServers.authority()
    let server = try await TestServers.faults()
    let right = try TLSPolicy.Pins(current: authority.pin, backup: authority.otherPin)
    let wrong = try TLSPolicy.Pins(current: authority.otherPin, backup: authority.authorityPin)
    let trust = TLSPolicy.Trust.anchors(pem: authority.certificate)
    try await expect(nil, at: server.secure, tls: TLSPolicy(trust: trust, pins: right))
    try await expect(.tls(.wrongPin), at: server.secure, tls: TLSPolicy(trust: trust, pins: wrong))
  }

  @Test func `a missing client certificate is reported as required`() async throws {
    let server = try await TestServers.faults()
    try await expect(.tls(.clientCertificate), at: server.clientCertificate)
    // TLS 1.2 has no alert for it.
    try await expect(.tls(.handshake), at: server.clientCertificateTLS12)
  }

  @Test func `a server without TLS is an error, and an unresponsive one times out`() async throws {
    let server = try await TestServers.faults()
    try await expect(.tls(.handshake), at: server.noTLS)
    let deadlines = HTTPDeadlines(connect: .milliseconds(500), firstByte: nil, idle: nil)
    try await expect(.timeout(.connect), at: server.silentTLS, deadlines: deadlines)
  }

  @Test func `refusing and unreachable hosts are distinguished`() async throws {
    let server = try await TestServers.faults()
    try await expect(.cannotConnect, at: server.refused)
    let deadlines = HTTPDeadlines(connect: .milliseconds(500), firstByte: nil, idle: nil)
    try await expect(.timeout(.connect), at: server.full, deadlines: deadlines)
  }
}
