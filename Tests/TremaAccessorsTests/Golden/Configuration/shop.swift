// Generated from Configuration.schema.json and Configuration.plist.
// Do not edit: change the configuration and generate again.

import Foundation

/// What differs between the shop of our customers and the one that we test.
public struct ShopConfiguration: Hashable, Sendable {
  /// Where orders go. (`api`)
  public var api: Api

  /// Where pictures come from. (`images`)
  public var images: Images

  /// The least that is logged. (`logLevel`)
  public var logLevel: LogLevel

  /// Exceptions, by module. (`logLevels`)
  public var logLevels: [String: LogLevelsValue]

  /// The first day. (`opens`)
  public var opens: Date

  /// A picture of the shop, as PNG. (`icon`)
  public var icon: Data

  /// `features`
  public var features: [String: Bool]

  /// `payment`
  public var payment: Payment

  /// Absent where nobody answers. (`support`)
  public var support: String?

  /// `reviewURL`
  public var reviewURL: URL?

  /// `build`
  public var build: Int

  /// `old_host`
  @available(*, deprecated, message: "since 2.0; use 'api.url'; is removed by 3.0")
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
    self.opens = opens
    self.icon = icon
    self.features = features
    self.payment = payment
    self.support = support
    self.reviewURL = reviewURL
    self.build = build
    self._oldHost = oldHost
  }

  /// Where orders go. (`api`)
  public struct Api: Hashable, Sendable {
    /// Without a path. (`api.url`)
    public var url: URL

    /// How long to wait for an answer, in seconds. (`api.timeout`)
    public var timeout: Double

    /// `api.retries`
    public var retries: Int?

    public init(url: URL, timeout: Double = 2.5, retries: Int? = nil) {
      self.url = url
      self.timeout = timeout
      self.retries = retries
    }
  }

  /// Where pictures come from. (`images`)
  public struct Images: Hashable, Sendable {
    /// Without a path. (`images.url`)
    public var url: URL

    /// How long to wait for an answer, in seconds. (`images.timeout`)
    public var timeout: Double

    /// `images.retries`
    public var retries: Int?

    public init(url: URL, timeout: Double = 2.5, retries: Int? = nil) {
      self.url = url
      self.timeout = timeout
      self.retries = retries
    }
  }

  /// The least that is logged. (`logLevel`)
  public enum LogLevel: String, CaseIterable, Decodable, Hashable, Sendable {
    case debug
    case warning
    case error
  }

  /// The least that is logged. (`logLevels`)
  public enum LogLevelsValue: String, CaseIterable, Decodable, Hashable, Sendable {
    case debug
    case warning
    case error
  }

  /// `payment`
  public struct Payment: Hashable, Sendable {
    /// How one can pay, the usual way first. (`payment.methods`)
    public var methods: [MethodsItem]

    /// `payment.currency`
    public var currency: Currency

    /// The most that one can pay so, in the currency. (`payment.limits`)
    public var limits: [String: Double]?

    /// Whose account it is.
    /// A secret: it is nil where values are compiled in, and comes from a file.
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

  /// A value that no `print`, `dump` or log shows.
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
    opens: Date(timeIntervalSinceReferenceDate: 817804800.0),
    icon: Data([137, 80, 78, 71]),
    features: ["dark-mode": true],
    payment: Payment(methods: [.card, .giftCard], currency: .chf, limits: ["card": 999.5]),
    support: "help@shop.example",
    reviewURL: URL(compiledIn: "https://shop.example/review?from=app"),
    build: 7_000_000_000,
    oldHost: "shop.example"
  )

  /// The values of an environment; nil when this build does not hold it.
  public static func named(_ environment: String) -> ShopConfiguration? {
    switch environment {
    #if DEBUG
      case "staging": staging
    #endif
    case "production": production
    default: nil
    }
  }

  /// Values for tests. Strings are their keys, and URLs lead to the host `mock.invalid`, which no
  /// network has.
  public static let mock = ShopConfiguration(
    api: Api(url: URL(compiledIn: "https://mock.invalid/url"), timeout: 2.5, retries: 3),
    images: Images(url: URL(compiledIn: "https://mock.invalid/url"), timeout: 2.5, retries: 1),
    logLevel: .debug,
    logLevels: ["logLevels": .debug],
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

extension ShopConfiguration: Decodable {
  private enum CodingKeys: String, CodingKey {
    case api
    case images
    case logLevel
    case logLevels
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
    self.logLevel = try values.decode(LogLevel.self, forKey: .logLevel)
    self.logLevels =
      try values.decodeIfPresent(
        [String: LogLevelsValue].self,
        forKey: .logLevels
      ) ?? ["network": .warning]
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
    self.methods = try values.decode([MethodsItem].self, forKey: .methods)
    self.currency = try values.decode(Currency.self, forKey: .currency)
    self.limits = try values.decodeIfPresent([String: Double].self, forKey: .limits)
    self.merchant = try values.decodeIfPresent(
      String.self,
      forKey: .merchant
    ).map { ShopConfiguration.Secret($0) }
  }
}

extension ShopConfiguration.Secret: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "<redacted>" }
  public var debugDescription: String { description }
}

extension ShopConfiguration.Secret: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A URL as property lists have it: a string.
private struct DecodedURL: Decodable {
  let url: URL

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try value.decode(String.self)
    guard let url = URL(string: text), url.scheme != nil else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "'\(text)' is no absolute URL")
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
