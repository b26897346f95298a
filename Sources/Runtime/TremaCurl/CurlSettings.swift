internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// The checked settings of a transport in libcurl's representation.
struct CurlSettings: Sendable {
  /// The proxy's URL, or empty for none. If it is `nil`, libcurl reads it from the environment.
  let proxy: String?
  /// The path of the Unix domain socket for all connections.
  let unixSocket: String?
  /// The HTTP versions that may be used.
  let version: TransportConfiguration.VersionPolicy
  /// The maximum number of connections to one host; `nil` is unlimited.
  let connectionsPerHost: Int?
  /// The overridden addresses in the form `host::address:`, which applies to all ports and keeps
  /// them.
  let connectTo: [String]
  /// The TLS requirements.
  let tls: CurlTLS

  /// Checks a configuration.
  ///
  /// - Throws: `unsupported` for features that libcurl does not support, and `tlsPolicy` for
  ///   certificates that cannot be read.
  init(_ configuration: TransportConfiguration) throws(TransportError) {
    switch configuration.proxy {
    case .none: proxy = ""
    case .system: proxy = nil
    case .url(let url):
      try Self.check(proxy: url)
      proxy = url
    }
    unixSocket = configuration.unixSocket
    version = configuration.version
    connectionsPerHost = configuration.connectionsPerHost
    connectTo = configuration.addresses.sorted { $0.key < $1.key }.map { host, address in
      address.utf8.contains(UInt8(ascii: ":")) && address.utf8.first != UInt8(ascii: "[")
        ? "\(host)::[\(address)]:" : "\(host)::\(address):"
    }
    if unixSocket != nil, !CurlLibrary.has(CURL_VERSION_UNIX_SOCKETS) {
      throw TransportError(.unsupported(.unixSocket), "libcurl was built without this feature")
    }
    if version == .http2PriorKnowledge, !CurlLibrary.has(CURL_VERSION_HTTP2) {
      throw TransportError(.unsupported(.http2PriorKnowledge), "libcurl was built without HTTP/2")
    }
    if let limit = connectionsPerHost, limit < 1 {
      throw TransportError(.unsupported(.connectionLimit), "the limit \(limit) is less than 1")
    }
    tls = try CurlTLS(configuration.tls)
  }

  /// Checks the URL of a proxy.
  private static func check(proxy: String) throws(TransportError) {
    let url: URLReference
    do throws(HTTPSyntaxError) {
      url = try URLReference(proxy)
    } catch {
      // We don't pass on the parser's error because it may contain a character of the password.
      throw TransportError(.unsupported(.proxy), "the proxy URL is invalid")
    }
    switch url.scheme {
    case "http": break
    case "https" where CurlLibrary.has(CURL_VERSION_HTTPS_PROXY): break
    case "socks4", "socks4a", "socks5", "socks5h": break
    default:
      throw TransportError(
        .unsupported(.proxy), "the scheme of the proxy URL is not supported")
    }
    guard url.host?.isEmpty == false else {
      throw TransportError(.unsupported(.proxy), "the proxy URL has no host")
    }
  }

  /// Sets the options that are the same for all exchanges of a handle.
  func apply(to easy: UnsafeMutableRawPointer) {
    let longs: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_PATH_AS_IS, 1),
      (CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)), (CURLOPT_HTTPAUTH, 0),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_NOPROGRESS, 1),
      (CURLOPT_HTTP09_ALLOWED, 0), (CURLOPT_HTTP_CONTENT_DECODING, 0),
      (CURLOPT_TCP_NODELAY, 1),
      // The loop enforces all time limits. libcurl's own connect timeout can't be disabled, so it
      // is set to a very long time.
      (CURLOPT_CONNECTTIMEOUT_MS, 2_000_000_000),
    ]
    for (option, value) in longs { trema_curl_set_long(easy, option, value) }
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    set(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    if let proxy {
      set(easy, CURLOPT_PROXY, proxy)
      // With an explicit proxy, the exceptions from the environment (`no_proxy`) do not apply.
      set(easy, CURLOPT_NOPROXY, proxy.isEmpty ? "*" : "")
    }
    if let unixSocket { set(easy, CURLOPT_UNIX_SOCKET_PATH, unixSocket) }
    let version =
      switch self.version {
      case .automatic: CURL_HTTP_VERSION_2TLS
      case .http1: CURL_HTTP_VERSION_1_1
      case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
      }
    trema_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))
  }

  /// Returns whether an exchange may use HTTP/2.
  func mayUseHTTP2(_ request: HTTPRequest) -> Bool {
    switch version {
    case .http1: false
    case .http2PriorKnowledge: true
    case .automatic: request.isSecure
    }
  }

  /// Sets an option to a string, which libcurl copies.
  private func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ text: String) {
    text.withCString { _ = trema_curl_set_pointer(easy, option, $0) }
  }
}

/// The libcurl library, which is initialized once per process.
enum CurlLibrary {
  /// Whether the initialization succeeded. It happens at the first access.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Initializes the library.
  ///
  /// - Throws: `other` if the initialization fails.
  static func require() throws(TransportError) {
    guard isReady else { throw TransportError(.other, "libcurl cannot be initialized") }
  }

  /// Returns whether the library was built with a feature, one of `CURL_VERSION_…`.
  static func has(_ feature: Int32) -> Bool {
    guard let info = trema_curl_version() else { return false }
    return info.pointee.features & feature != 0
  }

  /// Whether the library has the HTTP/2 defects of libcurl 7.88: it fails when it reuses an HTTP/2
  /// connection without TLS, as the curl command-line tool does, and it may not notice HTTP/2 input
  /// until another event wakes it.
  static let hasFaultyHTTP2: Bool = {
    guard let number = trema_curl_version()?.pointee.version_num else { return false }
    return (0x075800..<0x080000).contains(number)
  }()

  /// The version number, such as `7.88.1`.
  static var version: String {
    guard let text = trema_curl_version()?.pointee.version else { return "" }
    return String(cString: text)
  }
}
