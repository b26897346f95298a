// Generated from Configuration.schema.json and Configuration.plist.
// Do not edit: change the configuration and regenerate this file.

import Foundation

/// The configuration of the shop, in production and in tests.
public struct ShopConfiguration: Hashable, Sendable {
  /// The API for orders. (`api`)
  public var api: Api

  /// The server for images. (`images`)
  public var images: Images

  /// The minimum level of the log. (`logLevel`)
  public var logLevel: LogLevel

  /// Log levels by module. (`logLevels`)
  public var logLevels: [String: LogLevelsValue]

  /// The image cache. (`cache`)
  public var cache: Cache

  /// The opening day. (`opens`)
  public var opens: Date

  /// A picture of the shop in PNG format. (`icon`)
  public var icon: Data

  /// `features`
  public var features: [String: Bool]

  /// `payment`
  public var payment: Payment

  /// The support address; missing if there is no support. (`support`)
  public var support: String?

  /// `reviewURL`
  public var reviewURL: URL?

  /// `build`
  public var build: Int

  /// `old_host`
  @available(*, deprecated, message: "since 2.0; use 'api.url'; will be removed in 3.0")
  public var oldHost: String {
    get { _oldHost }
    set { _oldHost = newValue }
  }

  fileprivate var _oldHost: String

  public init(
    api: Api,
    images: Images,
    logLevel: LogLevel,
    logLevels: [String: LogLevelsValue] = ["network": .warning],
    cache: Cache,
    opens: Date,
    icon: Data,
    features: [String: Bool],
    payment: Payment,
    support: String? = nil,
    reviewURL: URL? = nil,
    build: Int,
    oldHost: String
  ) {
    self.api = api
    self.images = images
    self.logLevel = logLevel
    self.logLevels = logLevels
    self.cache = cache
    self.opens = opens
    self.icon = icon
    self.features = features
    self.payment = payment
    self.support = support
    self.reviewURL = reviewURL
    self.build = build
    self._oldHost = oldHost
  }

  /// The API for orders. (`api`)
  public struct Api: Hashable, Sendable {
    /// The base URL, without a path. (`api.url`)
    public var url: URL

    /// The timeout for a response, in seconds. (`api.timeout`)
    public var timeout: Double

    /// `api.retries`
    public var retries: Int?

    public init(url: URL, timeout: Double = 2.5, retries: Int? = nil) {
      self.url = url
      self.timeout = timeout
      self.retries = retries
    }
  }

  /// The server for images. (`images`)
  public struct Images: Hashable, Sendable {
    /// The base URL, without a path. (`images.url`)
    public var url: URL

    /// The timeout for a response, in seconds. (`images.timeout`)
    public var timeout: Double

    /// `images.retries`
    public var retries: Int?

    public init(url: URL, timeout: Double = 2.5, retries: Int? = nil) {
      self.url = url
      self.timeout = timeout
      self.retries = retries
    }
  }

  /// The minimum level of the log. (`logLevel`)
  public enum LogLevel: String, CaseIterable, Decodable, Hashable, Sendable {
    case debug
    case warning
    case error
  }

  /// The minimum level of the log. (`logLevels`)
  public enum LogLevelsValue: String, CaseIterable, Decodable, Hashable, Sendable {
    case debug
    case warning
    case error
  }

  /// The image cache. (`cache`)
  public struct Cache: Hashable, Sendable {
    /// The size on disk. (`cache.size`)
    public var size: Int

    /// `cache.lifetime`
    public var lifetime: Duration

    /// `cache.hosts`
    public var hosts: [String]

    /// `cache.steps`
    public var steps: Int?

    public init(size: Int, lifetime: Duration, hosts: [String], steps: Int? = nil) {
      self.size = size
      self.lifetime = lifetime
      self.hosts = hosts
      self.steps = steps
    }
  }

  /// `payment`
  public struct Payment: Hashable, Sendable {
    /// Payment methods, the most common first. (`payment.methods`)
    public var methods: [MethodsItem]

    /// `payment.currency`
    public var currency: Currency

    /// The maximum amount for each payment method, in the currency. (`payment.limits`)
    public var limits: [String: Double]?

    /// The merchant's account.
    /// A secret: nil in the compiled-in values, loaded from a file at run time.
    ///
    /// `payment.merchant`
    public var merchant: Secret<String>?

    public init(
      methods: [MethodsItem],
      currency: Currency,
      limits: [String: Double]? = nil,
      merchant: Secret<String>? = nil
    ) {
      self.methods = methods
      self.currency = currency
      self.limits = limits
      self.merchant = merchant
    }

    /// `payment.methods`
    public enum MethodsItem: String, CaseIterable, Decodable, Hashable, Sendable {
      case card
      case invoice
      case giftCard = "gift-card"
    }

    /// `payment.currency`
    public enum Currency: String, CaseIterable, Decodable, Hashable, Sendable {
      case eur = "EUR"
      case chf = "CHF"
    }
  }

  /// A value that is redacted in the output of `print`, `dump` and logs.
  public struct Secret<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value

    public init(_ value: Value) { self.value = value }
  }
}

extension ShopConfiguration {
  #if DEBUG
    /// The environment `staging`.
    public static let staging = ShopConfiguration(
      api: Api(url: URL(compiledIn: "https://api.staging.shop.example"), timeout: 10.0, retries: 3),
      images: Images(url: URL(compiledIn: "https://images.shop.example"), timeout: 2.5),
      logLevel: .debug,
      logLevels: ["images": .warning],
      cache: Cache(
        size: 524288,
        lifetime: Duration.milliseconds(250),
        hosts: ["images.shop.example"],
        steps: 2
      ),
      opens: Date(timeIntervalSinceReferenceDate: 817804800.0),
      icon: Data([137, 80, 78, 71]),
      features: ["dark-mode": true, "new checkout": true],
      payment: Payment(methods: [.invoice], currency: .chf, limits: ["card": 999.5]),
      build: 7_000_000_000,
      oldHost: "shop.example"
    )
  #endif

  /// The environment `production`.
  public static let production = ShopConfiguration(
    api: Api(url: URL(compiledIn: "https://api.shop.example"), timeout: 10.0, retries: 3),
    images: Images(url: URL(compiledIn: "https://images.shop.example"), timeout: 2.5),
    logLevel: .error,
    logLevels: ["network": .warning],
    cache: Cache(
      size: 524288,
      lifetime: Duration.seconds(5400),
      hosts: ["images.shop.example"],
      steps: 2
    ),
    opens: Date(timeIntervalSinceReferenceDate: 817804800.0),
    icon: Data([137, 80, 78, 71]),
    features: ["dark-mode": true],
    payment: Payment(methods: [.card, .giftCard], currency: .chf, limits: ["card": 999.5]),
    support: "help@shop.example",
    reviewURL: URL(compiledIn: "https://shop.example/review?from=app"),
    build: 7_000_000_000,
    oldHost: "shop.example"
  )

  /// Returns the values of an environment, or `nil` if this build does not contain it.
  public static func named(_ environment: String) -> ShopConfiguration? {
    switch environment {
    #if DEBUG
      case "staging": staging
    #endif
    case "production": production
    default: nil
    }
  }

  /// Values for tests. Each string equals its key, and URLs have the host `mock.invalid`, which
  /// does not exist.
  public static let mock = ShopConfiguration(
    api: Api(url: URL(compiledIn: "https://mock.invalid/url"), timeout: 2.5, retries: 3),
    images: Images(url: URL(compiledIn: "https://mock.invalid/url"), timeout: 2.5, retries: 1),
    logLevel: .debug,
    logLevels: ["logLevels": .debug],
    cache: Cache(size: 524288, lifetime: Duration.milliseconds(250), hosts: ["hosts"], steps: 2),
    opens: Date(timeIntervalSinceReferenceDate: 817804800.0),
    icon: Data([105, 99, 111, 110]),
    features: ["features": true],
    payment: Payment(
      methods: [.card],
      currency: .eur,
      limits: ["limits": 999.5],
      merchant: Secret("mock")
    ),
    support: "support",
    reviewURL: URL(compiledIn: "https://mock.invalid/reviewURL"),
    build: 7_000_000_000,
    oldHost: "old_host"
  )
}

extension ShopConfiguration {
  /// The keys that environment variables and command-line arguments can override, and the kinds of
  /// their values. Pass it to ConfigurationOverrides.
  public static let overridableKeys = [
    "api.timeout": "real",
    "images.timeout": "real",
    "cache.size": "string",
    "cache.lifetime": "string",
    "cache.steps": "integer",
  ]
}

extension ShopConfiguration: Decodable {
  private enum CodingKeys: String, CodingKey {
    case api
    case images
    case logLevel
    case logLevels
    case cache
    case opens
    case icon
    case features
    case payment
    case support
    case reviewURL
    case build
    case oldHost = "old_host"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.api = try values.decode(Api.self, forKey: .api)
    self.images = try values.decode(Images.self, forKey: .images)
    self.logLevel = try values.decode(DecodedChoice<LogLevel>.self, forKey: .logLevel).choice
    self.logLevels =
      try values.decodeIfPresent(
        [String: DecodedChoice<LogLevelsValue>].self,
        forKey: .logLevels
      )?.mapValues { $0.choice } ?? ["network": .warning]
    self.cache = try values.decode(Cache.self, forKey: .cache)
    self.opens = try values.decode(Date.self, forKey: .opens)
    self.icon = try values.decode(Data.self, forKey: .icon)
    self.features = try values.decode([String: Bool].self, forKey: .features)
    self.payment = try values.decode(Payment.self, forKey: .payment)
    self.support = try values.decodeIfPresent(String.self, forKey: .support)
    self.reviewURL = try values.decodeIfPresent(DecodedURL.self, forKey: .reviewURL)?.url
    self.build = try values.decode(Int.self, forKey: .build)
    self._oldHost = try values.decode(String.self, forKey: .oldHost)
  }
}

extension ShopConfiguration.Api: Decodable {
  private enum CodingKeys: String, CodingKey {
    case url
    case timeout
    case retries
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.url = try values.decode(DecodedURL.self, forKey: .url).url
    self.timeout = try values.decodeIfPresent(Double.self, forKey: .timeout) ?? 2.5
    self.retries = try values.decodeIfPresent(Int.self, forKey: .retries)
    let rules = SchemaRules(path: decoder.codingPath)
    try rules.check(timeout, at: CodingKeys.timeout, "more than 0") { $0 > 0 }
    try rules.check(timeout, at: CodingKeys.timeout, "at most 300") { $0 <= 300 }
    try rules.check(retries, at: CodingKeys.retries, "at least 0") { $0 >= 0 }
  }
}

extension ShopConfiguration.Images: Decodable {
  private enum CodingKeys: String, CodingKey {
    case url
    case timeout
    case retries
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.url = try values.decode(DecodedURL.self, forKey: .url).url
    self.timeout = try values.decodeIfPresent(Double.self, forKey: .timeout) ?? 2.5
    self.retries = try values.decodeIfPresent(Int.self, forKey: .retries)
    let rules = SchemaRules(path: decoder.codingPath)
    try rules.check(timeout, at: CodingKeys.timeout, "more than 0") { $0 > 0 }
    try rules.check(timeout, at: CodingKeys.timeout, "at most 300") { $0 <= 300 }
    try rules.check(retries, at: CodingKeys.retries, "at least 0") { $0 >= 0 }
  }
}

extension ShopConfiguration.Cache: Decodable {
  private enum CodingKeys: String, CodingKey {
    case size
    case lifetime
    case hosts
    case steps
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.size = try values.decode(DecodedSize.self, forKey: .size).bytes
    self.lifetime = try values.decode(DecodedDuration.self, forKey: .lifetime).duration
    self.hosts = try values.decode([String].self, forKey: .hosts)
    self.steps = try values.decodeIfPresent(Int.self, forKey: .steps)
    let rules = SchemaRules(path: decoder.codingPath)
    try rules.check(hosts, at: CodingKeys.hosts, "at least 1 item") { $0.count >= 1 }
    try rules.check(hosts, at: CodingKeys.hosts, "unique items") { Set($0).count == $0.count }
    try rules.checkEach(hosts, at: CodingKeys.hosts) { rules, value, key in
      try rules.check(value, at: key, "at most 63 characters") { $0.unicodeScalars.count <= 63 }
      try rules.check(value, at: key, "a string that matches '^\\w+(\\.\\w+)+$'") {
        SchemaRules.matches($0, "\\A(?:[0-9A-Z_a-z]){1,}(?:([\\x{2E}](?:[0-9A-Z_a-z]){1,})){1,}\\z")
      }
    }
    try rules.check(steps, at: CodingKeys.steps, "one of 1, 2, 5") { [1, 2, 5].contains($0) }
  }
}

extension ShopConfiguration.Payment: Decodable {
  private enum CodingKeys: String, CodingKey {
    case methods
    case currency
    case limits
    case merchant
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.methods = try values.decode(
      [DecodedChoice<MethodsItem>].self,
      forKey: .methods
    ).map { $0.choice }
    self.currency = try values.decode(DecodedChoice<Currency>.self, forKey: .currency).choice
    self.limits = try values.decodeIfPresent([String: Double].self, forKey: .limits)
    self.merchant = try values.decodeIfPresent(
      String.self,
      forKey: .merchant
    ).map { ShopConfiguration.Secret($0) }
    let rules = SchemaRules(path: decoder.codingPath)
    try rules.checkEach(limits, at: CodingKeys.limits) { rules, value, key in
      try rules.check(value, at: key, "a multiple of 0.05") { SchemaRules.isMultiple($0, of: 0.05) }
      try rules.check(value, at: key, "at least 0") { $0 >= 0 }
    }
    try rules.check(
      merchant?.value, at: CodingKeys.merchant, isSecret: true, "a string that matches '^[a-z-]+$'"
    ) { SchemaRules.matches($0, "\\A(?:[a-z\\x{2D}]){1,}\\z") }
  }
}

extension ShopConfiguration.Secret: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "<redacted>" }
  public var debugDescription: String { description }
}

extension ShopConfiguration.Secret: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ShopConfiguration {
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

extension ShopConfiguration.InvalidValue: CustomStringConvertible, CustomNSError {
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

/// Validates decoded values with the rules of the schema.
private struct SchemaRules {
  let path: [any CodingKey]

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
  }

  func check<Value>(
    _ value: Value?, at key: any CodingKey, isSecret: Bool = false, _ words: String,
    _ holds: (Value) -> Bool
  ) throws {
    guard let value, !holds(value) else { return }
    throw ShopConfiguration.InvalidValue(path + [key], isSecret ? nil : "\(value)", words)
  }

  func checkEach<Value>(
    _ values: [Value]?, at key: any CodingKey,
    _ check: (SchemaRules, Value, any CodingKey) throws -> Void
  ) throws {
    let inside = SchemaRules(path: path + [key])
    for (index, value) in (values ?? []).enumerated() {
      try check(inside, value, Key(intValue: index))
    }
  }

  func checkEach<Value>(
    _ values: [String: Value]?, at key: any CodingKey,
    _ check: (SchemaRules, Value, any CodingKey) throws -> Void
  ) throws {
    let inside = SchemaRules(path: path + [key])
    for (name, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
      try check(inside, value, Key(stringValue: name))
    }
  }

  static func isMultiple(_ value: Double, of divisor: Double) -> Bool {
    let quotient = value / divisor
    return abs(quotient - quotient.rounded()) <= abs(quotient) * 1e-12
  }

  static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return false }
    let range = NSRange(text.startIndex..., in: text)
    return expression.firstMatch(in: text, range: range) != nil
  }
}

extension ShopConfiguration {
  /// Reads a property list written by `trema config merge`.
  ///
  /// - Throws: ``InvalidValue`` if a value violates the schema, `DecodingError` if a key is missing
  ///   or has the wrong type, and errors from reading the file.
  public static func loaded(from file: URL) throws -> ShopConfiguration {
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
      throw ShopConfiguration.InvalidValue(decoder.codingPath, text, "an absolute URL")
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
      throw ShopConfiguration.InvalidValue(decoder.codingPath, text, "one of \(words)")
    }
    self.choice = choice
  }
}

/// A duration in a property list: `30s`, `1h30m` or `PT30S`.
private struct DecodedDuration: Decodable {
  let duration: Duration

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let nanoseconds = Self.nanoseconds(text) else {
      throw ShopConfiguration.InvalidValue(decoder.codingPath, text, "a duration such as 1h30m")
    }
    duration = .nanoseconds(nanoseconds)
  }

  private static func nanoseconds(_ text: String) -> Int64? {
    let isISO = text.first == "P"
    var rest = text.utf8.dropFirst(isISO ? 1 : 0)
    let second: Int64 = 1_000_000_000
    let units: [String: Int64] =
      isISO
      ? [
        "W": 604_800 * second, "D": 86_400 * second, "TH": 3600 * second, "TM": 60 * second,
        "TS": second,
      ]
      : [
        "d": 86_400 * second, "h": 3600 * second, "m": 60 * second, "s": second,
        "ms": 1_000_000, "us": 1000, "\u{B5}s": 1000, "\u{3BC}s": 1000, "ns": 1,
      ]
    var (sum, last, time) = (Int64(0), Int64.max, "")
    repeat {
      if isISO, time.isEmpty, rest.first == UInt8(ascii: "T") {
        rest.removeFirst()
        time = "T"
      }
      guard let part = UnitNumber(&rest), let factor = units[time + part.unit], factor < last,
        !part.hasFraction || rest.isEmpty, let value = part.times(factor)
      else { return nil }
      let (total, overflow) = sum.addingReportingOverflow(value)
      if overflow { return nil }
      (sum, last) = (total, factor)
    } while !rest.isEmpty
    return sum
  }
}

/// A size in a property list: `10MB`, `512KiB` or a number of bytes.
private struct DecodedSize: Decodable {
  let bytes: Int

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let bytes = try? value.decode(Int.self) {
      guard bytes >= 0 else {
        throw ShopConfiguration.InvalidValue(decoder.codingPath, "\(bytes)", "a number of bytes")
      }
      self.bytes = bytes
      return
    }
    let text = try value.decode(String.self)
    guard let bytes = Self.bytes(text) else {
      throw ShopConfiguration.InvalidValue(decoder.codingPath, text, "a size such as 10MB")
    }
    self.bytes = bytes
  }

  private static func bytes(_ text: String) -> Int? {
    let units: [String: Int64] = [
      "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000,
      "TB": 1_000_000_000_000, "PB": 1_000_000_000_000_000, "KiB": 1 << 10, "MiB": 1 << 20,
      "GiB": 1 << 30, "TiB": 1 << 40, "PiB": 1 << 50,
    ]
    var rest = text.utf8[...]
    guard let part = UnitNumber(&rest), rest.isEmpty,
      let factor = units[part.unit.first == " " ? String(part.unit.dropFirst()) : part.unit]
    else { return nil }
    return part.times(factor).flatMap(Int.init(exactly:))
  }
}

/// A decimal number with a unit.
private struct UnitNumber {
  private var whole: Int64 = 0
  private var fraction: Int64 = 0
  private var scale: Int64 = 1
  private(set) var hasFraction = false
  private(set) var unit = ""

  init?(_ rest: inout Substring.UTF8View) {
    guard let number = Self.digits(&rest) else { return nil }
    whole = number.value
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      rest.removeFirst()
      guard let number = Self.digits(&rest), number.count <= 18 else { return nil }
      (fraction, hasFraction) = (number.value, true)
      for _ in 0..<number.count { scale *= 10 }
    }
    let name = rest.prefix { !(0x30...0x39).contains($0) && $0 != UInt8(ascii: "T") }
    rest = rest[name.endIndex...]
    unit = String(Substring(name))
    // The unit of a size in terabytes begins with T.
    if rest.first == UInt8(ascii: "T"), unit.isEmpty || unit == " " {
      let name = rest.prefix { !(0x30...0x39).contains($0) }
      rest = rest[name.endIndex...]
      unit += String(Substring(name))
    }
  }

  private static func digits(
    _ rest: inout Substring.UTF8View
  ) -> (value: Int64, count: Int)? {
    var (value, count) = (Int64(0), 0)
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(byte & 0x0F))
      if overflow || carry { return nil }
      (value, count) = (sum, count + 1)
      rest.removeFirst()
    }
    return count == 0 ? nil : (value, count)
  }

  /// - Returns: The product, or `nil` if it overflows or is not an integer.
  func times(_ factor: Int64) -> Int64? {
    let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
    let (part, remainder) = scale.dividingFullWidth(fraction.multipliedFullWidth(by: factor))
    let (sum, carry) = product.addingReportingOverflow(part)
    return overflow || carry || remainder != 0 ? nil : sum
  }
}
