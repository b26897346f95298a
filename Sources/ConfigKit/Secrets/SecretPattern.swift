import TremaScalars

/// What secrets of well-known providers look like: a prefix and letters after it.
struct SecretPattern {
  enum Letters {
    case upper, alphanumeric, hexadecimal
    /// Letters, digits, `-` and `_`.
    case base64
    /// These, and `/`.
    case path

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .upper:
        ASCII.isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      case .alphanumeric: ASCII.isAlphanumeric(byte)
      case .hexadecimal:
        ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      case .base64:
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      case .path: Self.base64.contains(byte) || byte == UInt8(ascii: "/")
      }
    }
  }

  let prefix: [UInt8]
  let letters: Letters
  /// How many of the letters follow.
  let length: ClosedRange<Int>
  let sighting: SecretSighting

  private init(
    _ prefix: String, _ letters: Letters, _ length: ClosedRange<Int>, _ what: String,
    _ confidence: SecretSighting.Confidence = .certain
  ) {
    self.prefix = Array(prefix.utf8)
    self.letters = letters
    self.length = length
    sighting = SecretSighting(what, confidence)
  }

  private static let long = 512

  /// Source: the documentation of each provider; where it says less, the plugins of detect-secrets.
  static let all: [SecretPattern] =
    ["AKIA", "ASIA", "ABIA", "ACCA"].map { Self($0, .upper, 16...16, "an access key of AWS") }
    + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map {
      Self($0, .alphanumeric, 36...255, "a token of GitHub")
    }
    + ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xapp-"].map {
      Self($0, .base64, 10...long, "a token of Slack")
    }
    + ["sk_live_", "rk_live_"].map { Self($0, .alphanumeric, 16...long, "a secret key of Stripe") }
    + [
      Self("github_pat_", .base64, 22...long, "a token of GitHub"),
      Self("sk_test_", .alphanumeric, 16...long, "a test key of Stripe", .likely),
      Self("pk_live_", .alphanumeric, 16...long, "a publishable key of Stripe", .published),
      Self("pk_test_", .alphanumeric, 16...long, "a publishable key of Stripe", .published),
      Self("AIza", .base64, 35...35, "an API key of Google", .published),
      Self("GOCSPX-", .base64, 28...28, "a client secret of Google"),
      Self("SK", .hexadecimal, 32...32, "an API key of Twilio"),
      Self("AC", .hexadecimal, 32...32, "an account of Twilio", .published),
      Self("npm_", .alphanumeric, 36...36, "a token of npm"),
      Self("glpat-", .base64, 20...long, "a token of GitLab"),
      Self("gldt-", .base64, 20...long, "a token of GitLab"),
      Self("glrt-", .base64, 20...long, "a token of GitLab"),
      Self("sk-ant-", .base64, 20...long, "an API key of Anthropic"),
      Self("sk-", .base64, 20...long, "an API key of OpenAI"),
      Self("sq0csp-", .base64, 43...43, "a secret of Square"),
      Self("sq0atp-", .base64, 22...22, "a token of Square"),
      Self("shpat_", .hexadecimal, 32...32, "a token of Shopify"),
      Self("dop_v1_", .hexadecimal, 64...64, "a token of DigitalOcean"),
      Self("HRKU-", .base64, 36...long, "an API key of Heroku"),
      Self("hooks.slack.com/services/", .path, 20...long, "a webhook of Slack"),
      Self("hooks.slack.com/workflows/", .path, 20...long, "a webhook of Slack"),
      Self("discord.com/api/webhooks/", .path, 40...long, "a webhook of Discord"),
      Self("discordapp.com/api/webhooks/", .path, 40...long, "a webhook of Discord"),
      Self("pypi-AgEI", .base64, 50...long, "a token of PyPI"),
    ]

  /// By the byte that they begin with, so that most bytes of a text are looked at once.
  private static let byBeginning = all.reduce(into: [[SecretPattern]](repeating: [], count: 128)) {
    $0[Int($1.prefix[0])].append($1)
  }
  private static let beginnings = ASCIISet(all.map { $0.prefix[0] })

  /// What a text holds, wherever in it.
  static func sighting(in bytes: [UInt8]) -> SecretSighting? {
    let (beginnings, word) = (beginnings, ASCIISet.alphanumeric)
    for start in bytes.indices {
      let byte = bytes[start]
      guard beginnings.contains(byte), start == 0 || !word.contains(bytes[start - 1]) else {
        continue
      }
      for pattern in byBeginning[Int(byte)] where pattern.matches(bytes, from: start) {
        return pattern.sighting
      }
    }
    return nil
  }

  static func mayBegin(_ byte: UInt8) -> Bool { beginnings.contains(byte) }

  /// - Parameter byte: one of ASCII.
  static func beginning(with byte: UInt8) -> [SecretPattern] { byBeginning[Int(byte)] }

  /// After the last letter, for one that begins at this place.
  func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let first = start + prefix.count
    guard first <= bytes.count, bytes[start..<first].elementsEqual(prefix) else { return nil }
    // One letter too many says all: a text of beginnings would otherwise be gone through for each.
    let limit = min(bytes.count, first + length.upperBound + 1)
    var end = first
    while end < limit, letters.contains(bytes[end]) { end += 1 }
    return length.contains(end - first) ? end : nil
  }

  private func matches(_ bytes: [UInt8], from start: Int) -> Bool {
    let rest = bytes[start...]
    guard rest.starts(with: prefix) else { return false }
    let most = rest.dropFirst(prefix.count).prefix(length.upperBound + 1)
    return length.contains(most.prefix(while: letters.contains).count)
  }
}
