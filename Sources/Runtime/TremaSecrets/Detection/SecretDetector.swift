import TremaSupport

/// The kind of a recognized secret.
package struct SecretMatch: Hashable, Sendable {
  /// The certainty of a match.
  package enum Confidence: Hashable, Sendable {
    /// The form is unique to this kind of secret.
    case certain
    /// The key's name and the value's format indicate a secret.
    case likely
    /// The value identifies an app and may be public.
    case published
  }

  /// The kind of secret for messages, such as `a GitHub token`.
  package let title: String
  /// The certainty of the match.
  package let confidence: Confidence

  /// Whether the value is a URL that contains a password.
  package let isURL: Bool

  init(_ title: String, _ confidence: Confidence, isURL: Bool = false) {
    self.title = title
    self.confidence = confidence
    self.isURL = isURL
  }
}

/// Recognizes secrets by their form and by adjacent names.
package enum SecretDetector {
  /// Returns the kind of secret that a value is.
  ///
  /// - Parameter key: The innermost key of the value's path.
  /// - Returns: `nil` for a value without a known form, a placeholder or a reference.
  package static func match(_ text: String, under key: String) -> SecretMatch? {
    let length = text.utf8.count
    if length < 4 || SecretPlaceholder.isReference(text) { return nil }
    if length >= 16, let found = match(in: Array(text.utf8)) { return found }
    guard SecretName.isSecret(key), !SecretPlaceholder.isPlaceholder(text),
      !text.utf8.contains(where: { $0 <= 0x20 })
    else { return nil }
    if SecretName.isPassword(key) { return SecretMatch("a password", .likely) }
    let isRandom = length >= 8 && SecretEntropy.isHigh(text) && !PlainText.isPlain(text)
    return isRandom ? SecretMatch("a secret", .likely) : nil
  }

  /// Returns the kind of the first secret in a string.
  static func match(in bytes: [UInt8]) -> SecretMatch? {
    if let found = bytes.withUnsafeBufferPointer({ SecretPattern.match(in: $0) }) { return found }
    if let found = SecretForm.match(in: bytes) { return found }
    return firstResult(in: bytes) { finding, value in match(finding, value, in: bytes) }
  }

  /// Returns the parts of a string that are secret on their own, such as a URL's password, the
  /// token after `Bearer` or the value of `password=`, both with and without percent encoding. The
  /// rest of the string may be written differently in a file.
  package static func parts(of text: String) -> [String] {
    var parts: [String] = []
    firstResult(in: Array(text.utf8)) { _, value -> Never? in
      parts.append(value)
      return nil
    }
    return parts + parts.compactMap(percentDecoded)
  }

  /// Returns whether a string contains a secret in a known form or next to its name, such as
  /// `--token abcd`.
  package static func containsSecret(_ text: String) -> Bool {
    firstResult(in: Array(text.utf8)) { _, _ in true } ?? false
  }

  /// Calls `body` with each secret in a string until it returns a value.
  ///
  /// - Parameter body: A closure that receives the finding and the secret itself, which is neither
  ///   a placeholder nor a reference.
  @discardableResult
  private static func firstResult<Result>(
    in bytes: [UInt8], _ body: (SecretScanner.Finding, String) -> Result?
  ) -> Result? {
    bytes.withUnsafeBufferPointer { bytes in
      guard SuspectText.isSuspect(bytes) else { return nil }
      var scanner = SecretScanner(bytes) {
        SecretName.isSecret(String(decoding: $0, as: UTF8.self))
      }
      while let finding = scanner.next() {
        let value = value(of: finding, in: bytes)
        if isLiteral(value, finding.kind), let result = body(finding, value) { return result }
      }
      return nil
    }
  }

  /// Returns whether a found value is neither a placeholder nor a reference.
  private static func isLiteral(_ value: String, _ kind: SecretScanner.Finding.Kind) -> Bool {
    if SecretPlaceholder.isReference(value) { return false }
    // Between a user name and a host, even a short word is a password.
    if case .userInfo = kind { return !value.isEmpty }
    return value.utf8.count >= 4 && !SecretPlaceholder.isPlaceholder(value)
  }

  /// Returns the secret in a finding, which is the password if the finding is the user information
  /// of a URL.
  private static func value(
    of finding: SecretScanner.Finding, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String {
    var bytes = bytes[finding.range]
    if case .userInfo = finding.kind {
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
      bytes = colon.map { bytes[($0 + 1)...] } ?? bytes.suffix(0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the kind of a finding, or `nil` if it is not specific enough.
  private static func match(
    _ finding: SecretScanner.Finding, _ value: String, in text: [UInt8]
  ) -> SecretMatch? {
    switch finding.kind {
    case .token(let pattern): pattern.match
    case .block:
      Array(text[finding.range].prefix(75)).firstOffset(of: "PRIVATE KEY") != nil
        ? SecretMatch("a private key", .certain) : nil
    case .webToken: isWebToken(value) ? SecretMatch("a JSON Web Token", .likely) : nil
    case .userInfo: SecretMatch("a URL with a password", .certain, isURL: true)
    case .authorization:
      isAuthorization(value, before: finding.range, in: text)
        ? SecretMatch("credentials in a header", .likely) : nil
    case .value: match(value, at: finding.range, in: text)
    }
  }

  /// Returns whether a string has a JSON Web Token's three parts. The first two are encoded JSON
  /// objects: `{"` is encoded as `eyJ`.
  ///
  /// See RFC 7519, section 3, and RFC 7515, section 7.1.
  private static func isWebToken(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count >= 8 && parts[1].starts(with: "eyJ".utf8)
  }

  /// Returns whether a string is a random bearer token, or a Base64-encoded user name and password.
  ///
  /// See RFC 7617, section 2, and RFC 6750, section 2.1.
  private static func isAuthorization(
    _ value: String, before range: Range<Int>, in text: [UInt8]
  ) -> Bool {
    let scheme = text[..<range.lowerBound].reversed().drop { $0 == UInt8(ascii: " ") }
    return ASCII.lowercased(scheme.first ?? 0) == UInt8(ascii: "r")
      ? value.utf8.count >= 16 && SecretEntropy.isHigh(value)
      : Base64.decoded(value.utf8)?.contains(UInt8(ascii: ":")) == true
  }

  /// Returns the kind for a URL parameter that looks random, or for a password in pairs such as
  /// `Server=db;Password=…`.
  private static func match(
    _ value: String, at range: Range<Int>, in text: [UInt8]
  ) -> SecretMatch? {
    if let scheme = text.firstOffset(of: "://"),
      text[scheme...].firstIndex(of: UInt8(ascii: "?")).map({ $0 < range.lowerBound }) == true
    {
      let isRandom =
        value.utf8.count >= 8 && !value.utf8.contains(where: { "${}".utf8.contains($0) })
        && SecretEntropy.isHigh(value)
      return isRandom ? SecretMatch("a URL with a secret in its parameters", .likely) : nil
    }
    return text.contains(UInt8(ascii: ";"))
      ? SecretMatch("a connection string with a password", .certain) : nil
  }

  /// Returns a string without percent encoding, or `nil` if it has no percent signs.
  private static func percentDecoded(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        decoded.append(code)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
