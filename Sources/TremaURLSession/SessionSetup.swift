import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What all sessions of a transport are made from.
struct SessionSetup: Sendable {
  let configuration: TransportConfiguration
  #if canImport(Security)
    let trust: ServerTrust
  #endif

  init(_ configuration: TransportConfiguration) throws(TransportError) {
    self.configuration = configuration
    #if canImport(Security)
      trust = try ServerTrust(configuration.tls)
    #endif
  }

  /// Longer than anything runs. Foundation's own deadlines are off: on Linux they lose fractions of
  /// seconds, run on while nobody reads, and the one for all of it is not kept.
  static let never: Double = 100_000_000

  var foundation: URLSessionConfiguration {
    let made = URLSessionConfiguration.ephemeral
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
      made.waitsForConnectivity = false
      made.tlsMinimumSupportedProtocolVersion =
        configuration.tls.minimumVersion == .tls13 ? .TLSv13 : .TLSv12
      if let proxies = ProxySettings(configuration.proxy) {
        made.connectionProxyDictionary = proxies.dictionary
      }
    #endif
    return made
  }
}
