/// A server that fails on purpose: `Servers/faults.py` describes how, one path a fault.
package struct FaultServer: Sendable {
  /// `/ok`, `/echo`, `/delay/MILLISECONDS`, `/never`, `/truncated`, …; nothing is encrypted.
  package let url: String
  /// `/FAULT/get` is `/get` of httpbin, damaged on the way: `none`, `delay`, `drip`,
  /// `reset-before`, `reset-after`, `half-close`, `truncated`, `garbage`, `stall`, `longer` (the
  /// declared length is too long), `twice` (two lengths are declared).
  package let proxy: String
  /// An address without a listener.
  package let refused: String
  /// An address whose connections are neither accepted nor refused.
  package let full: String

  /// The same paths over TLS, without faults.
  package let secure: String
  /// Certificates that are out of date, for another host, of an unknown authority, and self-signed.
  package let expired: String
  /// The server whose certificate becomes valid in two days.
  package let notYetValid: String
  package let wrongHost: String
  package let untrusted: String
  package let selfSigned: String
  /// Requires a certificate: over TLS 1.3, where a client learns it after its request, and over TLS
  /// 1.2.
  package let clientCertificate: String
  package let clientCertificateTLS12: String
  /// Answers TLS with HTTP.
  package let noTLS: String
  /// Accepts TLS connections and sends nothing.
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
