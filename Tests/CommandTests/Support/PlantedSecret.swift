import Foundation

/// A secret of a known kind, and the parts of it that no output may hold. Its words are joined at
/// run time, so that no scanner takes this file for a leak.
struct PlantedSecret {
  var kind: String
  var key: String
  var value: String
  var parts: [String]

  init(_ kind: String, key: String = "innocent", _ pieces: String..., secret: String? = nil) {
    self.kind = kind
    self.key = "\(key)\(kind.filter(\.isLetter))"
    value = pieces.joined()
    parts = [value, secret].compactMap(\.self)
  }

  private static let hex = "0123456789abcdef0123456789abcdef"
  private static let mixed = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5kL7n"
  private static let long = mixed + mixed.reversed()

  /// Secrets that are recognised by their format, under any key.
  static let recognised: [PlantedSecret] = [
    .init("postgres", "postgres://u:", "planted-secret-1", "@h/x", secret: "planted-secret-1"),
    .init("escaped", "https://u:", "planted%2Dsecret2", "@h/x", secret: "planted%2Dsecret2"),
    .init("google", "AI", "zaSy", mixed.prefix(33).description),
    .init("googleClient", "GOC", "SPX-", mixed.prefix(28).description),
    .init(
      "azure", "DefaultEndpointsProtocol=https;AccountName=a;Account", "Key=", long, "==;",
      secret: long),
    .init("bus", "Endpoint=sb://a/;SharedAccess", "Key=", mixed, "=", secret: mixed),
    .init(
      "sqlserver", "Server=db;User Id=me;Pass", "word=planted-secret-3;", secret: "planted-secret-3"
    ),
    .init("azureClient", "abc", "8Q~", mixed.prefix(34).description),
    .init(
      "age", "AGE-SECRET-", "KEY-1",
      String(repeating: "QPZRY9X8GF", count: 6).prefix(58).description),
    .init("huggingFace", "h", "f_", mixed.prefix(34).description),
    .init("mailgun", "ke", "y-", hex),
    .init("mailgunNew", hex, "-", "01234567", "-89abcdef"),
    .init("mailchimp", hex, "-us", "12"),
    .init("sentry", "snt", "rys_eyJpYXQiOjE2", mixed, "=_", mixed),
    .init("sentryUser", "snt", "ryu_", hex, hex),
    .init("aws", "AK", "IA", "IOSFODNN7EXAMPLE"),
    .init("github", "gh", "p_", mixed.prefix(36).description),
    .init("githubFine", "github", "_pat_", mixed),
    .init("gitlab", "gl", "pat-", mixed.prefix(20).description),
    .init("slack", "xo", "xb-123456789012-", mixed.prefix(24).description),
    .init("stripe", "sk_", "live_", mixed.prefix(24).description),
    .init("stripeTest", "sk_", "test_", mixed.prefix(24).description),
    .init("webhook", "wh", "sec_", mixed.prefix(32).description),
    .init("twilio", "S", "K", hex),
    .init(
      "sendgrid", "S", "G.", mixed.prefix(22).description, ".",
      (mixed + "abc").prefix(43).description),
    .init("npm", "np", "m_", mixed.prefix(36).description),
    .init("openai", "sk", "-proj-", mixed),
    .init("anthropic", "sk", "-ant-", mixed),
    .init("groq", "gs", "k_", long.prefix(52).description),
    .init("square", "sq0", "csp-", (mixed + "abc").prefix(43).description),
    .init("shopify", "shp", "at_", hex),
    .init("digitalOcean", "dop_", "v1_", hex, hex),
    .init("heroku", "HR", "KU-01234567-89ab-cdef-0123-456789abcdef"),
    .init("telegram", "123456789", ":AA", mixed.prefix(33).description),
    .init("slackHook", "https://hooks.slack", ".com/services/T0123/B0123/", mixed, secret: mixed),
    .init("discordHook", "https://discord", ".com/api/webhooks/123/", long, secret: long),
    .init("vault", "hv", "s.", mixed),
    .init("doppler", "dp.", "pt.", long),
    .init("linear", "lin_", "api_", mixed),
    .init("figma", "fig", "d_", mixed),
    .init("docker", "dckr_", "pat_", mixed.prefix(27).description),
    .init("mapbox", "sk", ".eyJ", mixed, ".", mixed.prefix(22).description),
    .init("webToken", "eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxIn0.", mixed),
    .init(
      "basic", "Basic ", "dXNlcjpwbGFudGVkLXNlY3JldC00", secret: "dXNlcjpwbGFudGVkLXNlY3JldC00"),
    .init("bearer", "Bearer ", hex, secret: hex),
    .init("signature", "https://a.example/x?v=1&sig=", mixed, secret: mixed),
    .init("assignment", "API_", "KEY=planted-secret-5", secret: "planted-secret-5"),
    .init("json", "{\"pass", "word\":\"planted-secret-6\"}", secret: "planted-secret-6"),
    .init("option", "fetch --to", "ken planted-secret-7 -v", secret: "planted-secret-7"),
    .init(
      "curl", "curl -u admin:", "planted-secret-8 https://a.example", secret: "planted-secret-8"),
    .init(
      "fragment", "https://a.example/#access_", "token=planted-secret-9", secret: "planted-secret-9"
    ),
    .init("query", "/login?pass", "word=planted-secret-10&a=1", secret: "planted-secret-10"),
  ]

  /// Secrets that are recognised only by their keys.
  static let named: [PlantedSecret] = [
    named("password", "swordfish-planted-secret"), named("apiKey", "planted-secret-Zq81"),
    named("dbPass", "planted-secret-x1"), named("clientSecret", "5f4dcc3b5aa765d61d83"),
    named("refreshToken", "planted-secret&<\">"),
    // Keys that contain an environment or another suffix.
    named("apiKeyProd", "planted-secret-p1"), named("api_key_prod", "planted-secret-p2"),
    named("tokenProduction", "planted-secret-p3"), named("passwordDev", "planted-secret-p4"),
    named("PASSWORD_STAGING", "planted-secret-p5"), named("clientSecretValue", "planted-secret-p6"),
    named("secret2New", "planted-secret-p7"), named("sshKey", "planted-secret-p8"),
    named("sessionKey", "planted-secret-p9"), named("creds", "planted-secret-p0"),
    named("licence_key", "planted-secret-q1"), named("walletMnemonic", "planted-secret-q2"),
  ]

  private static func named(_ key: String, _ value: String) -> PlantedSecret {
    var secret = PlantedSecret(key, value)
    secret.key = key
    return secret
  }

  /// A bare word on a line, without a separator.
  static let bare = PlantedSecret("bare", "hunter2planted-secret")
}
