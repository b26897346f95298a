import TremaRuntime

extension Keys {
  /// The configuration of one environment, which is chosen when the app starts.
  static let environment = Key<AppConfiguration>.required("environment")

  /// The kitchen, which reports what is sold out tonight.
  static let kitchen = Key<Kitchen>(.cached, requires: [httpClient, secureStore]) { resolver in
    Kitchen(
      client: try resolver(httpClient), secrets: resolver.lazy(secureStore),
      log: Log(label: "kitchen"))
  }
}

extension Container {
  /// All that the app is made of. What it does not say is as `TremaRuntime` has it.
  static func bistro(_ environment: AppConfiguration) throws(ResolutionError) -> Container {
    let container = Container()
    try container.register(Keys.environment) { _ in environment }
    try container.register(Keys.configuration, requires: [Keys.environment]) { resolver in
      try resolver(Keys.environment).values
    }
    // The credentials that a server was started with, or the keyring of the user.
    try container.register(Keys.secureStore) { _ in
      try SecureStores.firstUsable(
        { try CredentialsDirectoryStore() }, { try SecureStores.platformDefault() })
    }
    return container
  }
}

extension AppConfiguration {
  /// The same under the names by which the client and the log look for it.
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
