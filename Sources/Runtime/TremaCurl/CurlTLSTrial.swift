internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// A check that libcurl accepts a client identity. libcurl reads the identity only when a TLS
/// connection starts. The check starts a connection to a local socket, and aborts it after the
/// identity has been read and before anything is sent.
enum CurlTLSTrial {
  /// Checks the identity and the TLS options of a policy.
  ///
  /// - Throws: `tlsPolicy` if the identity cannot be read, and `unsupported` for features that
  ///   libcurl does not support.
  static func run(_ tls: CurlTLS) throws(TransportError) {
    guard let easy = curl_easy_init() else {
      throw TransportError(.other, "cannot create a libcurl handle: out of memory")
    }
    defer { curl_easy_cleanup(easy) }
    let memory = CurlTLSMemory(tls)
    defer { withExtendedLifetime(memory) {} }
    if let feature = memory.apply(to: easy) {
      throw TransportError(.unsupported(feature), "libcurl was built without this feature")
    }
    guard tls.identity != nil else { return }
    // Only OpenSSL supports this callback. With other TLS libraries, errors are reported by the
    // first connection.
    let isKnown = trema_curl_set_tls_hook(easy) { _, _, _ in CURLE_ABORTED_BY_CALLBACK } == CURLE_OK
    guard isKnown else { return }
    guard let listener = Listener() else {
      throw TransportError(.other, "cannot create a socket to check the TLS policy")
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
    try checkResult(code, String(decoding: bytes, as: UTF8.self), tls.identity)
  }

  /// A listening socket on the loopback interface. Connections are never accepted, because the
  /// system completes the TCP handshake before `accept`.
  private struct Listener {
    private let descriptor: Int32
    /// The port that the system has assigned.
    let port: Int

    /// Creates a listening socket, or returns `nil` if that fails.
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

    func close() { _ = closeDescriptor(descriptor) }
  }

  /// Throws the error for the result of the aborted connection.
  private static func checkResult(
    _ code: CURLcode, _ message: String, _ identity: TLSPolicy.Identity?
  ) throws(TransportError) {
    switch code {
    case CURLE_SSL_CERTPROBLEM:
      if case .pkcs12 = identity, message.contains("unsupported") {
        throw TransportError(.tlsPolicy(.legacyIdentity), message)
      }
      throw TransportError(.tlsPolicy(.identity("cannot be read")), message)
    case CURLE_NOT_BUILT_IN: throw TransportError(.unsupported(.clientIdentity), message)
    // The connection was aborted as intended.
    case CURLE_ABORTED_BY_CALLBACK: return
    default: throw TransportError(.other, "cannot check the TLS policy: \(message)")
    }
  }
}

/// Calls `close`, which is hidden by the method of the same name above.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
