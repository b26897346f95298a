import Foundation
import TremaHTTP

extension URLSessionTransport {
  /// Checks that the session supports a configuration.
  ///
  /// - Throws: `unsupported` for the first feature that is not supported.
  static func check(_ configuration: TransportConfiguration) throws(TransportError) {
    func refuse(
      _ feature: TransportFeature, _ detail: String = "", if isRequested: Bool
    ) throws(TransportError) {
      if isRequested { throw TransportError(.unsupported(feature), detail) }
    }
    try refuse(.unixSocket, if: configuration.unixSocket != nil)
    try refuse(.nameOverride, if: !configuration.addresses.isEmpty)
    try refuse(.httpVersion, if: configuration.version == .http1)
    try refuse(.http2PriorKnowledge, if: configuration.version == .http2PriorKnowledge)
    #if canImport(FoundationNetworking)
      switch configuration.tls.trust {
      case .system: break
      case .anchors: throw TransportError(.unsupported(.anchors))
      case .systemAnd: throw TransportError(.unsupported(.systemAndCustomAnchors))
      }
      try refuse(.pins, if: configuration.tls.pins != nil)
      try refuse(.clientIdentity, if: configuration.tls.identity != nil)
      try refuse(.minimumTLSVersion, if: configuration.tls.minimumVersion != nil)
      try refuse(.connectionLimit, if: configuration.connectionsPerHost != nil)
      switch configuration.proxy {
      case .none:
        // FoundationNetworking's libcurl reads the environment variables regardless of the
        // configuration.
        let variable = proxyVariable(in: ProcessInfo.processInfo.environment)
        try refuse(
          .proxy, "the environment variable '\(variable ?? "")' cannot be ignored",
          if: variable != nil)
      case .system: break
      case .url(let text):
        throw TransportError(.unsupported(text.hasPrefix("socks") ? .socksProxy : .proxy))
      }
    #else
      if case .url(let text) = configuration.proxy {
        try refuse(.socksProxy, if: text.hasPrefix("socks5h"))
        let url = URLComponents(string: text)
        try refuse(
          .proxy, "the proxy URL is invalid or has no host", if: url?.host?.isEmpty != false)
        try refuse(
          .proxy, "the proxy URL has credentials, which are supported only for SOCKS",
          if: url?.user != nil && url?.scheme?.hasPrefix("socks") != true)
      }
    #endif
  }

  /// Returns the name of the first environment variable that sets a proxy, or `nil` if there is
  /// none or `no_proxy` disables all proxies.
  ///
  /// See `detect_proxy` in libcurl. `HTTP_PROXY` in uppercase is ignored, because the client
  /// controls its value in a CGI program.
  static func proxyVariable(in environment: [String: String]) -> String? {
    if environment["no_proxy"] == "*" || environment["NO_PROXY"] == "*" { return nil }
    let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    return names.first { environment[$0]?.isEmpty == false }
  }
}
