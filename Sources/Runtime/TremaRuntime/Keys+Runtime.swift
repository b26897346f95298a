import Foundation
import Networking
import TremaConfiguration
import TremaHTTP
import TremaInjection
import TremaLog
import TremaStorage

#if os(Linux)
  import TremaCurl
#else
  import TremaURLSession
#endif

/// The services that every app uses.
///
/// Each service can be replaced, `container.register(Keys.secureStore, .replace) { … }`, and
/// overridden in a test. Services that depend on it use the replacement.
extension Keys {
  /// The value of `Configuration.shared` at the first resolution. After a change,
  /// `container.resetCached()` replaces it and everything that was created from it.
  public static let configuration = Key<Configuration>(.cached) { _ in Configuration.shared }

  /// The log without a label. Its levels are the `logLevel` and `logLevels` values of the
  /// configuration.
  ///
  /// - Throws: `LogConfigurationError` if the levels are invalid.
  public static let log = Key<Log>(.cached, requires: [configuration]) { resolver in
    try LogSystem.shared.configure(resolver(configuration).values)
    return .standard
  }

  /// The platform's transport: libcurl on Linux, URLSession elsewhere. It is closed with the
  /// container.
  public static let transport = Key<any HTTPTransport>(
    .singleton, named: "transport", onRelease: { await $0.close() }
  ) { _ in
    #if os(Linux)
      try CurlTransport()
    #else
      try URLSessionTransport()
    #endif
  }

  /// The HTTP client, with the settings of the configuration's `networking` section, if there is
  /// one. Its requests are logged with the `net` label; the app adds other interceptors.
  public static let httpClient = Key<HTTPClient>(
    .cached, requires: [configuration, log, transport]
  ) { resolver in
    _ = try resolver(log)
    let root = try resolver(configuration).values
    let path = ConfigKeyPath(keys: ["networking"])
    let transport = try resolver(transport)
    let client =
      try root.dictionary?["networking"].map {
        try HTTPClient(configuration: $0, at: path, transport: transport)
      } ?? HTTPClient(transport: transport)
    return client.adding(Logging(to: NetworkLogAdapter(Log(label: "net"))))
  }

  /// The store for secrets: the Keychain, or the Secret Service on Linux. There is no fallback; an
  /// app registers another store if the platform has none.
  ///
  /// - Throws: `SecretError.noBackend`.
  public static let secureStore = Key<any SecureStore>(.singleton, named: "secureStore") { _ in
    try SecureStores.platformDefault()
  }

  /// The service name of the app's secrets: the bundle identifier, or the process name if there is
  /// none.
  public static let secretService = Key<String>(.singleton, named: "secretService") { _ in
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  /// The store for the tokens of `OAuth2`, in the secure store.
  public static let tokenStore = Key<any TokenStore>(
    .singleton, named: "tokenStore", requires: [secureStore, secretService]
  ) { resolver in
    try SecureTokenStore(
      resolver(secureStore), key: SecretKey("oauth2-tokens", service: resolver(secretService)))
  }

  /// All keys of this extension, for `container.declare` and `container.validate(roots:)`.
  public static let runtime: [any InjectionKey] = [
    configuration, httpClient, log, secretService, secureStore, tokenStore, transport,
  ]
}
