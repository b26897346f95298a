import Testing
import TremaConfigValues
import TremaSecrets
import TremaSupport

@Suite struct SecretCheckTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyz0123456789"

  /// The parts are joined at run time so that secret scanners do not flag this file.
  @Test(arguments: [
    (["AK", "IAIOSFODNN7EXAMPLE"], "an AWS access key"),
    (["gh", "p_", letters], "a GitHub token"),
    (["github", "_pat_", letters], "a GitHub token"),
    (["xo", "xb-123456789012-abc"], "a Slack token"),
    (["sk_", "live_", letters], "a Stripe secret key"),
    (["SK", "0123456789abcdef0123456789abcdef"], "a Twilio API key"),
    (
      ["SG.", "abcdefghijklmnopqrstuv.", "abcdefghijklmnopqrstuvwxyz01234567890ABCDEF"],
      "a SendGrid API key"
    ),
    (["np", "m_", letters], "an npm token"),
    (["gl", "pat-abcdefghij0123456789"], "a GitLab token"),
    (["sk", "-proj-", letters], "an OpenAI API key"),
    (["-----BEGIN ", "RSA PRIVATE", " KEY-----"], "a private key"),
    (["eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxIn0", ".c2lnbmF0dXJl"], "a JSON Web Token"),
    (["https://hooks.slack", ".com/services/T0123/B0123/", letters], "a Slack webhook"),
    (["HR", "KU-01234567-89ab-cdef-0123-456789abcdef"], "a Heroku API key"),
    (["123456789", ":AA", "abcdefghijklmnopqrstuvwxyz0123456"], "a Telegram bot token"),
    (["Basic ", "dXNlcjpwYXNzd29yZDEyMw=="], "credentials in a header"),
    (["Bearer ", "9f86d081884c7d659a2feaa0c55ad015"], "credentials in a header"),
    (
      ["https://a.example/x?v=1&api_key=", "9f86d081884c7d659a2feaa0c55ad015"],
      "a URL with a secret in its parameters"
    ),
    (
      ["https://a.blob.example/x?sv=2022&sig=", "aB3%2Bc9Xz0Lq%2FdW7"],
      "a URL with a secret in its parameters"
    ),
    (["postgres://me:", "hunter2@db.example.com"], "a URL with a password"),
  ])
  func `provider credentials are recognized under any key`(parts: [String], what: String) throws {
    let secret = parts.joined()
    #expect(SecretDetector.match(secret, under: "x")?.title == what)
    #expect(
      try CheckedValues(base: "{\"x\": \"\(secret)\"}").findings("possible-secret").first?
        .contains("'x' looks like \(what) | remove it and revoke the secret") == true)
    let redaction = ConfigRedaction(contract: nil)
    let path = ConfigKeyPath(keys: ["x"])
    #expect(redaction.isSecret(ConfigValue(.string(secret)), at: path))
    #expect(!redaction.shown(ConfigValue(.string(secret)), at: path).contains(secret.suffix(6)))
  }

  @Test(arguments: [
    ("password", "hunter2", true), ("auth.password", "swordfish", true),
    ("apiKey", "q8Zx71LmPv", true), ("API_KEY_2", "q8Zx71LmPv", true), ("token", "bearer", false),
    ("tokenURL", "q8Zx71LmPv", false), ("passwordLength", "q8Zx71LmPv", false),
    ("title", "q8Zx71LmPv", false), ("password", "changeme", false), ("secret", "TODO", false),
    ("secret", "xxx", false), ("secret", "your-secret-here", false), ("secret", "<secret>", false),
    ("secret", "$(SECRET)", false), ("secret", "${a.b}", false), ("password", "", false),
    ("password", "Enter your password", false), ("clientSecret", "5f4dcc3b5aa765d61d83", true),
    ("private_key_id", "9f86d081884c7d659a2feaa0c55ad015", true),
    ("title", "Basic authentication", false), ("title", "Bearer of good news, and more", false),
    ("header", "Bearer $(API_TOKEN_OF_THE_APP)", false),
    ("url", "https://a.example/x?token={token}&page=12", false),
    ("url", "https://a.example/x?sort=9f86d081884c7d65", false),
    ("time", "12345678:AA is not one of them", false),
  ])
  func `a suspicious key with a random value is a secret`(
    key: String, value: String, isSecret: Bool
  ) {
    #expect((SecretDetector.match(value, under: key) != nil) == isSecret)
  }

  @Test func `publishable keys are reported as notes`() throws {
    let key = "AI" + "zaSyA1234567890abcdefghijklmnopqrstuv"
    let values = CheckedValues(base: "{\"apiKey\": \"\(key)\"}")
    #expect(
      try values.findings("possible-secret", "public-identifier") == [
        "note [public-identifier] 'apiKey' is a Google API key, which is public by design | "
          + "restrict it to this app in the provider's console | production"
      ])
  }

  @Test func `a value marked as secret is an error once, a placeholder only in production`() throws
  {
    let values = CheckedValues(
      base: #"{"code": "12-34", "list": ["s3cr3t-one"], "later": "changeme", "count": 7}"#,
      overlays: [("dev", #"{"later": "another-value"}"#)],
      contract: ["code", "list", "later", "count"].map {
        ($0, CheckedValues.node(nil, isSecret: true))
      })
    #expect(
      try values.findings("secret-in-file", "placeholder-secret", "possible-secret") == [
        "error [placeholder-secret] the secret 'later' is still a placeholder | set it where the "
          + "production build gets its secrets | production",
        "error [secret-in-file] 'code' is a secret, but is set in a file that is shipped | remove it and "
          + "revoke the secret; everything in an app bundle is public | dev, production",
        "error [secret-in-file] 'count' is a secret, but is set in a file that is shipped | remove it and "
          + "revoke the secret; everything in an app bundle is public | dev, production",
        "error [secret-in-file] 'list[0]' is a secret, but is set in a file that is shipped | remove it and "
          + "revoke the secret; everything in an app bundle is public | dev, production",
        "error [secret-in-file] 'later' is a secret, but is set in a file that is shipped | remove it and "
          + "revoke the secret; everything in an app bundle is public | dev",
      ])
  }
}
