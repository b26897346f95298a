internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// A TLS policy in libcurl's representation.
struct CurlTLS: Sendable {
  /// The trusted certificates as PEM; `nil` uses libcurl's default files.
  let authorities: [UInt8]?
  /// Whether the system's certificate authorities are trusted.
  let isSystemTrusted: Bool
  /// The pins in the form `sha256//…;sha256//…`; `nil` accepts any key.
  let pins: String?
  /// The certificate and key of the client.
  let identity: TLSPolicy.Identity?
  /// The minimum TLS version.
  let minimumVersion: TLSPolicy.Version

  /// Converts a policy.
  ///
  /// - Throws: `tlsPolicy` for anchors without a certificate, and `unsupported` if the system's
  ///   certificate authorities are to be extended but are not stored in a readable file.
  init(_ policy: TLSPolicy) throws(TransportError) {
    switch policy.trust {
    case .system:
      authorities = nil
      isSystemTrusted = true
    case .anchors(let pem):
      try Self.check(pem)
      authorities = pem
      isSystemTrusted = false
    case .systemAnd(let pem):
      try Self.check(pem)
      guard let bundle = SystemAuthorities.bundle() else {
        throw TransportError(
          .unsupported(.systemAndCustomAnchors),
          "the system's certificate authority file was not found")
      }
      authorities = bundle + [0x0A] + pem
      isSystemTrusted = true
    }
    pins = policy.pins.map { $0.base64.map { "sha256//\($0)" }.joined(separator: ";") }
    identity = policy.identity
    minimumVersion = policy.minimumVersion ?? .tls12
  }

  /// Throws if PEM data contains no certificate.
  private static func check(_ pem: [UInt8]) throws(TransportError) {
    guard PEM.containsCertificates(pem) else { throw TransportError(.tlsPolicy(.noCertificate)) }
  }
}

/// The memory for certificates and keys, referenced by all of a transport's handles, and the TLS
/// options that use it.
///
/// It is confined to the transport's thread and outlives the handles.
final class CurlTLSMemory {
  private let tls: CurlTLS
  /// The trusted certificates as PEM.
  private let authorities: UnsafeRawBufferPointer?
  /// The certificate of the client: PEM, or PKCS#12 including the key.
  private let certificate: UnsafeRawBufferPointer?
  /// The key of the client as PEM.
  private let key: UnsafeRawBufferPointer?

  /// Copies the certificates and keys of a policy.
  init(_ tls: CurlTLS) {
    self.tls = tls
    authorities = tls.authorities.map(Self.copy)
    switch tls.identity {
    case .pem(let certificate, let key, _):
      self.certificate = Self.copy(certificate)
      self.key = Self.copy(key)
    case .pkcs12(let bytes, _):
      certificate = Self.copy(bytes)
      key = nil
    case nil: (certificate, key) = (nil, nil)
    }
  }

  deinit {
    for bytes in [authorities, certificate, key] { bytes?.deallocate() }
  }

  /// Returns a copy at a stable address. The object deallocates it.
  private static func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  /// Sets a handle's TLS options. libcurl references the memory instead of copying it.
  ///
  /// - Returns: A feature that libcurl does not support, or `nil` if all options were set.
  func apply(to easy: UnsafeMutableRawPointer) -> TransportFeature? {
    let version =
      tls.minimumVersion == .tls13 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
    guard trema_curl_set_long(easy, CURLOPT_SSLVERSION, version) == CURLE_OK else {
      return .minimumTLSVersion
    }
    setProxy(easy, version)
    if let authorities {
      // Both options are cleared, because libcurl would otherwise also trust the certificates in
      // its default folder.
      trema_curl_set_pointer(easy, CURLOPT_CAINFO, nil)
      trema_curl_set_pointer(easy, CURLOPT_CAPATH, nil)
      guard set(easy, CURLOPT_CAINFO_BLOB, authorities) else {
        return tls.isSystemTrusted ? .systemAndCustomAnchors : .anchors
      }
    } else if SystemAuthorities.path() != nil {
      // The file contains the same certificates as the folder. Without the folder, libcurl reads
      // them only once instead of for each connection.
      trema_curl_set_pointer(easy, CURLOPT_CAPATH, nil)
    }
    if let pins = tls.pins {
      let code = pins.withCString { trema_curl_set_pointer(easy, CURLOPT_PINNEDPUBLICKEY, $0) }
      guard code == CURLE_OK else { return .pins }
    }
    return setIdentity(easy) ? nil : .clientIdentity
  }

  /// Applies the trust and the minimum version to a TLS proxy. Pins and the identity apply only to
  /// servers. Results are ignored: a libcurl without these options does not support TLS proxies,
  /// which the settings then refuse.
  private func setProxy(_ easy: UnsafeMutableRawPointer, _ version: Int) {
    trema_curl_set_long(easy, CURLOPT_PROXY_SSLVERSION, version)
    guard let authorities else { return }
    trema_curl_set_pointer(easy, CURLOPT_PROXY_CAINFO, nil)
    trema_curl_set_pointer(easy, CURLOPT_PROXY_CAPATH, nil)
    _ = set(easy, CURLOPT_PROXY_CAINFO_BLOB, authorities)
  }

  /// Sets the certificate and key of the client.
  ///
  /// - Returns: Whether libcurl supports this.
  private func setIdentity(_ easy: UnsafeMutableRawPointer) -> Bool {
    guard let certificate else { return true }
    guard set(easy, CURLOPT_SSLCERT_BLOB, certificate) else { return false }
    switch tls.identity {
    case .pem(_, _, let passphrase):
      guard let key, set(easy, CURLOPT_SSLKEY_BLOB, key) else { return false }
      return set(easy, CURLOPT_SSLCERTTYPE, "PEM") && set(easy, CURLOPT_SSLKEYTYPE, "PEM")
        && set(easy, CURLOPT_KEYPASSWD, passphrase ?? "")
    case .pkcs12(_, let passphrase):
      return set(easy, CURLOPT_SSLCERTTYPE, "P12") && set(easy, CURLOPT_KEYPASSWD, passphrase)
    case nil: return true
    }
  }

  /// Sets an option to bytes that libcurl references.
  private func set(
    _ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    trema_curl_set_blob(easy, option, bytes.baseAddress, bytes.count) == CURLE_OK
  }

  /// Sets an option to a string, which libcurl copies.
  private func set(
    _ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ text: String
  ) -> Bool {
    text.withCString { trema_curl_set_pointer(easy, option, $0) } == CURLE_OK
  }
}

/// The file with the certificate authorities that libcurl trusts by default.
enum SystemAuthorities {
  /// Returns the path that was configured when libcurl was built, or `nil` if there is none or the
  /// file is not readable.
  static func path() -> String? {
    guard let easy = curl_easy_init() else { return nil }
    defer { curl_easy_cleanup(easy) }
    var text: UnsafeMutablePointer<CChar>?
    guard trema_curl_get_text(easy, CURLINFO_CAINFO, &text) == CURLE_OK, let text,
      access(text, R_OK) == 0
    else { return nil }
    return String(cString: text)
  }

  /// Returns the file's content, or `nil` if it contains no certificates.
  static func bundle() -> [UInt8]? {
    guard let path = path() else { return nil }
    guard let bytes = try? FileDescriptor(path: path, flags: O_RDONLY).readAll() else { return nil }
    return PEM.containsCertificates(bytes) ? bytes : nil
  }
}
