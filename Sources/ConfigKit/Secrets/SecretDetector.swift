/// What a value was recognised as.
public struct SecretSighting: Hashable, Sendable {
  public enum Confidence: Hashable, Sendable {
    /// Nothing else looks like this.
    case certain
    /// Its key says so, and it looks like one.
    case likely
    /// It identifies an app, and everybody may know it.
    case published
  }

  /// For a message: `a token of GitHub`.
  public let what: String
  public let confidence: Confidence

  /// Whether it is a URL with a password in it.
  let isURL: Bool

  init(_ what: String, _ confidence: Confidence, isURL: Bool = false) {
    self.what = what
    self.confidence = confidence
    self.isURL = isURL
  }
}

/// Recognises secrets by what they look like.
public enum SecretDetector {
  /// - Parameter key: the innermost key that the value stands under.
  /// - Returns: nil for what looks like nothing special, for placeholders and for references.
  public static func look(at text: String, under key: String) -> SecretSighting? {
    let length = text.utf8.count
    if length < 4 || SecretPlaceholder.isReference(text) { return nil }
    if length >= 16, let found = look(at: Array(text.utf8)) { return found }
    guard SecretName.isSecret(key), !SecretPlaceholder.isPlaceholder(text),
      !text.utf8.contains(where: { $0 <= 0x20 })
    else { return nil }
    if SecretName.isPassword(key) { return SecretSighting("a password", .likely) }
    let isRandom = length >= 8 && SecretEntropy.isHigh(text)
    return isRandom ? SecretSighting("a secret", .likely) : nil
  }

  private static func look(at bytes: [UInt8]) -> SecretSighting? {
    if let found = SecretPattern.sighting(in: bytes) { return found }
    if isPrivateKey(bytes) { return SecretSighting("a private key", .certain) }
    if isSendGrid(bytes) { return SecretSighting("an API key of SendGrid", .certain) }
    if isWebToken(bytes) { return SecretSighting("a JSON Web Token", .likely) }
    if let found = SecretForms.sighting(in: bytes) { return found }
    if hasCredentials(bytes) {
      return SecretSighting("a URL with a password", .certain, isURL: true)
    }
    return nil
  }

  /// `-----BEGIN EC PRIVATE KEY-----` and its relatives.
  private static func isPrivateKey(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.place(of: "-----BEGIN ") else { return false }
    let label = bytes[start...].prefix(64)
    return Array(label).place(of: "PRIVATE KEY") != nil
  }

  /// `SG.`, 22 letters, a dot and 43 letters.
  private static func isSendGrid(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "SG.".utf8) else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[1].count == 22 && parts[2].count == 43
      && parts[1].allSatisfy(SecretPattern.Letters.base64.contains)
      && parts[2].allSatisfy(SecretPattern.Letters.base64.contains)
  }

  /// Three parts in base64url, of which the first two are objects of JSON: `{"` begins as `eyJ`.
  ///
  /// Source: RFC 7519, section 3; RFC 7515, section 7.1.
  private static func isWebToken(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.place(of: "eyJ") else { return false }
    let token = bytes[start...].prefix {
      SecretPattern.Letters.base64.contains($0) || $0 == UInt8(ascii: ".")
    }
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count >= 8 && parts[1].starts(with: "eyJ".utf8)
  }

  /// `postgres://user:password@host`: a name and a password before the host.
  private static func hasCredentials(_ bytes: [UInt8]) -> Bool {
    guard let mark = bytes.place(of: "://") else { return false }
    let authority = bytes[(mark + 3)...].prefix { !"/?# ".utf8.contains($0) }
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let user = authority[..<end]
    guard let colon = user.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let password = String(decoding: user[(colon + 1)...], as: UTF8.self)
    return !password.isEmpty && !SecretPlaceholder.isReference(password)
  }
}
