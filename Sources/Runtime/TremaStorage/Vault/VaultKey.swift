#if canImport(CTremaSodium)
  import TremaSecrets

  /// A vault's key, or the key's location. It is read whenever it is needed. A passphrase is hashed
  /// only once.
  public struct VaultKey: Sendable {
    /// The length of a key in bytes.
    static let length = 32

    /// The kinds of keys.
    enum Source: Sendable {
      case passphrase(Secret<String>, VaultCost)
      case bytes(Secret<[UInt8]>)
      case file(String)
      case credential(String, folder: String?)
      case stored(SecretKey, any BlockingSecureStore)
    }

    /// The key, or the location of the key.
    let source: Source

    /// Returns a key that is derived from a passphrase. The UTF-8 bytes are used without
    /// normalization.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase, not empty.
    ///   - cost: The cost of hashing for a new vault and for a changed passphrase. An existing
    ///     vault stores its own cost.
    public static func passphrase(
      _ passphrase: Secret<String>, cost: VaultCost = .standard
    ) -> VaultKey {
      VaultKey(source: .passphrase(passphrase, cost))
    }

    /// Returns a key of 32 random bytes.
    public static func key(_ bytes: Secret<[UInt8]>) -> VaultKey {
      VaultKey(source: .bytes(bytes))
    }

    /// Returns the key in a file of exactly 32 bytes. The file must belong to this user and must
    /// not be readable by any other user.
    public static func file(_ path: String) -> VaultKey { VaultKey(source: .file(path)) }

    /// Returns the key in a service manager credential (`LoadCredential=`,
    /// `LoadCredentialEncrypted=`), exactly 32 bytes.
    ///
    /// - Parameters:
    ///   - name: The credential's name.
    ///   - folder: The credentials folder; `nil` to use the `CREDENTIALS_DIRECTORY` environment
    ///     variable.
    public static func credential(_ name: String, folder: String? = nil) -> VaultKey {
      VaultKey(source: .credential(name, folder: folder))
    }

    /// Returns a 32-byte key that is kept in a different store, such as the Secret Service.
    public static func stored(_ key: SecretKey, in store: any BlockingSecureStore) -> VaultKey {
      VaultKey(source: .stored(key, store))
    }
  }

  extension VaultKey: Redacted {
    /// A textual representation of this instance.
    public var description: String {
      switch source {
      case .passphrase: "a passphrase"
      case .bytes: "a key of 32 bytes"
      case .file(let path): "the key in \(path)"
      case .credential(let name, _): "the credential '\(name)'"
      case .stored(let key, _): "the key '\(key)' of another store"
      }
    }
  }
#endif
