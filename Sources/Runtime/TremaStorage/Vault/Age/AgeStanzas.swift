#if canImport(CTremaSodium)
  import TremaSecrets

  /// Wraps a file key with a public key. See C2SP age, "The X25519 recipient type".
  enum AgeX25519 {
    /// The stanza's type.
    private static let kind = "X25519"
    /// The nonce, which is zero because each wrapping key is used once.
    private static let nonce = [UInt8](repeating: 0, count: 12)

    /// Returns the stanza for a recipient.
    ///
    /// - Throws: `notAKey` if the key is a point of low order.
    static func wrapped(
      _ fileKey: [UInt8], for recipient: AgeRecipient
    ) throws(AgeError) -> AgeHeader.Stanza {
      let secret = Sodium.random(X25519.length)
      let share = X25519.publicKey(of: secret)
      guard let shared = X25519.sharedSecret(secret, recipient.key) else {
        throw .notAKey("the recipient is a weak key")
      }
      let key = HMACSHA256.derive(
        shared, salt: share + recipient.key, info: "age-encryption.org/v1/X25519")
      return AgeHeader.Stanza(
        arguments: [kind, AgeBase64.encoded(share)],
        body: ChaCha20Poly1305.seal(fileKey, nonce: nonce, key: key))
    }

    /// Returns the file key, or `nil` for a stanza of a different recipient.
    ///
    /// - Throws: `malformed`.
    static func unwrapped(
      _ stanza: AgeHeader.Stanza, with identity: AgeIdentity
    ) throws(AgeError) -> [UInt8]? {
      guard stanza.arguments[0] == kind else { return nil }
      guard stanza.arguments.count == 2, let share = AgeBase64.decoded(stanza.arguments[1]),
        share.count == X25519.length, stanza.body.count == 32
      else { throw .malformed("an X25519 line is malformed") }
      guard let shared = X25519.sharedSecret(identity.key.copy(), share) else {
        throw .malformed("an X25519 line has a weak key")
      }
      let key = HMACSHA256.derive(
        shared, salt: share + identity.recipient.key, info: "age-encryption.org/v1/X25519")
      return ChaCha20Poly1305.open(stanza.body, nonce: nonce, key: key)
    }
  }

  /// Wraps a file key with a passphrase. See C2SP age, "The scrypt recipient type".
  public enum AgePassphrase {
    /// The default work factor of `age`, as a binary logarithm: about a second and 256 MiB.
    public static let defaultExponent = 18
    /// The highest accepted work factor, as a binary logarithm: 1 GiB.
    public static let maxExponent = 20

    /// The stanza's type.
    private static let kind = "scrypt"
    /// The length of the salt in bytes.
    private static let saltLength = 16
    /// The scrypt salt's prefix.
    private static let label = Array("age-encryption.org/v1/scrypt".utf8)
    /// The nonce, which is zero because each wrapping key is used once.
    private static let nonce = [UInt8](repeating: 0, count: 12)

    /// Returns whether a stanza is of this type.
    static func isPassphraseStanza(_ stanza: AgeHeader.Stanza) -> Bool {
      stanza.arguments[0] == kind
    }

    /// Returns the stanza for a passphrase.
    ///
    /// - Throws: `emptyPassphrase`, `costTooHigh`, `noMemory`.
    static func wrapped(
      _ fileKey: [UInt8], by passphrase: Secret<String>, exponent: Int
    ) throws(AgeError) -> AgeHeader.Stanza {
      let salt = Sodium.random(saltLength)
      let key = try key(passphrase, salt, exponent)
      return AgeHeader.Stanza(
        arguments: [kind, AgeBase64.encoded(salt), "\(exponent)"],
        body: ChaCha20Poly1305.seal(fileKey, nonce: nonce, key: key))
    }

    /// Returns the file key, or `nil` if the passphrase is wrong or the stanza has a different
    /// type.
    ///
    /// - Throws: `malformed`, `emptyPassphrase`, `costTooHigh`, `noMemory`.
    static func unwrapped(
      _ stanza: AgeHeader.Stanza, with passphrase: Secret<String>
    ) throws(AgeError) -> [UInt8]? {
      guard isPassphraseStanza(stanza) else { return nil }
      guard stanza.arguments.count == 3, let salt = AgeBase64.decoded(stanza.arguments[1]),
        salt.count == saltLength, stanza.body.count == 32, let exponent = Int(stanza.arguments[2]),
        // Each number has only one encoding: neither `018` nor `+18` is valid.
        "\(exponent)" == stanza.arguments[2], exponent > 0
      else { throw .malformed("a scrypt line is malformed") }
      let key = try key(passphrase, salt, exponent)
      return ChaCha20Poly1305.open(stanza.body, nonce: nonce, key: key)
    }

    /// Derives the wrapping key from a passphrase.
    private static func key(
      _ passphrase: Secret<String>, _ salt: [UInt8], _ exponent: Int
    ) throws(AgeError) -> [UInt8] {
      guard !passphrase.revealed.isEmpty else { throw .emptyPassphrase }
      guard 1...maxExponent ~= exponent else {
        throw .costTooHigh(exponent: exponent, limit: maxExponent)
      }
      let text = Array(passphrase.revealed.utf8)
      guard let key = Scrypt.derive(text, salt: label + salt, exponent: exponent) else {
        throw .noMemory
      }
      return key
    }
  }
#endif
