import TremaConfigValues
import TremaHTTP

extension HTTPClient {
  /// Creates a client from a section of a configuration, such as:
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
  /// All keys are optional. Timeouts are numbers of seconds, possibly with fractions; 0 means
  /// unlimited. `responseLimit` is in bytes. Instead of `basicAuth`, the section can contain
  /// `bearer`, a token.
  ///
  /// - Parameters:
  ///   - section: The section, which must be a dictionary.
  ///   - path: The key path of the section, for errors.
  /// - Throws: ``ClientConfigurationError``, even for an unknown key.
  public init(
    configuration section: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath(),
    coders: ClientCoders = ClientCoders(), transport: any HTTPTransport
  ) throws(ClientConfigurationError) {
    let section = try ConfigurationSection(section, at: path)
    try section.checkKeys([
      "baseURL", "headers", "timeouts", "concurrency", "responseLimit", "basicAuth", "bearer",
    ])
    self.init(
      baseURL: try section.baseURL(), fields: try section.fields(),
      deadlines: try section.deadlines(), coders: coders,
      concurrency: try section.count("concurrency"), transport: transport)
    if let limit = try section.count("responseLimit") { responseLimit = limit }
  }
}

/// The reason why a configuration section does not describe a client. It contains the key path of
/// the value, but not the value, which may be a secret.
public enum ClientConfigurationError: Error, Hashable, Sendable {
  /// The value at the path has a different kind than expected.
  case wrongKind(ConfigKeyPath, expected: ConfigKind, found: ConfigKind)
  /// The key is not supported.
  case unknownKey(ConfigKeyPath)
  /// The value cannot be used. The reason completes a sentence that starts with the path, such as
  /// "has no host".
  case invalid(ConfigKeyPath, String)
}

extension ClientConfigurationError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .wrongKind(let path, let expected, let found):
      "'\(path)' must be \(expected.title), not \(found.title)"
    case .unknownKey(let path): "unknown key '\(path)' in the client configuration"
    case .invalid(let path, let reason): "'\(path)' \(reason)"
    }
  }
}

/// A configuration dictionary with typed access to a client's settings.
struct ConfigurationSection {
  private let values: ConfigDictionary
  private let path: ConfigKeyPath

  /// Creates a section from a value.
  ///
  /// - Parameter path: The key path of the value, for errors.
  /// - Throws: `wrongKind` if the value is not a dictionary.
  init(_ value: ConfigValue, at path: ConfigKeyPath) throws(ClientConfigurationError) {
    guard let values = value.dictionary else {
      throw .wrongKind(path, expected: .dictionary, found: value.kind)
    }
    self.values = values
    self.path = path
  }

  /// Throws `unknownKey` for the first key that is not in the given set.
  func checkKeys(_ keys: Set<String>) throws(ClientConfigurationError) {
    for entry in values.entries where !keys.contains(entry.key) {
      throw .unknownKey(path.appending(entry.key))
    }
  }

  /// Returns the value of `baseURL`, or `nil` if the key is missing.
  ///
  /// - Throws: `invalidValue` if no request can be sent to it.
  func baseURL() throws(ClientConfigurationError) -> String? {
    guard let text = try string("baseURL") else { return nil }
    do throws(HTTPSyntaxError) { try HTTPRequest(.get, text).check() } catch {
      throw invalidValue("baseURL", Self.reason(error))
    }
    return text
  }

  /// Returns a description of the error without the URL, which may contain a secret.
  private static func reason(_ error: HTTPSyntaxError) -> String {
    if case .invalidURL(let reason) = error { reason } else { "\(error)" }
  }

  /// Returns the fields of `headers`, and `Authorization` from `basicAuth` or `bearer`. Empty
  /// values are omitted.
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

  /// Throws `invalidValue` for the first field that cannot be sent. Its value is not reported.
  private func check(_ fields: HTTPFields) throws(ClientConfigurationError) {
    for field in fields {
      do throws(HTTPSyntaxError) {
        try HTTPRequest(.get, "http://localhost", fields: [field.name: field.value]).check()
      } catch {
        throw .invalid(path.appending(field.name.text), "cannot be sent: \(error)")
      }
    }
  }

  /// Returns the `Authorization` value, or `nil` if the section has no credentials.
  private func authorization() throws(ClientConfigurationError) -> String? {
    if let basic = try section("basicAuth") {
      try basic.checkKeys(["user", "password"])
      if values["bearer"] != nil { throw invalidValue("bearer", "conflicts with 'basicAuth'") }
      let user = try basic.string("user") ?? ""
      let password = try basic.string("password") ?? ""
      do throws(CredentialsError) { return try Credentials.basic(user, password) } catch {
        throw invalidValue("basicAuth", "cannot be sent: \(error)")
      }
    }
    guard let token = try string("bearer") else { return nil }
    guard HTTPSyntax.isFieldValue("Bearer \(token)"), !token.isEmpty else {
      throw invalidValue("bearer", "is not a valid token")
    }
    return "Bearer \(token)"
  }

  /// Returns the deadlines of `timeouts`. Missing parts keep their defaults.
  func deadlines() throws(ClientConfigurationError) -> HTTPDeadlines {
    var deadlines = HTTPDeadlines()
    guard let timeouts = try section("timeouts") else { return deadlines }
    try timeouts.checkKeys(Set(TransportError.Timeout.allCases.map(\.rawValue)))
    for part in TransportError.Timeout.allCases {
      guard let seconds = try timeouts.seconds(part.rawValue) else { continue }
      // In a configuration, zero means unlimited, which is represented by `nil`.
      deadlines[part] = seconds == .zero ? Duration?.none : seconds
    }
    return deadlines
  }

  /// Returns a number of seconds as a duration, or `nil` if the key is missing.
  private func seconds(_ key: String) throws(ClientConfigurationError) -> Duration? {
    guard let value = values[key] else { return nil }
    guard let number = value.real ?? value.integer?.int64.map(Double.init) else {
      throw .wrongKind(path.appending(key), expected: .real, found: value.kind)
    }
    guard number >= 0, number <= 1e9 else {
      throw invalidValue(key, "must be a number of seconds from 0 to 1,000,000,000")
    }
    return .seconds(number)
  }

  /// Returns a positive integer, or `nil` if the key is missing.
  func count(_ key: String) throws(ClientConfigurationError) -> Int? {
    guard let value = values[key] else { return nil }
    guard let number = value.integer else {
      throw .wrongKind(path.appending(key), expected: .integer, found: value.kind)
    }
    guard let count = number.int64.flatMap(Int.init(exactly:)), count > 0 else {
      throw invalidValue(key, "must be greater than 0")
    }
    return count
  }

  /// Returns a string, or `nil` if the key is missing.
  private func string(_ key: String) throws(ClientConfigurationError) -> String? {
    guard let value = values[key] else { return nil }
    guard let text = value.string else {
      throw .wrongKind(path.appending(key), expected: .string, found: value.kind)
    }
    return text
  }

  /// Returns a nested dictionary, or `nil` if the key is missing.
  private func section(_ key: String) throws(ClientConfigurationError) -> ConfigurationSection? {
    guard let value = values[key] else { return nil }
    return try ConfigurationSection(value, at: path.appending(key))
  }

  /// Returns an error for an invalid value.
  private func invalidValue(_ key: String, _ reason: String) -> ClientConfigurationError {
    .invalid(path.appending(key), reason)
  }
}
