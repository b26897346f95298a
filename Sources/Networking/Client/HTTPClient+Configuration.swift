import TremaConfigValues
import TremaHTTP

extension HTTPClient {
  /// A client as a section of a configuration says:
  ///
  /// ```json
  /// "api": {
  ///   "baseURL": "https://api.example.com/v1",
  ///   "headers": { "X-App": "shop" },
  ///   "timeouts": { "connect": 5, "firstByte": 30, "idle": 30, "total": 60 },
  ///   "concurrency": 4,
  ///   "responseLimit": 1048576,
  ///   "basicAuth": { "user": "shop", "password": "${SHOP_PASSWORD}" }
  /// }
  /// ```
  ///
  /// All keys may be missing. Timeouts are seconds, also parts of one, and 0 is without end;
  /// `responseLimit` is bytes; in the place of `basicAuth` there may be `bearer`, a token.
  ///
  /// - Parameters:
  ///   - section: a dictionary.
  ///   - path: of the section, for errors.
  /// - Throws: ``ClientConfigurationError``, also for a key that is none of these.
  public init(
    configuration section: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath(),
    coders: ClientCoders = ClientCoders(), transport: any HTTPTransport
  ) throws(ClientConfigurationError) {
    let section = try ConfigurationSection(section, at: path)
    try section.allow([
      "baseURL", "headers", "timeouts", "concurrency", "responseLimit", "basicAuth", "bearer",
    ])
    self.init(
      baseURL: try section.baseURL(), fields: try section.fields(),
      deadlines: try section.deadlines(), coders: coders,
      concurrency: try section.count("concurrency"), transport: transport)
    if let limit = try section.count("responseLimit") { responseLimit = limit }
  }
}

/// Why a section of a configuration makes no client. The path leads to the value; what it is, is not
/// said, for it may be a secret.
public enum ClientConfigurationError: Error, Hashable, Sendable {
  case wrongKind(ConfigKeyPath, expected: ConfigKind, found: ConfigKind)
  case unknownKey(ConfigKeyPath)
  /// The reason follows the path: "has no host".
  case invalid(ConfigKeyPath, String)
}

extension ClientConfigurationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongKind(let path, let expected, let found):
      "'\(path)' is \(found.title), not \(expected.title)"
    case .unknownKey(let path): "'\(path)' is no key of a client"
    case .invalid(let path, let reason): "'\(path)' \(reason)"
    }
  }
}
