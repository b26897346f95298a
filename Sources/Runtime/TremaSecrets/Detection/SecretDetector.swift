/// The kind of secret that a value was recognised as.
package struct SecretMatch: Hashable, Sendable {
  package enum Confidence: Hashable, Sendable {
    /// Nothing else looks like this.
    case certain
    /// Its key says so, and it looks like one.
    case likely
    /// It identifies an app, and everybody may know it.
    case published
  }

  /// For a message: `a token of GitHub`.
  package let what: String
  package let confidence: Confidence

  /// Whether it is a URL with a password in it.
  package let isURL: Bool

  init(_ what: String, _ confidence: Confidence, isURL: Bool = false) {
    self.what = what
    self.confidence = confidence
    self.isURL = isURL
  }
}

/// Recognises secrets by what they look like.
package enum SecretDetector {
  /// - Parameter key: the innermost key that the value stands under.
  /// - Returns: nil for what looks like nothing special, for placeholders and for references.
  package static func look(at text: String, under key: String) -> SecretMatch? {
    let length = text.utf8.count
    if length < 4 || SecretPlaceholder.isReference(text) { return nil }
    if length >= 16, let found = look(at: Array(text.utf8)) { return found }
    guard SecretName.isSecret(key), !SecretPlaceholder.isPlaceholder(text),
      !text.utf8.contains(where: { $0 <= 0x20 })
    else { return nil }
    if SecretName.isPassword(key) { return SecretMatch("a password", .likely) }
    let isRandom = length >= 8 && SecretEntropy.isHigh(text) && !PlainText.isOne(text)
    return isRandom ? SecretMatch("a secret", .likely) : nil
  }

  private static func look(at bytes: [UInt8]) -> SecretMatch? {
    SecretPattern.sighting(in: bytes) ?? SecretForm.sighting(in: bytes)
  }
}
