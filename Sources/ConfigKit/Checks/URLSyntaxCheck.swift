import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports malformed URLs, and URL parts that do not belong in a file.
struct URLSyntaxCheck: ConfigRowCheck {
  /// The rule for malformed URLs and disallowed schemes.
  static let invalid = Rule(
    .error, "invalid-url", "A value is not a valid URL.",
    why:
      "`URL(string:)` accepts almost anything, such as `not a url`, `https://` or the port 99999, so "
      + "the app does not fail until its first request. A value must be a URL if the schema declares "
      + "it as one, if its key ends in URL, URI or host, or if it begins with `http:`, `https:`, "
      + "`ws:` or `wss:`.",
    example: """
      <key>apiURL</key><string>htp:/api.example.com</string>
      """,
    fix:
      "Use the syntax of RFC 3986: a scheme, a host, and percent-encoded special characters. Allow "
      + "other schemes than these four in the schema: `\"x-schemes\": [\"myapp\"]`.")
  /// The rule for URLs with a user name or a password.
  static let credentials = Rule(
    .error, "url-credentials", "A URL contains a user name or a password.",
    why:
      "Both appear in logs, in crash reports and in the app bundle, where everyone can read them, "
      + "and URLSession does not even send them. A user name without a password is a warning.",
    example: """
      <key>apiURL</key><string>https://user:password@api.example.com</string>
      """,
    fix: "Remove them from the URL, and ask the user for them or keep them on a server.")
  /// The rule for unreplaced placeholders.
  static let placeholder = Rule(
    .error, "unresolved-placeholder", "A URL contains a placeholder that was not replaced.",
    why: "The app would request the placeholder: `https://$(HOST)/v1` has the host `$(HOST)`.",
    example: """
      <key>apiURL</key><string>https://$(HOST)/v1</string>
      """,
    fix:
      "Replace it with the value. Xcode replaces `$(NAME)` only in Info.plist; `${a.b}` is replaced "
      + "only if trema.json has `\"interpolation\": true`.")
  /// The rule for hosts with non-ASCII characters.
  static let international = Rule(
    .note, "idn-host", "A URL's host contains non-ASCII letters.",
    why:
      "The network uses a different form of the name (`xn--…`). Some platform versions do not "
      + "convert it, and letters of different scripts look alike.",
    example: """
      <key>shopURL</key><string>https://bücher.example</string>
      """,
    fix: "Use the host's ASCII form.")
  static var rules: [Rule] { [invalid, credentials, placeholder, international] }

  /// The schemes that are allowed everywhere.
  static let schemes = ["https", "http", "wss", "ws"]

  /// Checks the URLs of one key.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    for url in row.urls {
      guard let finding = finding(in: url) else { continue }
      findings.report(
        finding.rule, "'\(url.path)' \(finding.message)", about: url.path, at: url.location,
        in: matrix.names(url.columns), hint: finding.hint,
        related: url.isDeclared ? matrix.rule(of: url.contract, "declared as a URL here") : [])
    }
  }

  /// Returns whether this check reports a value that the schema declares as a URL, so
  /// ``SchemaCheck`` does not report it again.
  static func reports(of value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?)
    -> Bool
  {
    guard let contract, contract.node.meaning == .url, let text = value.string else { return false }
    return finding(in: URLText(text, .url, path, at: value.location, contract, column: 0)) != nil
  }

  /// A problem of one URL.
  private struct Finding {
    /// The rule that is violated.
    var rule: Rule
    /// The predicate of the message, after the path.
    var message: String
    /// The advice on how to correct the URL.
    var hint: String
  }

  /// Returns the first problem in a string. Further problems may be its consequences. Only the
  /// value's scheme is quoted, because the rest may be secret.
  private static func finding(in text: URLText) -> Finding? {
    let noun = text.kind == .url ? "URL" : "host"
    if URLPlaceholder.containsPlaceholder(text.text, isTemplate: !text.isDeclared) {
      return Finding(
        rule: placeholder, message: "contains a placeholder that was not replaced",
        hint: "replace it with the value")
    }
    let url: ConfigURL
    do throws(ConfigURL.Problem) {
      url = try text.parsed()
    } catch {
      return Finding(
        rule: invalid, message: "is not a valid \(noun): \(error.reason)", hint: hint(for: text))
    }
    if let finding = unknownScheme(url, text) { return finding }
    let needsHost = schemes.contains(url.scheme)
    guard let host = url.host else {
      return needsHost
        ? Finding(
          rule: invalid, message: "is not a valid URL: it has no host",
          hint: "add two slashes and a host after '\(url.scheme):'") : nil
    }
    if needsHost, text.server == nil, let fault = host.fault {
      return Finding(
        rule: invalid, message: "is not a valid \(noun): \(fault)", hint: hint(for: text))
    }
    if let user = url.userInfo {
      // A user name on its own may be public, like the key in a Sentry URL.
      return user.utf8.contains(UInt8(ascii: ":"))
        ? Finding(
          rule: credentials, message: "contains a user name and a password",
          hint: "remove both and change the password; everyone with the file can read it")
        : Finding(
          rule: credentials.asWarning, message: "contains a user name",
          hint: "remove it, unless it is public")
    }
    if host.isInternational {
      return Finding(
        rule: international, message: "has a host with non-ASCII letters",
        hint: "use its ASCII form, which begins with 'xn--'")
    }
    return nil
  }

  /// Returns a problem for a disallowed scheme. Without a schema, only a scheme that resembles a
  /// common one is reported.
  private static func unknownScheme(_ url: ConfigURL, _ text: URLText) -> Finding? {
    if schemes.contains(url.scheme) { return nil }
    let known = schemes + (text.contract?.node.schemes ?? [])
    if known.contains(url.scheme) { return nil }
    let suggestion = closestMatch(to: url.scheme, among: known)
    if suggestion == nil, !text.isDeclared || text.contract?.node.allowsAnyScheme == true {
      return nil
    }
    return Finding(
      rule: invalid, message: "has the scheme '\(url.scheme)', which is not allowed",
      hint: suggestion.map { "did you mean '\($0)'?" }
        ?? "use \(known.joined(separator: ", ")), or allow others with \"x-schemes\" in the schema"
    )
  }

  /// Returns an example of the expected form.
  private static func hint(for text: URLText) -> String {
    text.kind == .url
      ? "use a URL such as https://api.example.com/v1" : "use a host such as api.example.com"
  }
}

/// Finds placeholders that a person or a program should have replaced.
enum URLPlaceholder {
  /// The bytes that can start a placeholder.
  private static let openingBytes = ASCIISet("${<")

  /// Returns whether a string contains a placeholder.
  ///
  /// - Parameter isTemplate: Whether the app itself fills in fields such as `{id}`.
  static func containsPlaceholder(_ text: String, isTemplate: Bool) -> Bool {
    // Most strings have none of these bytes.
    guard text.utf8.contains(where: openingBytes.contains) else { return false }
    let pairs: [(StaticString, StaticString)] = [
      ("$(", ")"), ("${", "}"), ("{{", "}}"), ("<", ">"),
    ]
    let bytes = Array(text.utf8)
    let isOpen = pairs.contains { open, close in
      bytes.firstOffset(of: open).map { Array(bytes[$0...]).firstOffset(of: close) != nil } ?? false
    }
    return isOpen
      || !isTemplate && bytes.contains(UInt8(ascii: "{"))
        && bytes.contains(UInt8(ascii: "}"))
  }
}
