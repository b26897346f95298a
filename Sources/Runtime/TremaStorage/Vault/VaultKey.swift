#if canImport(CTremaSodium)
  import TremaSecrets

  /// The key of a vault. It is looked up whenever it is needed; the passphrase is hashed once.
  public struct VaultKey: Sendable {
    static let length = 32

    enum Source: Sendable {
      case passphrase(Secret<String>, VaultCost)
      case bytes(Secret<[UInt8]>)
      case file(String)
      case credential(String, folder: String?)
      case stored(SecretKey, any BlockingSecureStore)
    }

    let source: Source

    /// The UTF-8 as it is: typing it elsewhere gives the same bytes.
    ///
    /// - Parameter cost: for a vault that is made, and for a passphrase that is changed; a vault that is
    ///   there says itself what it costs.
    public static func passphrase(
      _ passphrase: Secret<String>, cost: VaultCost = .standard
    ) -> VaultKey {
      VaultKey(source: .passphrase(passphrase, cost))
    }

    /// 32 random bytes.
    public static func key(_ bytes: Secret<[UInt8]>) -> VaultKey {
      VaultKey(source: .bytes(bytes))
    }

    /// A file of exactly 32 bytes, which belongs to this user and which no other user may read.
    public static func file(_ path: String) -> VaultKey { VaultKey(source: .file(path)) }

    /// A credential of the service manager, exactly 32 bytes (`LoadCredential=`,
    /// `LoadCredentialEncrypted=`).
    ///
    /// - Parameter folder: nil is what `CREDENTIALS_DIRECTORY` says.
    public static func credential(_ name: String, folder: String? = nil) -> VaultKey {
      VaultKey(source: .credential(name, folder: folder))
    }

    /// 32 bytes that another store keeps, for instance the Secret Service.
    public static func stored(_ key: SecretKey, in store: any BlockingSecureStore) -> VaultKey {
      VaultKey(source: .stored(key, store))
    }
  }

  extension VaultKey: Redacted {
    /// A description for logs and messages.
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
