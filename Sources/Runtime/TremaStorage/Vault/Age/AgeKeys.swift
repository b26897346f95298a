#if canImport(CTremaSodium)
  import TremaSecrets

  /// A recipient of age files: an ``AgeIdentity``'s public key.
  public struct AgeRecipient: Hashable, Sendable, CustomStringConvertible {
    /// The Bech32 prefix.
    static let bech32Prefix = "age"
    /// The public key, 32 bytes.
    let key: [UInt8]

    /// Creates a recipient.
    ///
    /// - Parameter text: The recipient as printed by `age-keygen`: `age1…`.
    /// - Throws: ``AgeError/notAKey(_:)``.
    public init(_ text: String) throws(AgeError) {
      guard let key = Bech32.decoded(text, prefix: Self.bech32Prefix), key.count == X25519.length,
        text.utf8.first == UInt8(ascii: "a")
      else { throw .notAKey("a recipient must begin with age1 and be copied without changes") }
      self.key = key
    }

    init(key: [UInt8]) { self.key = key }

    /// The recipient in Bech32: `age1…`. It is not a secret.
    public var description: String { Bech32.encoded(key, prefix: Self.bech32Prefix) }
  }

  /// The private key that opens age files for its ``recipient``.
  public struct AgeIdentity: Sendable {
    /// The Bech32 prefix.
    static let bech32Prefix = "age-secret-key-"
    /// The private key, 32 bytes.
    let key: SecretBytes

    /// Creates an identity.
    ///
    /// - Parameter text: The identity as written by `age-keygen`: `AGE-SECRET-KEY-1…`.
    /// - Throws: ``AgeError/notAKey(_:)``.
    public init(_ text: Secret<String>) throws(AgeError) {
      guard var key = Bech32.decoded(text.revealed, prefix: Self.bech32Prefix),
        key.count == X25519.length,
        text.revealed.utf8.first == UInt8(ascii: "A")
      else {
        throw .notAKey(
          "an identity must begin with AGE-SECRET-KEY-1 and be copied without changes")
      }
      self.key = SecretBytes(copying: key)
      Sodium.erase(&key)
    }

    /// Creates a new random identity.
    public init() { key = .random(X25519.length) }

    /// The recipient for this identity.
    public var recipient: AgeRecipient { AgeRecipient(key: X25519.publicKey(of: key.copy())) }

    /// The identity in Bech32, which is a secret: `AGE-SECRET-KEY-1…`.
    public var text: Secret<String> {
      Secret(Bech32.encoded(key.copy(), prefix: Self.bech32Prefix).uppercased())
    }
  }

  extension AgeIdentity: Redacted {
    /// The recipient, without the secret.
    public var description: String { "the identity of \(recipient)" }
  }
#endif
