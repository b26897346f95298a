internal import CTremaCurl
import TremaHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Whether libcurl takes certificates and keys. It reads them when a secure connection begins, so one
/// is begun: with a socket of our own whose other end says nothing and hangs up.
enum CurlTLSTrial {
  /// - Throws: `tlsPolicy` and `unsupported`.
  static func run(_ tls: CurlTLS) throws(TransportError) {
    guard let easy = curl_easy_init() else { throw TransportError(.other, "no memory for a handle") }
    defer { curl_easy_cleanup(easy) }
    let memory = CurlTLSMemory(tls)
    defer { withExtendedLifetime(memory) {} }
    if let feature = memory.apply(to: easy) {
      throw TransportError(.unsupported(feature), "libcurl was built without it")
    }
    guard tls.isToBeTried else { return }
    guard let ends = socketPair() else {
      throw TransportError(.other, "no socket to try the TLS policy with")
    }
    var near = ends.near
    var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = message.withUnsafeMutableBufferPointer { message in
      withUnsafeMutablePointer(to: &near) { connect(easy, over: $0, message) }
    }
    close(ends.far)
    // Where libcurl did not come so far as to take it.
    if near >= 0 { close(near) }
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    try judge(code, String(decoding: bytes, as: UTF8.self), tls.identity)
  }

  /// Two ends of a connection: the near one reads the end, and what it writes lies there unread.
  private static func socketPair() -> (near: Int32, far: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin) || canImport(Musl)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    shutdown(ends[1], Int32(SHUT_WR))
    return (ends[0], ends[1])
  }

  private static func connect(
    _ easy: UnsafeMutableRawPointer, over socket: UnsafeMutablePointer<Int32>,
    _ message: UnsafeMutableBufferPointer<CChar>
  ) -> CURLcode {
    "https://127.0.0.1/".withCString { _ = trema_curl_set_pointer(easy, CURLOPT_URL, $0) }
    "".withCString { _ = trema_curl_set_pointer(easy, CURLOPT_PROXY, $0) }
    trema_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    trema_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message.baseAddress)
    trema_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, socket)
    trema_curl_set_socket_opener(easy) { context, _, _ in
      guard let socket = context?.assumingMemoryBound(to: Int32.self) else { return -1 }
      defer { socket.pointee = -1 }
      return socket.pointee
    }
    trema_curl_set_socket_options(easy) { _, _, _ in Int32(CURL_SOCKOPT_ALREADY_CONNECTED) }
    return curl_easy_perform(easy)
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
    case CURLE_SSL_CACERT_BADFILE: throw TransportError(.tlsPolicy(.noCertificate), message)
    case CURLE_NOT_BUILT_IN: throw TransportError(.unsupported(.clientIdentity), message)
    // The connection that was to fail has failed.
    default: return
    }
  }
}
