/// Where things fail on purpose: `Servers/faults.py` says how, one path a fault.
package struct FaultServer: Sendable {
  /// `/ok`, `/echo`, `/delay/MILLISECONDS`, `/never`, `/truncated`, …; nothing is encrypted.
  package let url: String
  /// `/FAULT/get` is `/get` of httpbin, spoiled on its way: `none`, `delay`, `drip`, `reset-before`,
  /// `reset-after`, `half-close`, `truncated`, `garbage`, `stall`, `longer` (than it is, says the
  /// head), `twice` (has it two lengths).
  package let proxy: String
  /// Nothing listens there.
  package let refused: String
  /// Connections are neither taken nor refused.
  package let full: String

  /// The same paths over TLS, as it should be.
  package let secure: String
  /// Certificates that are out of date, for another host, of an unknown authority, and self-signed.
  package let expired: String
  /// Whose certificate becomes valid in two days.
  package let notYetValid: String
  package let wrongHost: String
  package let untrusted: String
  package let selfSigned: String
  /// Demands a certificate: over TLS 1.3, where a client learns it after its request, and over TLS
  /// 1.2.
  package let clientCertificate: String
  package let clientCertificateTLS12: String
  /// Answers TLS with HTTP.
  package let noTLS: String
  /// Answers TLS with nothing.
  package let silentTLS: String

  init(_ server: ServerProcess) throws {
    url = try server.fact("clear")
    proxy = try server.fact("proxy")
    refused = try server.fact("refused")
    full = try server.fact("full")
    secure = try server.fact("good")
    expired = try server.fact("expired")
    notYetValid = try server.fact("notYet")
    wrongHost = try server.fact("wrongHost")
    untrusted = try server.fact("untrusted")
    selfSigned = try server.fact("selfSigned")
    clientCertificate = try server.fact("clientCertificate")
    clientCertificateTLS12 = try server.fact("clientCertificateTLS12")
    noTLS = try server.fact("noTLS")
    silentTLS = try server.fact("silentTLS")
  }
}
