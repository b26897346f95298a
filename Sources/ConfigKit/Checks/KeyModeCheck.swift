import TremaConfigValues
import TremaDiagnostics
import TremaSecrets
import TremaSupport

/// Reports third-party API keys that are used in the wrong environment.
struct KeyModeCheck: ConfigRowCheck {
  /// The rule for test keys in production.
  static let testKeyInProduction = Rule(
    .error, "test-key-in-production", "Production uses a test key.",
    why:
      "Payments fail, or orders never arrive. Keys from Stripe and other providers indicate their "
      + "mode with `_test_`, `_live_`, `sandbox` and similar words.",
    example: """
      <key>stripeKey</key><string>pk_test_…</string>   in Configuration.plist
      """,
    fix: "Use the provider's live key, or set it where production gets its secrets.")
  /// The rule for live keys outside production.
  static let liveKeyOutsideProduction = Rule(
    .warning, "live-key", "A non-production environment uses a live key.",
    why:
      "Tests would charge customers. A live key is reported even if the environment inherits it "
      + "from the base, and so is a production key that is repeated in an environment's file.",
    example: """
      <key>stripeKey</key><string>pk_live_…</string>   in Configuration-staging.plist
      """,
    fix: "Use the test key in the environment's file.")
  static var rules: [Rule] { [testKeyInProduction, liveKeyOutsideProduction] }

  /// Checks the string values of one key. A value whose mode is unknown is compared with the
  /// production value.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    let texts = row.texts
    var models: [ConfigKeyPath: [ConfigRow.Text]]?
    // Skip strings that are too short or too long to be keys.
    for text in texts where (16...600).contains(text.text.utf8.count) {
      switch KeyMode(of: text.text) {
      case .test?:
        let columns = matrix.productions(of: text.columns)
        if columns.isEmpty { continue }
        findings.report(
          testKeyInProduction, "'\(text.path)' is a test key in production", about: text.path,
          at: text.location,
          in: matrix.names(columns), hint: "use the provider's live key")
      case .live?:
        let columns = matrix.stages(of: text.columns)
        if columns.isEmpty { continue }
        findings.report(
          liveKeyOutsideProduction, "'\(text.path)' is a live key outside production",
          about: text.path,
          at: text.location, in: matrix.names(columns),
          hint: "use the test key in the environment's file")
      case nil:
        guard texts.count > 1, matrix.productions(of: text.columns).isEmpty, isKey(text) else {
          continue
        }
        // Strings are grouped by path only if a key has to be compared.
        let known = models ?? Dictionary(grouping: texts) { $0.path }
        models = known
        reportCopiedKey(text, known[text.path] ?? [], matrix, &findings)
      }
    }
  }

  /// Reports a random key that is set in the files of both production and another environment.
  private static func reportCopiedKey(
    _ text: ConfigRow.Text, _ texts: [ConfigRow.Text], _ matrix: ConfigMatrix,
    _ findings: inout ConfigFindings
  ) {
    guard text.contract?.node.marks.isDistinct != true,
      let model = texts.first(where: {
        $0.text.equalsExactly(text.text) && !matrix.productions(of: $0.columns).isEmpty
      })
    else { return }
    findings.report(
      liveKeyOutsideProduction, "'\(text.path)' repeats the production key", about: text.path,
      at: text.location,
      in: matrix.names(text.columns), hint: "use the environment's own key",
      related: model.location.diagnosticLocation.map {
        [.init("also used in production here", at: $0, role: .duplicate)]
      } ?? [])
    // `live-key` is more specific than reporting that the value equals the base's value.
    findings.remove(DeadOverrideCheck.rule, for: text.path)
  }

  /// Returns whether a string is an API key, judging by its form, or by its name and randomness.
  private static func isKey(_ text: ConfigRow.Text) -> Bool {
    let key = text.path.lastKey ?? ""
    if SecretDetector.match(text.text, under: key) != nil { return true }
    return KeyWords(key).words.last.map(["key", "token", "secret", "dsn"].contains) == true
      && SecretEntropy.isHigh(text.text) && !PlainText.isPlain(text.text)
  }
}

/// The mode of an API key, as indicated by the key itself.
enum KeyMode {
  /// The modes of keys for production and for tests.
  case live, test

  /// Determines the mode of a key.
  ///
  /// - Returns: `nil` if the key does not indicate its mode.
  init?(of text: String) {
    // Google's publisher ID for test ads.
    if text.hasPrefix("ca-app-pub-3940256099942544") {
      self = .test
      return
    }
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy(SecretPattern.Letters.token.contains) || bytes.contains(0x24) else {
      return nil
    }
    let parts = bytes.split { "_-$".utf8.contains($0) }
    guard parts.count >= 2 else { return nil }
    // The mode is the first or second part of a key.
    for index in 0..<min(2, parts.count - 1) {
      let word = String(decoding: parts[index].map(ASCII.lowercased), as: UTF8.self)
      guard let mode = Self.words[word] else { continue }
      let rest = bytes[parts[index + 1].startIndex...]
      // The name before the mode is short: `sk_live_`, `access-sandbox-`.
      guard index == 0 || parts[0].count <= 12, rest.count >= (index == 0 ? 24 : 10),
        Self.isRandom(rest)
      else { return nil }
      self = mode
      return
    }
    return nil
  }

  /// The modes by the words that indicate them in keys, in lowercase.
  private static let words: [String: KeyMode] = [
    "live": .live, "production": .live, "test": .test, "sandbox": .test,
  ]

  /// Returns whether a part of the key is random: a high-entropy mix of letters and digits.
  private static func isRandom(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split { "_-$".utf8.contains($0) }.contains { part in
      let text = String(decoding: part, as: UTF8.self)
      return part.count >= 8 && part.contains(where: ASCII.isDigit)
        && part.contains(where: ASCII.isLetter) && SecretEntropy.isHigh(text)
        && !PlainText.isPlain(text)
    }
  }
}
