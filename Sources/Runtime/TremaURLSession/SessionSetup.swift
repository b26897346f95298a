import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The settings of all sessions of a transport.
struct SessionSetup: Sendable {
  typealias Adjusting = @Sendable (URLSessionConfiguration) -> Void

  let configuration: TransportConfiguration
  private let adjust: Adjusting
  #if canImport(Security)
    let trust: ServerTrust
  #endif

  init(
    _ configuration: TransportConfiguration, _ adjust: @escaping Adjusting
  ) throws(TransportError) {
    self.configuration = configuration
    self.adjust = adjust
    #if canImport(Security)
      trust = try ServerTrust(configuration.tls)
    #endif
  }

  /// Longer than any exchange. Foundation's own deadlines are off: on Linux they lose fractions of
  /// seconds, run on while the body is not read, and the one for the whole is not kept.
  static let never: Double = 100_000_000

  var foundation: URLSessionConfiguration {
    let made = URLSessionConfiguration.ephemeral
    #if !canImport(FoundationNetworking)
      made.waitsForConnectivity = false
    #endif
    // What follows is ours: a contract with who sends, not a matter of taste.
    adjust(made)
    made.httpCookieStorage = nil
    made.httpCookieAcceptPolicy = .never
    made.httpShouldSetCookies = false
    made.urlCache = nil
    made.urlCredentialStorage = nil
    made.timeoutIntervalForRequest = Self.never
    made.timeoutIntervalForResource = Self.never
    // The client has a queue of its own.
    made.httpMaximumConnectionsPerHost = configuration.connectionsPerHost ?? 1_000
    #if !canImport(FoundationNetworking)
      made.tlsMinimumSupportedProtocolVersion =
        configuration.tls.minimumVersion == .tls13 ? .TLSv13 : .TLSv12
      if let proxies = ProxySettings(configuration.proxy) {
        made.connectionProxyDictionary = proxies.dictionary
      }
    #endif
    return made
  }
}
