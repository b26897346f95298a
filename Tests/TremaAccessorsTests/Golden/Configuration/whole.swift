// Generated from Configuration.schema.json.
// Do not edit: change the configuration and regenerate this file.

import Foundation

/// What differs between our environments. Times are in seconds.
/// Ask the platform team.
public struct AppConfiguration: Hashable, Sendable {
  /// How to reach the server (`api`)
  public var api: Api

  /// What is logged (`log-level`)
  public var logLevel: LogLevel?

  /// `features`
  public var features: [String: Bool]

  /// `plans`
  public var plans: [PlansItem]

  /// `launch`
  public var launch: Date

  /// `icon`
  public var icon: Data

  /// `ratio`
  public var ratio: Double

  /// `limit`
  public var limit: Int

  /// `mode`
  public var mode: Mode?

  public init(
    api: Api,
    logLevel: LogLevel? = nil,
    features: [String: Bool],
    plans: [PlansItem],
    launch: Date,
    icon: Data,
    ratio: Double,
    limit: Int,
    mode: Mode? = nil
  ) {
    self.api = api
    self.logLevel = logLevel
    self.features = features
    self.plans = plans
    self.launch = launch
    self.icon = icon
    self.ratio = ratio
    self.limit = limit
    self.mode = mode
  }

  /// How to reach the server (`api`)
  public struct Api: Hashable, Sendable {
    /// Where the API is (`api.baseURL`)
    public var baseURL: URL

    /// Seconds to wait (`api.timeout`)
    public var timeout: Int

    /// `api.mirrors`
    public var mirrors: [URL]

    /// Whose shop it is
    /// A secret: nil in the compiled-in values, loaded from a file at run time.
    ///
    /// `api.key`
    public var key: Secret<String>?

    /// `api.old_host`
    @available(*, deprecated, message: "since 2.0; use 'api.baseURL'")
    public var oldHost: String {
      get { _oldHost }
      set { _oldHost = newValue }
    }

    fileprivate var _oldHost: String

    public init(
      baseURL: URL,
      timeout: Int = 30,
      mirrors: [URL],
      key: Secret<String>? = nil,
      oldHost: String
    ) {
      self.baseURL = baseURL
      self.timeout = timeout
      self.mirrors = mirrors
      self.key = key
      self._oldHost = oldHost
    }
  }

  /// What is logged (`log-level`)
  public enum LogLevel: String, CaseIterable, Decodable, Hashable, Sendable {
    case debug
    case info
    case none
    case `in`
  }

  /// `plans`
  public struct PlansItem: Hashable, Sendable {
    /// `plans[0].id`
    public var id: String

    /// `plans[0].price`
    public var price: Double

    /// `plans[0].tier`
    public var tier: Tier?

    public init(id: String, price: Double, tier: Tier? = nil) {
      self.id = id
      self.price = price
      self.tier = tier
    }

    /// `plans[0].tier`
    public enum Tier: String, CaseIterable, Decodable, Hashable, Sendable {
      case free
      case paid
    }
  }

  /// `mode`
  public enum Mode: String, CaseIterable, Decodable, Hashable, Sendable {
    case a
    case b
  }

  /// A value that is redacted in the output of `print`, `dump` and logs.
  public struct Secret<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value

    public init(_ value: Value) { self.value = value }
  }
}

extension AppConfiguration {
  /// The environment `production`.
  public static let production = AppConfiguration(
    api: Api(
      baseURL: URL(compiledIn: "https://api.example.com/v1?a=b#c"),
      timeout: 30,
      mirrors: [URL(compiledIn: "https://a.example"), URL(compiledIn: "https://b.example/%C3%A9")],
      oldHost: "old \"x\""
    ),
    features: ["dark-mode": true, "new $checkout": false],
    plans: [PlansItem(id: "free", price: 0.0), PlansItem(id: "gold", price: 4.5, tier: .paid)],
    launch: Date(timeIntervalSinceReferenceDate: 86400.0),
    icon: Data([0, 127, 128, 255]),
    ratio: 0.1,
    limit: 5_000_000_000
  )

  #if DEBUG
    /// The environment `staging`.
    public static let staging = AppConfiguration(
      api: Api(
        baseURL: URL(compiledIn: "https://staging.example.com/v1?a=b#c"),
        timeout: 30,
        mirrors: [
          URL(compiledIn: "https://a.example"),
          URL(compiledIn: "https://b.example/%C3%A9"),
        ],
        oldHost: "old \"x\""
      ),
      logLevel: LogLevel.none,
      features: ["dark-mode": true, "new $checkout": false],
      plans: [PlansItem(id: "free", price: 0.0), PlansItem(id: "gold", price: 4.5, tier: .paid)],
      launch: Date(timeIntervalSinceReferenceDate: 86400.0),
      icon: Data([0, 127, 128, 255]),
      ratio: 0.1,
      limit: 5_000_000_000
    )
  #endif

  /// Returns the values of an environment, or `nil` if this build does not contain it.
  public static func named(_ environment: String) -> AppConfiguration? {
    switch environment {
    case "production": production
    #if DEBUG
      case "staging": staging
    #endif
    default: nil
    }
  }

  /// Values for tests. Each string equals its key, and URLs have the host `mock.invalid`, which
  /// does not exist.
  public static let mock = AppConfiguration(
    api: Api(
      baseURL: URL(compiledIn: "https://mock.invalid/baseURL"),
      timeout: 30,
      mirrors: [URL(compiledIn: "https://mock.invalid/mirrors")],
      key: Secret("mock"),
      oldHost: "old_host"
    ),
    logLevel: .debug,
    features: ["features": true],
    plans: [PlansItem(id: "id", price: 0.0, tier: .free)],
    launch: Date(timeIntervalSinceReferenceDate: 86400.0),
    icon: Data([105, 99, 111, 110]),
    ratio: 0.1,
    limit: 5_000_000_000,
    mode: .a
  )
}

extension AppConfiguration: Decodable {
  private enum CodingKeys: String, CodingKey {
    case api
    case logLevel = "log-level"
    case features
    case plans
    case launch
    case icon
    case ratio
    case limit
    case mode
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.api = try values.decode(Api.self, forKey: .api)
    self.logLevel = try values.decodeIfPresent(
      DecodedChoice<LogLevel>.self,
      forKey: .logLevel
    )?.choice
    self.features = try values.decode([String: Bool].self, forKey: .features)
    self.plans = try values.decode([PlansItem].self, forKey: .plans)
    self.launch = try values.decode(Date.self, forKey: .launch)
    self.icon = try values.decode(Data.self, forKey: .icon)
    self.ratio = try values.decode(Double.self, forKey: .ratio)
    self.limit = try values.decode(Int.self, forKey: .limit)
    self.mode = try values.decodeIfPresent(DecodedChoice<Mode>.self, forKey: .mode)?.choice
  }
}

extension AppConfiguration.Api: Decodable {
  private enum CodingKeys: String, CodingKey {
    case baseURL
    case timeout
    case mirrors
    case key
    case oldHost = "old_host"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.baseURL = try values.decode(DecodedURL.self, forKey: .baseURL).url
    self.timeout = try values.decodeIfPresent(Int.self, forKey: .timeout) ?? 30
    self.mirrors = try values.decode([DecodedURL].self, forKey: .mirrors).map { $0.url }
    self.key = AppConfiguration.Secret(try values.decode(String.self, forKey: .key))
    self._oldHost = try values.decode(String.self, forKey: .oldHost)
  }
}

extension AppConfiguration.PlansItem: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id
    case price
    case tier
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.id = try values.decode(String.self, forKey: .id)
    self.price = try values.decode(Double.self, forKey: .price)
    self.tier = try values.decodeIfPresent(DecodedChoice<Tier>.self, forKey: .tier)?.choice
  }
}

extension AppConfiguration.Secret: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "<redacted>" }
  public var debugDescription: String { description }
}

extension AppConfiguration.Secret: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AppConfiguration {
  /// The error for a loaded value that violates a rule of the schema.
  public struct InvalidValue: Error, Hashable, Sendable {
    /// The key path, such as `api.hosts[0]`.
    public var key: String
    /// The rejected value; `nil` for a secret.
    public var value: String?
    /// The requirement of the schema, such as `at most 120`.
    public var rule: String
    /// The file, if it is known.
    public var origin: String?

    fileprivate init(_ path: [any CodingKey], _ value: String?, _ rule: String) {
      key = path.reduce(into: "") { text, key in
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
        }
      }
      self.value = value.map { String($0.prefix(60)) }
      self.rule = rule
    }

    /// Runs a closure and removes the rejected value from its errors.
    fileprivate static func withoutValue<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch var error as InvalidValue {
        error.value = nil
        throw error
      }
    }
  }
}

extension AppConfiguration.InvalidValue: CustomStringConvertible, CustomNSError {
  public var description: String {
    let found = value.map { "is '\($0)';" } ?? "violates the schema:"
    let place = origin.map { " (\($0))" } ?? ""
    return "'\(key)' \(found) it must be \(rule)\(place)"
  }

  public static var errorDomain: String { "TremaConfiguration.InvalidValue" }

  public var errorUserInfo: [String: Any] {
    ["key": key, "rule": rule].merging(value.map { ["value": $0] } ?? [:]) { $1 }
  }
}

extension AppConfiguration {
  /// Reads a property list written by `trema config merge`.
  ///
  /// - Throws: ``InvalidValue`` if a value violates the schema, `DecodingError` if a key is missing
  ///   or has the wrong type, and errors from reading the file.
  public static func loaded(from file: URL) throws -> AppConfiguration {
    let data = try Data(contentsOf: file)
    do {
      return try PropertyListDecoder().decode(Self.self, from: data)
    } catch var error as InvalidValue {
      error.origin = file.lastPathComponent
      throw error
    }
  }
}

/// A URL, stored as a string in a property list.
private struct DecodedURL: Decodable {
  let url: URL

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let url = URL(string: text), url.scheme != nil else {
      throw AppConfiguration.InvalidValue(decoder.codingPath, text, "an absolute URL")
    }
    self.url = url
  }
}

extension URL {
  /// A URL that was checked when this file was generated.
  fileprivate init(compiledIn text: String) {
    guard let url = URL(string: text) else {
      preconditionFailure("'\(text)' was a URL when this file was generated")
    }
    self = url
  }
}

/// A string that must be one of the values listed in the schema.
private struct DecodedChoice<Choice>: Decodable
where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
  let choice: Choice

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw AppConfiguration.InvalidValue(decoder.codingPath, text, "one of \(words)")
    }
    self.choice = choice
  }
}
