import TremaRuntime

extension Keys {
  /// The configuration of the environment that is selected at launch.
  static let environment = Key<AppConfiguration>.required("environment")

  /// The client of the kitchen's server.
  static let kitchen = Key<Kitchen>(.cached, requires: [httpClient, secureStore]) { resolver in
    Kitchen(
      client: try resolver(httpClient), secrets: resolver.lazy(secureStore),
      log: Log(label: "kitchen"))
  }
}

extension Container {
  /// Returns the app's container. Keys that are not registered here use the defaults of
  /// `TremaRuntime`.
  static func bistro(_ environment: AppConfiguration) throws(ResolutionError) -> Container {
    let container = Container()
    try container.register(Keys.environment) { _ in environment }
    try container.register(Keys.configuration, requires: [Keys.environment]) { resolver in
      try resolver(Keys.environment).values
    }
    // The credentials of a systemd service, or the user's keyring.
    try container.register(Keys.secureStore) { _ in
      try SecureStores.firstUsable(
        { try CredentialsDirectoryStore() }, { try SecureStores.platformDefault() })
    }
    return container
  }
}

extension AppConfiguration {
  /// The configuration with the keys that the client and the log expect.
  fileprivate var values: Configuration {
    get throws(ConfigurationError) {
      try Configuration([
        "logLevel": ConfigValue(.string(logLevel.rawValue)),
        "networking": [
          "baseURL": ConfigValue(.string(api.host.absoluteString)),
          "timeouts": ["total": ConfigValue(.integer(.init(api.timeout)))],
        ],
      ])
    }
  }
}
