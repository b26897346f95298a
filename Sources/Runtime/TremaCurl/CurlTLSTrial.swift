internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// Whether libcurl takes the identity. It reads it when a secure connection begins, so one
/// is begun, with a socket of our own, and broken off when all is read and nothing sent.
enum CurlTLSTrial {
  /// - Throws: `tlsPolicy` and `unsupported`.
  static func run(_ tls: CurlTLS) throws(TransportError) {
    guard let easy = curl_easy_init() else {
      throw TransportError(.other, "no memory for a handle")
    }
    defer { curl_easy_cleanup(easy) }
    let memory = CurlTLSMemory(tls)
    defer { withExtendedLifetime(memory) {} }
    if let feature = memory.apply(to: easy) {
      throw TransportError(.unsupported(feature), "libcurl was built without it")
    }
    guard tls.identity != nil else { return }
    // Other libraries than OpenSSL do not know it; with them the first connection tells.
    let isKnown = trema_curl_set_tls_hook(easy) { _, _, _ in CURLE_ABORTED_BY_CALLBACK } == CURLE_OK
    guard isKnown else { return }
    guard let listener = Listener() else {
      throw TransportError(.other, "no socket to try the TLS policy with")
    }
    defer { listener.close() }
    "https://127.0.0.1:\(listener.port)/".withCString {
      _ = trema_curl_set_pointer(easy, CURLOPT_URL, $0)
    }
    "".withCString { _ = trema_curl_set_pointer(easy, CURLOPT_PROXY, $0) }
    trema_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = message.withUnsafeMutableBufferPointer { message in
      trema_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message.baseAddress)
      defer { trema_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, nil) }
      return curl_easy_perform(easy)
    }
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    try judge(code, String(decoding: bytes, as: UTF8.self), tls.identity)
  }

  /// Connections are never accepted: the system completes a handshake before `accept`.
  private struct Listener {
    private let descriptor: Int32
    let port: Int

    init?() {
      #if canImport(Darwin) || canImport(Musl)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      guard descriptor >= 0 else { return nil }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isReady = withUnsafeMutablePointer(to: &address) { [descriptor] address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0
            && getsockname(descriptor, $0, &size) == 0
        }
      }
      port = Int(UInt16(bigEndian: address.sin_port))
      guard isReady else {
        close()
        return nil
      }
    }

    func close() { _ = shut(descriptor) }
  }

  private static func judge(
    _ code: CURLcode, _ message: String, _ identity: TLSPolicy.Identity?
  ) throws(TransportError) {
    switch code {
    case CURLE_SSL_CERTPROBLEM:
      if case .pkcs12 = identity, message.contains("unsupported") {
        throw TransportError(.tlsPolicy(.legacyIdentity), message)
      }
      throw TransportError(.tlsPolicy(.identity("cannot be read")), message)
    case CURLE_NOT_BUILT_IN: throw TransportError(.unsupported(.clientIdentity), message)
    // Broken off as it was meant to be.
    case CURLE_ABORTED_BY_CALLBACK: return
    default: throw TransportError(.other, "the TLS policy cannot be tried: \(message)")
    }
  }
}

/// `close`, which has the name of a method above.
private func shut(_ descriptor: Int32) -> Int32 { close(descriptor) }
