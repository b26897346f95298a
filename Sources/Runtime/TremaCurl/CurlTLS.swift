internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// A policy in libcurl's words.
struct CurlTLS: Sendable {
  /// Certificates as PEM instead of the files that libcurl knows; nil leaves those.
  let authorities: [UInt8]?
  let isSystemTrusted: Bool
  /// `sha256//…;sha256//…`.
  let pins: String?
  let identity: TLSPolicy.Identity?
  let minimumVersion: TLSPolicy.Version

  /// - Throws: `tlsPolicy` for anchors without a certificate, `unsupported` where the system's are
  ///   not in a file that can be read.
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
          .unsupported(.anchorsBesideSystem), "the authorities of the system are in no file")
      }
      authorities = bundle + [0x0A] + pem
      isSystemTrusted = true
    }
    pins = policy.pins.map { $0.base64.map { "sha256//\($0)" }.joined(separator: ";") }
    identity = policy.identity
    minimumVersion = policy.minimumVersion ?? .tls12
  }

  private static func check(_ pem: [UInt8]) throws(TransportError) {
    guard PEM.holdsCertificates(pem) else { throw TransportError(.tlsPolicy(.noCertificate)) }
  }
}

/// The bytes that handles point to, at one place for all of them, and how they are told.
///
/// It belongs to the thread of a transport, which outlives its handles.
final class CurlTLSMemory {
  private let tls: CurlTLS
  private let authorities: UnsafeRawBufferPointer?
  private let certificate: UnsafeRawBufferPointer?
  private let key: UnsafeRawBufferPointer?

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

  private static func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  /// - Returns: what libcurl does not know; nil when all is set.
  func apply(to easy: UnsafeMutableRawPointer) -> TransportFeature? {
    let version =
      tls.minimumVersion == .tls13 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
    guard trema_curl_set_long(easy, CURLOPT_SSLVERSION, version) == CURLE_OK else {
      return .minimumTLSVersion
    }
    setProxy(easy, version)
    if let authorities {
      // Both, or libcurl would trust its folder beside the given ones.
      trema_curl_set_pointer(easy, CURLOPT_CAINFO, nil)
      trema_curl_set_pointer(easy, CURLOPT_CAPATH, nil)
      guard set(easy, CURLOPT_CAINFO_BLOB, authorities) else {
        return tls.isSystemTrusted ? .anchorsBesideSystem : .anchors
      }
    } else if SystemAuthorities.path() != nil {
      // The file has what the folder has, and without the folder libcurl reads it once, not for each
      // connection.
      trema_curl_set_pointer(easy, CURLOPT_CAPATH, nil)
    }
    if let pins = tls.pins {
      let code = pins.withCString { trema_curl_set_pointer(easy, CURLOPT_PINNEDPUBLICKEY, $0) }
      guard code == CURLE_OK else { return .pins }
    }
    return setIdentity(easy) ? nil : .clientIdentity
  }

  /// A proxy with TLS is trusted as servers are. Pins and the identity are for servers alone. A
  /// libcurl that knows none of this knows no such proxy, and the settings refuse it.
  private func setProxy(_ easy: UnsafeMutableRawPointer, _ version: Int) {
    trema_curl_set_long(easy, CURLOPT_PROXY_SSLVERSION, version)
    guard let authorities else { return }
    trema_curl_set_pointer(easy, CURLOPT_PROXY_CAINFO, nil)
    trema_curl_set_pointer(easy, CURLOPT_PROXY_CAPATH, nil)
    _ = set(easy, CURLOPT_PROXY_CAINFO_BLOB, authorities)
  }

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

  private func set(
    _ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    trema_curl_set_blob(easy, option, bytes.baseAddress, bytes.count) == CURLE_OK
  }

  private func set(
    _ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ text: String
  ) -> Bool {
    text.withCString { trema_curl_set_pointer(easy, option, $0) } == CURLE_OK
  }
}

/// The file of the authorities that libcurl trusts unless told otherwise.
enum SystemAuthorities {
  /// The path with which libcurl was built; `nil` if there is none, or no such file.
  static func path() -> String? {
    guard let easy = curl_easy_init() else { return nil }
    defer { curl_easy_cleanup(easy) }
    var text: UnsafeMutablePointer<CChar>?
    guard trema_curl_get_text(easy, CURLINFO_CAINFO, &text) == CURLE_OK, let text,
      access(text, R_OK) == 0
    else { return nil }
    return String(cString: text)
  }

  /// The certificates of the file; `nil` if there are none.
  static func bundle() -> [UInt8]? {
    guard let path = path() else { return nil }
    guard let bytes = try? FileDescriptor(path: path, flags: O_RDONLY).readAll() else { return nil }
    return PEM.holdsCertificates(bytes) ? bytes : nil
  }
}
