import Testing
import TremaConfigValues
import TremaRuntime

/// The shared secret detector: a value that one module considers secret is redacted by
/// all of them.
@Suite struct SecretDetectionTests {
  private static let secret = ["planted", "secret"].joined(separator: "-")

  private static let names = [
    "password", "apiKey", "API_KEY", "api-key", "clientSecret", "refreshToken", "dbPasswords",
    "apiKeyProd", "tokenProduction", "PASSWORD_STAGING", "clientSecretValue", "sshKey",
    "licence_key", "sessionKey", "walletMnemonic",
  ]

  private static let texts = [
    "API_KEY=\(secret)", "{\"password\": \"\(secret)\"}", "run --token \(secret)",
    "curl -u admin:\(secret) example.com", "https://a.example/#access_token=\(secret)",
    "postgres://u:\(secret)@h/x", "Server=db;Password=\(secret);",
    "gh" + "p_\(String(repeating: "plantedPLANTED", count: 3))",
  ]

  private func logged(_ metadata: LogMetadata, _ message: String) -> String {
    let memory = MemoryHandler()
    Log(label: "", system: LogSystem(handlers: [memory])).info("\(message, .public)", metadata)
    return memory.records.map { "\($0.message) \($0.metadata)" }.joined()
  }

  private func shown(_ value: ConfigValue, _ key: String) -> String {
    ConfigRedaction(contract: nil).shown(value, at: ConfigKeyPath([.key(key)]))
  }

  @Test(arguments: names)
  func `a value with a secret name is redacted`(name: String) {
    let rule = RedactionRule.standard
    let fields = HTTPFields([HTTPFields.Field(HTTPFields.Name(name), Self.secret)])
    let shown = [
      "log": logged([name: .string(Self.secret)], ""),
      "text of a log": logged([:], "\(name)=\(Self.secret)"),
      "configuration": self.shown(ConfigValue(.string(Self.secret)), name),
      "URL": rule.redacted(url: "https://a.example/?\(name)=\(Self.secret)"),
      "field": rule.redacted(fields)[HTTPFields.Name(name)] ?? "",
    ]
    for (place, text) in shown {
      #expect(text.contains("redacted") && !text.contains(Self.secret), "\(place)")
    }
  }

  @Test(arguments: texts.indices)
  func `a secret in a text is redacted`(index: Int) {
    let text = Self.texts[index]
    for shown in [logged([:], text), shown(ConfigValue(.string(text)), "note")] {
      let isHidden = !shown.contains(Self.secret) && !shown.contains("plantedPLANTED")
      #expect(shown.contains("redacted") && isHidden, "text \(index)")
    }
  }

  @Test(arguments: [
    "maxTokens", "passwordLength", "tokenURL", "compass", "colorToken", "keyboard", "production",
    "primaryColor", "secretary",
  ])
  func `a value with an ordinary name is shown`(name: String) {
    #expect(shown(ConfigValue(.string("open")), name) == "\"open\"")
    let url = "https://a.example/?\(name)=open"
    #expect(RedactionRule.standard.redacted(url: url) == url)
  }
}
