#if os(Linux)
  import Foundation
  import Testing
  import TremaNetworkTestSupport

  /// Tests over TLS with a private authority. FoundationNetworking trusts only the authorities of
  /// the system, so the tests replace the system's file of authorities in their own mount namespace.
  @Suite(.serialized) struct SecurityFaultTests {
    struct NoNamespace: Error, CustomStringConvertible {
      let description: String
    }

    @Test func `reasons for distrusting a certificate are distinguished`() async throws {
      let server = try await TestServers.faults()
      let lines = try await get([
        server.secure + "/ok", server.expired + "/ok", server.wrongHost + "/ok",
        server.untrusted + "/ok", server.selfSigned + "/ok",
      ])
      #expect(lines.map(\.status) == [200, nil, nil, nil, nil])
      let wanted = ["expired", "wrongHost", "untrusted", "untrusted"]
      for (line, failure) in zip(lines.dropFirst(), wanted) {
        #expect(line.error == "tls(TremaHTTP.TransportError.TLSFailure.\(failure))")
      }
    }

    @Test func `a missing client certificate is reported`() async throws {
      let server = try await TestServers.faults()
      let lines = try await get([server.clientCertificate + "/ok", server.clientCertificateTLS12])
      // See `URLSessionLimit.lostAlert`.
      let first = ["tls(TremaHTTP.TransportError.TLSFailure.clientCertificate)", "connectionLost"]
      #expect(first.contains(lines[0].error ?? ""))
      #expect(lines[1].error == "tls(TremaHTTP.TransportError.TLSFailure.handshake)")
    }

    @Test func `nginx is reached over TLS, with HTTP/2 where available`() async throws {
      let nginx = try await TestServers.nginx()
      let lines = try await get([
        nginx.tls + "/about", nginx.http2 + "/about", nginx.http2 + "/hello.txt",
        nginx.tls12 + "/about",
      ])
      #expect(lines.map(\.error) == [nil, nil, nil, nil])
      #expect(
        lines.map { $0.text?.trimmingCharacters(in: .whitespacesAndNewlines) } == [
          "HTTP/1.1 TLSv1.3", "HTTP/2.0 TLSv1.3", "hello, world", "HTTP/1.1 TLSv1.2",
        ])
    }

    @Test func `no server is trusted without the private authority`() async throws {
      let server = try await TestServers.faults()
      let run = try await FaultJudge.run(["get", "60", server.secure, server.expired])
      #expect(run.crashed == nil)
      #expect(
        run.lines.map(\.error)
          == Array(repeating: "tls(TremaHTTP.TransportError.TLSFailure.untrusted)", count: 2))
    }

    private func get(_ urls: [String]) async throws -> [FaultJudge.Line] {
      let authority = try await TestServers.authority()
      // Debian and its derivatives, then Fedora and its own.
      let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
      ]
      let bundle = try #require(bundles.first { FileManager.default.fileExists(atPath: $0) })
      // A user other than root becomes root in a user namespace.
      let unshare = geteuid() == 0 ? ["unshare", "-m"] : ["unshare", "-r", "-m"]
      let script = #"mount --bind "$1" "$2" || exit 99; shift 2; exec "$@""#
      let launcher =
        unshare + ["sh", "-c", script, "sh", "\(authority.folder)/authority.pem", bundle]
      let run: FaultJudge.Run
      do {
        run = try await FaultJudge.run(["get", "60"] + urls, by: launcher)
      } catch let failure as FaultJudge.Failure {
        throw NoNamespace(
          description:
            "the judge did not run where '\(bundle)' is another file; that takes the right"
            + " to make a namespace of mounts (unshare -m): \(failure)")
      }
      #expect(run.crashed == nil)
      return run.lines
    }
  }
#endif
