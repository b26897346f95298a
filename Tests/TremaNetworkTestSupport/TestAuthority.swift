import Foundation

/// A private authority, made anew in each process, and its certificates. The certificates of
/// servers are for `localhost`, `127.0.0.1` and `::1`.
package struct TestAuthority: Sendable {
  /// The folder of all files: `server.pem`, `server.key`, ….
  package let folder: String
  /// Its certificate, as PEM.
  package let certificate: [UInt8]
  /// The certificate of an authority that has signed none of the good ones, as PEM.
  package let stranger: [UInt8]
  package let clientCertificate: [UInt8]
  /// The key as PEM, and once more encrypted with ``passphrase``.
  package let clientKey: [UInt8]
  package let clientEncryptedKey: [UInt8]
  /// Certificate and key as PKCS#12: as OpenSSL 3 writes it, and as older ones did (RC2, 3DES).
  package let clientPKCS12: [UInt8]
  package let clientLegacyPKCS12: [UInt8]
  package let passphrase: String
  /// The SHA-256 in Base64 of the package key of the servers, of another one, and of the authority.
  package let pin: String
  package let otherPin: String
  package let authorityPin: String

  init(_ server: ServerProcess) throws {
    let folder = try server.fact("folder")
    func file(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name)))
    }
    self.folder = folder
    certificate = try file("authority.pem")
    stranger = try file("stranger.pem")
    clientCertificate = try file("client.pem")
    clientKey = try file("client.key")
    clientEncryptedKey = try file("client-encrypted.key")
    clientPKCS12 = try file("client.p12")
    clientLegacyPKCS12 = try file("client-legacy.p12")
    passphrase = try server.fact("passphrase")
    pin = try server.fact("pin")
    otherPin = try server.fact("otherPin")
    authorityPin = try server.fact("authorityPin")
  }
}
