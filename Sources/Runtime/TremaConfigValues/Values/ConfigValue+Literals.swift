import TremaSupport

// So that a test can write `configuration["api.host"] == "api.example.com"`, and an override
// `["api.timeout": 5]`.

extension ConfigValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(.string(text)) }
}

extension ConfigValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int64) { self.init(.integer(WholeNumber(number))) }
}

extension ConfigValue: ExpressibleByFloatLiteral {
  public init(floatLiteral number: Double) { self.init(.real(number)) }
}

extension ConfigValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral claim: Bool) { self.init(.boolean(claim)) }
}

extension ConfigValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral values: ConfigValue...) { self.init(.array(values)) }
}

extension ConfigValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral entries: (String, ConfigValue)...) {
    let entries = entries.map { ConfigDictionary.Entry($0.0, $0.1) }
    self.init(.dictionary(ConfigDictionary(entries)))
  }
}
