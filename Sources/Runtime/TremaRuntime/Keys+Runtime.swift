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

/// The services of every app. Any of them can be replaced, `container.register(Keys.secureStore,
/// .replace) { … }`, and overridden in a test; services that depend on it use the replacement.
extension Keys {
  /// `Configuration.shared` as it is when it is first asked for. After a change,
  /// `container.resetCached()` makes it and all that is made of it anew.
  public static let configuration = Key<Configuration>(.cached) { _ in Configuration.shared }

  /// The log without a label, whose levels the configuration says (`logLevel`, `logLevels`).
  ///
  /// - Throws: `LogConfigurationError` where it says them wrongly.
  public static let log = Key<Log>(.cached, requires: [configuration]) { resolver in
    try LogSystem.shared.configure(resolver(configuration).values)
    return .standard
  }

  /// libcurl on Linux, URLSession elsewhere. Closed with the container.
  public static let transport = Key<any HTTPTransport>(
    .singleton, named: "transport", onRelease: { await $0.close() }
  ) { _ in
    #if os(Linux)
      try CurlTransport()
    #else
      try URLSessionTransport()
    #endif
  }

  /// The client that the section `networking` of the configuration describes, where there is one; its
  /// requests are logged under the label `net`. Other interceptors are the app's to add.
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
    return client.adding(Logging(to: LoggedRequests(Log(label: "net"))))
  }

  /// The Keychain, or the Secret Service on Linux. Where there is none, an app says what is used
  /// instead; nothing is chosen for it.
  ///
  /// - Throws: `SecretError.noBackend`.
  public static let secureStore = Key<any SecureStore>(.singleton, named: "secureStore") { _ in
    try SecureStores.platformDefault()
  }

  /// Under which service secrets of this app are kept: the identifier of its bundle, or the name of
  /// the process where it has none.
  public static let secretService = Key<String>(.singleton, named: "secretService") { _ in
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  /// The store of the tokens of `OAuth2`: the secure store.
  public static let tokenStore = Key<any TokenStore>(
    .singleton, named: "tokenStore", requires: [secureStore, secretService]
  ) { resolver in
    try SecureTokenStore(
      resolver(secureStore), key: SecretKey("oauth2-tokens", service: resolver(secretService)))
  }

  /// All of these, for `container.declare` and `container.validate(roots:)`.
  public static let runtime: [any InjectionKey] = [
    configuration, httpClient, log, secretService, secureStore, tokenStore, transport,
  ]
}
