import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The settings for all of a transport's sessions.
struct SessionSetup: Sendable {
  /// A closure that changes the configuration of a session.
  typealias Adjustment = @Sendable (URLSessionConfiguration) -> Void

  /// The transport's configuration.
  let configuration: TransportConfiguration
  private let adjust: Adjustment
  #if canImport(Security)
    /// The evaluation of servers' certificates.
    let trust: ServerTrust
  #endif

  /// Checks the TLS policy and creates the settings.
  init(
    _ configuration: TransportConfiguration, _ adjust: @escaping Adjustment
  ) throws(TransportError) {
    self.configuration = configuration
    self.adjust = adjust
    #if canImport(Security)
      trust = try ServerTrust(configuration.tls)
    #endif
  }

  /// A time that is longer than any exchange, in seconds. Foundation's time limits are disabled
  /// because, on Linux, they lose fractions of seconds and continue while the body is not read, and
  /// the limit for the whole exchange is not enforced.
  static let never: Double = 100_000_000

  /// A new session's configuration.
  var foundation: URLSessionConfiguration {
    let sessionConfiguration = URLSessionConfiguration.ephemeral
    #if !canImport(FoundationNetworking)
      sessionConfiguration.waitsForConnectivity = false
    #endif
    // The settings below are applied after the app's closure, because the transport's contract
    // depends on them.
    adjust(sessionConfiguration)
    sessionConfiguration.httpCookieStorage = nil
    sessionConfiguration.httpCookieAcceptPolicy = .never
    sessionConfiguration.httpShouldSetCookies = false
    sessionConfiguration.urlCache = nil
    sessionConfiguration.urlCredentialStorage = nil
    sessionConfiguration.timeoutIntervalForRequest = Self.never
    sessionConfiguration.timeoutIntervalForResource = Self.never
    // The client limits connections with its own queue.
    sessionConfiguration.httpMaximumConnectionsPerHost = configuration.connectionsPerHost ?? 1_000
    #if !canImport(FoundationNetworking)
      sessionConfiguration.tlsMinimumSupportedProtocolVersion =
        configuration.tls.minimumVersion == .tls13 ? .TLSv13 : .TLSv12
      if let proxies = ProxySettings(configuration.proxy) {
        sessionConfiguration.connectionProxyDictionary = proxies.dictionary
      }
    #endif
    return sessionConfiguration
  }
}
