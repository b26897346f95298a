import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport

@testable import TremaCurl

@Suite struct CurlTLSTests {
  private func configuration(
    _ trust: TLSPolicy.Trust, pins: TLSPolicy.Pins? = nil, identity: TLSPolicy.Identity? = nil,
    minimumVersion: TLSPolicy.Version = .tls12
  ) -> TransportConfiguration {
    TransportConfiguration(
      tls: TLSPolicy(
        trust: trust, pins: pins, identity: identity, minimumVersion: minimumVersion))
  }

  /// Returns the error of an exchange under a policy; nil if it succeeds.
  private func failure(
    _ configuration: TransportConfiguration, _ url: String
  ) async throws -> TransportError? {
    try await withTransport(configuration) { transport in
      await TremaCurlTests.failure { () async throws(TransportError) in
        try await transport.get(url)
      }
    }
  }

  private func refusal(_ configuration: TransportConfiguration) async -> TransportError? {
    await TremaCurlTests.failure { () async throws(TransportError) in
      try CurlTransport(configuration)
    }
  }

  @Test func `the trust policy determines which servers are accepted`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let url = nginx.tls + "/about"
    #expect(try await failure(configuration(.system), url)?.kind == .tls(.untrusted))
    #expect(
      try await failure(configuration(.anchors(pem: authority.stranger)), url)?.kind
        == .tls(.untrusted))
    for trust in [
      TLSPolicy.Trust.anchors(pem: authority.certificate), .systemAnd(pem: authority.certificate),
    ] {
      try await withTransport(configuration(trust)) { transport in
        let response = try await transport.get(url)
        #expect(response.status == .ok)
        #expect(response.metrics?.tlsTime != nil)
      }
    }
  }

  @Test func `system authorities can be combined with custom ones`() throws {
    let bundle = try #require(SystemAuthorities.bundle())
    let own = Array("-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n".utf8)
    let beside = try CurlTLS(TLSPolicy(trust: .systemAnd(pem: own)))
    #expect(beside.authorities == bundle + [0x0A] + own)
    #expect(try CurlTLS(TLSPolicy(trust: .anchors(pem: own))).authorities == own)
  }

  @Test func `a pin applies to the server's own key, and one match is enough`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let trust = TLSPolicy.Trust.anchors(pem: authority.certificate)
    let right = try TLSPolicy.Pins(current: authority.otherPin, backup: authority.pin)
    #expect(try await failure(configuration(trust, pins: right), nginx.tls + "/200") == nil)
    let wrong = try TLSPolicy.Pins(current: authority.otherPin, backup: authority.authorityPin)
    let error = try await failure(configuration(trust, pins: wrong), nginx.tls + "/200")
    #expect(error?.kind == .tls(.wrongPin))
    #expect(error?.mayHaveBeenSent == false)
  }

  @Test func `the client identity is sent to a server that requests it`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let trust = TLSPolicy.Trust.anchors(pem: authority.certificate)
    let identities: [TLSPolicy.Identity] = [
      .pem(certificate: authority.clientCertificate, key: authority.clientKey, passphrase: nil),
      .pem(
        certificate: authority.clientCertificate, key: authority.clientEncryptedKey,
        passphrase: authority.passphrase),
      .pkcs12(authority.clientPKCS12, passphrase: authority.passphrase),
    ]
    for identity in identities {
      try await withTransport(configuration(trust, identity: identity)) { transport in
        let response = try await transport.get(nginx.clientCertificates + "/200")
        #expect(response.status == .ok)
      }
    }
  }

  @Test func `an unreadable identity is rejected when the transport is created`() async throws {
    let authority = try await TestServers.authority()
    let legacy = TLSPolicy.Identity.pkcs12(
      authority.clientLegacyPKCS12, passphrase: authority.passphrase)
    let error = await refusal(configuration(.system, identity: legacy))
    #expect(error?.kind == .tlsPolicy(.legacyIdentity))
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("openssl pkcs12 -legacy -in"))
    let wrong: [TLSPolicy.Identity] = [
      .pkcs12(authority.clientPKCS12, passphrase: "wrong"),
      .pkcs12([1, 2, 3], passphrase: ""),
      .pem(certificate: [1, 2, 3], key: authority.clientKey, passphrase: nil),
      .pem(certificate: authority.clientCertificate, key: [1, 2, 3], passphrase: nil),
      .pem(
        certificate: authority.clientCertificate, key: authority.clientEncryptedKey,
        passphrase: "wrong"),
      .pem(
        certificate: authority.clientCertificate, key: authority.clientEncryptedKey,
        passphrase: nil),
    ]
    for identity in wrong {
      let error = await refusal(configuration(.system, identity: identity))
      guard case .tlsPolicy(.identity) = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `the suggested command creates a readable identity`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let words = "\(TLSPolicyError.legacyIdentity)"
    let command = try #require(words.range(of: "export it again: ")).upperBound
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Passwords are requested at a terminal, which does not exist here.
    process.arguments = [
      "-c",
      String(words[command...])
        .replacing("OLD.p12", with: "'\(authority.folder)/client-legacy.p12'")
        .replacing("-in", with: "-passin env:WORD -in")
        .replacing("-out", with: "-passout env:WORD -out"),
    ]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["WORD": authority.passphrase]) { $1 }
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let identity = TLSPolicy.Identity.pkcs12(
      [UInt8](try Data(contentsOf: folder.appendingPathComponent("NEW.p12"))),
      passphrase: authority.passphrase)
    let trust = TLSPolicy.Trust.anchors(pem: authority.certificate)
    let url = nginx.clientCertificates + "/200"
    #expect(try await failure(configuration(trust, identity: identity), url) == nil)
  }

  @Test func `anchors without a certificate are rejected when the transport is created`() async {
    let damaged = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"
    for text in ["", "no certificate", damaged] {
      let error = await refusal(configuration(.anchors(pem: Array(text.utf8))))
      #expect(error?.kind == .tlsPolicy(.noCertificate), "\(String(describing: error))")
    }
  }

  @Test func `a server below the minimum TLS version is rejected`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let trust = TLSPolicy.Trust.anchors(pem: authority.certificate)
    let url = nginx.tls12 + "/200"
    #expect(try await failure(configuration(trust), url) == nil)
    let error = try await failure(configuration(trust, minimumVersion: .tls13), url)
    #expect(error?.kind == .tls(.handshake))
  }

  @Test
  func `HTTP/2 is used where TLS negotiates it, and requests share a connection`() async throws {
    let (authority, nginx) = (try await TestServers.authority(), try await TestServers.nginx())
    let trust = TLSPolicy.Trust.anchors(pem: authority.certificate)
    try await withTransport(configuration(trust)) { transport in
      let reused = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 {
          group.addTask {
            let response = try await transport.get(nginx.http2 + "/200")
            #expect(response.head.version == .http2)
            return response.metrics?.isConnectionReused == true
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(reused >= 45)
    }
    var old = configuration(trust)
    old.version = .http1
    try await withTransport(old) { transport in
      let response = try await transport.get(nginx.http2 + "/200")
      #expect(response.head.version == .http11)
    }
    old.version = .http2PriorKnowledge
    try await withTransport(old) { transport in
      for _ in 0..<3 {
        let response = try await transport.get(nginx.http2 + "/200")
        #expect(response.head.version == .http2)
      }
    }
  }

  @Test func `HTTP/2 without TLS is used with prior knowledge`() async throws {
    let server = try await TestServers.nghttpd()
    let configuration = TransportConfiguration(version: .http2PriorKnowledge)
    try await withTransport(configuration) { transport in
      let body = [UInt8](repeating: 98, count: 3_000_000)
      let response = try await transport.send(
        HTTPRequest(.post, server.clear + "/echo", deadlines: .patient), body: .bytes(body),
        context: TransportContext())
      #expect(response.head.version == .http2)
      #expect(response.body.bytes == body)
      let chunks = CountingSource.stream(pieces: 50, of: 1000)
      let text = try await transport.text(.post, server.clear + "/echo", body: .stream(chunks))
      #expect(text.utf8.count == 50_000)
      let stream = try await transport.get(server.clear + "/ten.bin", delivery: .stream)
      let all = try await stream.body.collect(upTo: 10 << 20)
      #expect(all.count == 10 << 20)
    }
  }
}
