#if canImport(CTremaSodium)
  import TremaSecrets

  /// A recipient of age files: the public half of an ``AgeIdentity``.
  public struct AgeRecipient: Hashable, Sendable, CustomStringConvertible {
    static let name = "age"
    let key: [UInt8]

    /// - Parameter text: `age1…`, as `age-keygen` prints it.
    /// - Throws: `notAKey`.
    public init(_ text: String) throws(AgeError) {
      guard let key = Bech32.decoded(text, name: Self.name), key.count == X25519.length,
        text.utf8.first == UInt8(ascii: "a")
      else { throw .notAKey("a recipient begins with age1, and none of its letters may differ") }
      self.key = key
    }

    init(key: [UInt8]) { self.key = key }

    /// The identity in Bech32, which is a secret: `AGE-SECRET-KEY-1…`.
    public var description: String { Bech32.encoded(key, name: Self.name) }
  }

  /// The private key for age files that are encrypted to its ``recipient``.
  public struct AgeIdentity: Sendable {
    static let name = "age-secret-key-"
    let key: SecretBytes

    /// - Parameter text: `AGE-SECRET-KEY-1…`, as `age-keygen` writes it.
    /// - Throws: `notAKey`.
    public init(_ text: Secret<String>) throws(AgeError) {
      guard var key = Bech32.decoded(text.revealed, name: Self.name), key.count == X25519.length,
        text.revealed.utf8.first == UInt8(ascii: "A")
      else {
        throw .notAKey(
          "an identity begins with AGE-SECRET-KEY-1, and none of its letters may differ")
      }
      self.key = SecretBytes(copying: key)
      Sodium.erase(&key)
    }

    /// A new one.
    public init() { key = .random(X25519.length) }

    /// The recipient that belongs to the identity.
    public var recipient: AgeRecipient { AgeRecipient(key: X25519.publicKey(of: key.copy())) }

    /// `AGE-SECRET-KEY-1…`, a secret.
    public var text: Secret<String> {
      Secret(Bech32.encoded(key.copy(), name: Self.name).uppercased())
    }
  }

  extension AgeIdentity: Redacted {
    /// The recipient, without the secret.
    public var description: String { "the identity of \(recipient)" }
  }
#endif
