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
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .wrongKind(let path, let expected, let found):
      "'\(path)' is \(found.title), not \(expected.title)"
    case .unknownKey(let path): "'\(path)' is no key of a client"
    case .invalid(let path, let reason): "'\(path)' \(reason)"
    }
  }
}

/// A dictionary of a configuration that is read key by key.
struct ConfigurationSection {
  private let values: ConfigDictionary
  private let path: ConfigKeyPath

  init(_ value: ConfigValue, at path: ConfigKeyPath) throws(ClientConfigurationError) {
    guard let values = value.dictionary else {
      throw .wrongKind(path, expected: .dictionary, found: value.kind)
    }
    self.values = values
    self.path = path
  }

  func allow(_ keys: Set<String>) throws(ClientConfigurationError) {
    for entry in values.entries where !keys.contains(entry.key) {
      throw .unknownKey(path.appending(entry.key))
    }
  }

  func baseURL() throws(ClientConfigurationError) -> String? {
    guard let text = try string("baseURL") else { return nil }
    do throws(HTTPSyntaxError) { try HTTPRequest(.get, text).check() } catch {
      throw invalid("baseURL", Self.reason(error))
    }
    return text
  }

  /// Returns the reason without the value, which may be a secret.
  private static func reason(_ error: HTTPSyntaxError) -> String {
    if case .url(let reason) = error { reason } else { "\(error)" }
  }

  func fields() throws(ClientConfigurationError) -> HTTPFields {
    var fields = HTTPFields()
    if let headers = try section("headers") {
      for entry in headers.values.entries {
        guard let value = try headers.string(entry.key), !value.isEmpty else { continue }
        fields[HTTPFields.Name(entry.key)] = value
      }
      try headers.check(fields)
    }
    if let credentials = try authorization() { fields[.authorization] = credentials }
    return fields
  }

  private func check(_ fields: HTTPFields) throws(ClientConfigurationError) {
    for field in fields {
      do throws(HTTPSyntaxError) {
        try HTTPRequest(.get, "http://localhost", fields: [field.name: field.value]).check()
      } catch {
        throw .invalid(path.appending(field.name.text), "cannot be sent: \(error)")
      }
    }
  }

  private func authorization() throws(ClientConfigurationError) -> String? {
    if let basic = try section("basicAuth") {
      try basic.allow(["user", "password"])
      if values["bearer"] != nil { throw invalid("bearer", "conflicts with 'basicAuth'") }
      let user = try basic.string("user") ?? ""
      let password = try basic.string("password") ?? ""
      do throws(CredentialsError) { return try Credentials.basic(user, password) } catch {
        throw invalid("basicAuth", "cannot be sent: \(error)")
      }
    }
    guard let token = try string("bearer") else { return nil }
    guard HTTPSyntax.isFieldValue("Bearer \(token)"), !token.isEmpty else {
      throw invalid("bearer", "is no token")
    }
    return "Bearer \(token)"
  }

  func deadlines() throws(ClientConfigurationError) -> HTTPDeadlines {
    var deadlines = HTTPDeadlines()
    guard let timeouts = try section("timeouts") else { return deadlines }
    try timeouts.allow(Set(TransportError.Timeout.allCases.map(\.rawValue)))
    for part in TransportError.Timeout.allCases {
      guard let seconds = try timeouts.seconds(part.rawValue) else { continue }
      deadlines[part] = seconds == .zero ? Duration?.none : seconds
    }
    return deadlines
  }

  private func seconds(_ key: String) throws(ClientConfigurationError) -> Duration? {
    guard let value = values[key] else { return nil }
    guard let number = value.real ?? value.integer?.int64.map(Double.init) else {
      throw .wrongKind(path.appending(key), expected: .real, found: value.kind)
    }
    guard number >= 0, number <= 1e9 else {
      throw invalid(key, "is no number of seconds from 0 to 1,000,000,000")
    }
    return .seconds(number)
  }

  /// A whole number above 0.
  func count(_ key: String) throws(ClientConfigurationError) -> Int? {
    guard let value = values[key] else { return nil }
    guard let number = value.integer else {
      throw .wrongKind(path.appending(key), expected: .integer, found: value.kind)
    }
    guard let count = number.int64.flatMap(Int.init(exactly:)), count > 0 else {
      throw invalid(key, "is no number above 0")
    }
    return count
  }

  private func string(_ key: String) throws(ClientConfigurationError) -> String? {
    guard let value = values[key] else { return nil }
    guard let text = value.string else {
      throw .wrongKind(path.appending(key), expected: .string, found: value.kind)
    }
    return text
  }

  private func section(_ key: String) throws(ClientConfigurationError) -> ConfigurationSection? {
    guard let value = values[key] else { return nil }
    return try ConfigurationSection(value, at: path.appending(key))
  }

  private func invalid(_ key: String, _ reason: String) -> ClientConfigurationError {
    .invalid(path.appending(key), reason)
  }
}
