import ConfigKit
import TremaAccessors
import TremaConfigValues
import TremaSupport

extension ConfigurationFixture {
  static let all = [whole, shop, untyped, hostile, bare]

  private static let schema = ContractTable.contract(
    ContractTable.dictionary(
      [
        "api": ContractTable.dictionary(
          [
            "baseURL": ContractTable.url("Where the API is"),
            "timeout": ContractTable.leaf(.integer, "Seconds to wait") { $0.defaultValue = 30 },
            "mirrors": ContractTable.array(ContractTable.url()),
            "key": ContractTable.secret(),
            "old_host": ContractTable.leaf(.string) {
              $0.marks.deprecation = .init(since: "2.0", replacement: "api.baseURL")
            },
          ], required: ["baseURL", "mirrors", "key", "old_host"], "How to reach the server"),
        "log-level": ContractTable.choice(["debug", "info", "none", "in"], "What is logged"),
        "features": ContractTable.map(ContractTable.leaf(.boolean)),
        "plans": ContractTable.array(
          ContractTable.dictionary(
            [
              "id": ContractTable.leaf(.string), "price": ContractTable.leaf(.real),
              "tier": ContractTable.choice(["free", "paid"]),
            ], required: ["id", "price"])),
        "launch": ContractTable.leaf(.date),
        "icon": ContractTable.leaf(.data),
        "ratio": ContractTable.leaf(.real) { $0.marks.requiredIn = ["production", "staging"] },
        "limit": ContractTable.leaf(.integer) { $0.marks.requiredIn = ["*"] },
        "mode": ContractTable.choice(["a", "b"]),
      ], required: ["api", "features", "plans", "launch", "icon"],
      "What differs between our environments. Times are in seconds.\nAsk the platform team."))

  private static func values(host: String, level: ConfigValue?) -> ConfigValue {
    var entries: [ConfigDictionary.Entry] = [
      .init(
        "api",
        [
          "baseURL": .init(.string("https://\(host)/v1?a=b#c")), "key": "planted-secret",
          "mirrors": ["https://a.example", "https://b.example/%C3%A9"], "old_host": "old \"x\"",
        ]),
      .init("features", ["dark-mode": true, "new $checkout": false]),
      .init("plans", [["id": "free", "price": 0], ["id": "gold", "price": 4.5, "tier": "paid"]]),
      .init("icon", ConfigValue(.data([0, 127, 128, 255]))),
      .init("ratio", 0.1), .init("limit", 5_000_000_000),
    ]
    if let launch = PropertyListDate(seconds: 86_400) {
      entries.append(.init("launch", ConfigValue(.date(launch))))
    }
    if let level { entries.append(.init("log-level", level)) }
    return ConfigValue(.dictionary(ConfigDictionary(entries)))
  }

  static let whole = ConfigurationFixture(
    name: "whole", type: "AppConfiguration", package: "com.example.config", contract: schema,
    environments: [
      "production": values(host: "api.example.com", level: nil),
      "staging": values(host: "staging.example.com", level: "none"),
    ],
    compiled: [.init("production"), .init("staging", isDebugOnly: true)],
    calls: [
      ("AppConfiguration.production.api.baseURL", "https://api.example.com/v1?a=b#c"),
      ("AppConfiguration.production.api.timeout", "30"),
      ("AppConfiguration.production.logLevel == nil", "true"),
      ("AppConfiguration.staging.logLevel!", "none"),
      ("AppConfiguration.staging.api.mirrors[1]", "https://b.example/%C3%A9"),
      ("AppConfiguration.production.api.key == nil", "true"),
      ("AppConfiguration.production.features[\"new $checkout\"]!", "false"),
      ("AppConfiguration.production.plans[1].tier!", "paid"),
      ("AppConfiguration.production.plans[0].price", "0.0"),
      ("AppConfiguration.production.launch.timeIntervalSinceReferenceDate", "86400.0"),
      ("[UInt8](AppConfiguration.production.icon)", "[0, 127, 128, 255]"),
      ("AppConfiguration.production.ratio", "0.1"),
      ("AppConfiguration.production.limit", "5000000000"),
      ("AppConfiguration.named(\"staging\")!.api.baseURL.host!", "staging.example.com"),
      ("AppConfiguration.named(\"other\") == nil", "true"),
      ("AppConfiguration.production == AppConfiguration.staging", "false"),
      ("AppConfiguration.mock.api.baseURL", "https://mock.invalid/baseURL"),
      ("AppConfiguration.mock.api.key!", "<redacted>"),
      ("AppConfiguration.mock.api.key!.value", "mock"),
      ("AppConfiguration.mock.mode!.rawValue", "a"),
      ("String(reflecting: AppConfiguration.mock).contains(\"<redacted>\")", "true"),
      ("AppConfiguration.LogLevel.allCases.count", "4"),
      ("AppConfiguration.LogLevel.in.rawValue", "in"),
    ],
    kotlinCalls: [
      ("AppConfiguration.production.api.baseURL", "https://api.example.com/v1?a=b#c"),
      ("AppConfiguration.production.api.timeout", "30"),
      ("AppConfiguration.staging.logLevel!!.value", "none"),
      ("AppConfiguration.production.logLevel", "null"),
      ("AppConfiguration.production.features[\"new \\$checkout\"]", "false"),
      ("AppConfiguration.production.plans[1]", "PlansItem(id=gold, price=4.5, tier=Paid)"),
      ("AppConfiguration.production.launch.time", "978393600000"),
      ("AppConfiguration.production.icon", "[0, 127, -128, -1]"),
      ("AppConfiguration.production.limit", "5000000000"),
      ("AppConfiguration.production.copy(ratio = 2.0).ratio", "2.0"),
    ])

  /// A schema with all its features, in files.
  static let shop = ConfigurationFixture(
    name: "shop", type: "ShopConfiguration", package: "example.shop",
    files: ConfigurationFiles(name: "Shop"),
    compiled: [.init("production"), .init("staging", isDebugOnly: true)],
    calls: [
      ("ShopConfiguration.production.api.url.absoluteString", "https://api.shop.example"),
      ("ShopConfiguration.staging.api.url.host!", "api.staging.shop.example"),
      ("ShopConfiguration.staging.api.timeout", "10.0"),
      ("ShopConfiguration.staging.images.timeout", "2.5"),
      ("ShopConfiguration.staging.images.retries == nil", "true"),
      ("ShopConfiguration.production.logLevel", "error"),
      ("ShopConfiguration.production.logLevels[\"network\"]!", "warning"),
      ("ShopConfiguration.staging.logLevels.count", "1"),
      ("ShopConfiguration.production.opens.timeIntervalSince1970", "1796112000.0"),
      ("[UInt8](ShopConfiguration.production.icon)", "[137, 80, 78, 71]"),
      ("ShopConfiguration.staging.features[\"new checkout\"]!", "true"),
      ("ShopConfiguration.production.payment.methods.last!", "giftCard"),
      ("ShopConfiguration.production.payment.methods[1].rawValue", "gift-card"),
      ("ShopConfiguration.production.payment.limits![\"card\"]!", "999.5"),
      ("ShopConfiguration.production.payment.merchant == nil", "true"),
      ("ShopConfiguration.production.support!", "help@shop.example"),
      ("ShopConfiguration.staging.support == nil", "true"),
      ("ShopConfiguration.staging.reviewURL == nil", "true"),
      ("ShopConfiguration.staging.build", "7000000000"),
      ("ShopConfiguration.mock.reviewURL!", "https://mock.invalid/reviewURL"),
      ("ShopConfiguration.mock.payment.merchant!.value", "mock"),
    ],
    kotlinCalls: [
      ("ShopConfiguration.production.api.url", "https://api.shop.example"),
      (
        "ShopConfiguration.staging.api",
        "Api(url=https://api.staging.shop.example, timeout=10.0, retries=3)"
      ),
      ("ShopConfiguration.production.payment.methods[1].value", "gift-card"),
      ("ShopConfiguration.production.logLevels", "{network=Warning}"),
      ("ShopConfiguration.production.opens.time", "1796112000000"),
      ("ShopConfiguration.staging.reviewURL", "null"),
      ("ShopConfiguration.production.build", "7000000000"),
    ])

  /// A configuration without a schema: its types are those of the values of all environments.
  static let untyped = ConfigurationFixture(
    name: "untyped", type: "Plain", access: .internal,
    environments: [
      "production": [
        "host": "a.example", "retries": 3, "share": 1, "nested": ["on": true],
        "list": [["a": 1], ["a": 2, "b": "x"]],
        "big": ConfigValue(.integer(WholeNumber(UInt64.max))),
        "least": ConfigValue(.integer(WholeNumber(Int64.min))),
      ],
      "development": [
        "host": "b.example", "share": 0.5, "nested": ["on": false, "level": "x"],
        "list": [], "big": 1, "least": -1, "only-here": true,
      ],
    ],
    compiled: [.init("development")],
    calls: [
      ("Plain.current.host", "b.example"), ("Plain.current.retries == nil", "true"),
      ("Plain.development.share", "0.5"), ("Plain.current.nested.level!", "x"),
      ("Plain.current.list.count", "0"), ("Plain.mock.big", "18446744073709551615"),
      ("Plain.mock.least", "-9223372036854775808"), ("Plain.mock.list[0].b!", "b"),
    ],
    kotlinCalls: [
      ("Plain.current.host", "b.example"), ("Plain.development.big", "1"),
      ("Plain.current.nested.level", "x"), ("Plain.current.retries", "null"),
    ])

  static let hostile = ConfigurationFixture(
    name: "hostile", type: "Hostile", access: .package,
    contract: ContractTable.contract(
      ContractTable.dictionary(
        [
          "URL": ContractTable.dictionary(
            ["URL": ContractTable.url(), "Secret": ContractTable.secret()], isOpen: false),
          "*/ // \"\\(1 + 1)": ContractTable.leaf(
            .string, "*/ /* ends [it] \n- Parameter x: `y\n#else"),
          "mode": ContractTable.choice(["", "self", "Type", "init", "*/", "\u{202E}x"]),
        ], isOpen: true)),
    environments: [
      "production": hostileValues, "self": hostileValues, "class": hostileValues,
      "*/ \"x\"": hostileValues,
    ],
    compiled: ["production", "self", "class", "*/ \"x\""].map { .init($0) },
    calls: [
      ("Hostile.selfSetting.`class`", "x"), ("Hostile.`class`.`init`", "1"),
      ("Hostile.named(\"*/ \\\"x\\\"\")!.hashValueSetting", "true"),
      ("Hostile.production.url!.url!", "https://a.example"),
    ],
    kotlinCalls: [
      ("Hostile.self.class_", "x"), ("Hostile.class_.object_", "true"),
      ("Hostile.production.url!!.url", "https://a.example"),
    ])

  private static let hostileValues: ConfigValue = [
    "class": "x", "init": 1, "404": 2, "self": 3, "hashValue": true, "string": ["a": 1],
    "Decoder": ["Hostile": ["x": true]], "description": "d", "stringValue": "s", "object": true,
    "resources": "r", "android": "a", "größe": "\u{0}\u{202E}é$\"\\\n\u{1F600}", "rawValue": 1,
    "URL": ["URL": "https://a.example"], "mode": "\u{202E}x", "decode": ["from": 1], "values": 1,
    "component1": 1, "copy": true, "none": "none", "some": ["none": 1],
  ]

  static let bare = ConfigurationFixture(
    name: "no-keys", type: "Nothing", package: "in.fun",
    environments: ["production": [:]], compiled: [.init("production")],
    calls: [("Nothing.current == Nothing.mock", "true")],
    kotlinCalls: [("Nothing.current === Nothing.production", "true")])
}
