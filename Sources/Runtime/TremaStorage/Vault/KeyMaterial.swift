#if canImport(CTremaSodium)
  import TremaSupport

  /// The key material that a `VaultKey` refers to.
  enum KeyMaterial {
    /// A passphrase, with the cost for a new vault.
    case passphrase(SecretBytes, VaultCost)
    /// A 32-byte key.
    case key(SecretBytes)

    /// Reads the key material from its source.
    ///
    /// - Throws: `emptyPassphrase`, `costTooHigh`, `wrongKeyLength`, `wrongOwner`,
    ///   `insecurePermissions`; `noBackend` if the key is missing; the errors of the store that
    ///   contains the key.
    init(_ key: VaultKey) throws(SecretError) {
      switch key.source {
      case .passphrase(let passphrase, let cost):
        guard !passphrase.revealed.isEmpty else { throw .emptyPassphrase }
        try cost.check()
        self = .passphrase(SecretBytes(copying: Array(passphrase.revealed.utf8)), cost)
      case .bytes(let bytes): self = try Self.key(bytes.revealed)
      case .file(let path):
        self = try Self.file(path, trust: .ownerOnly, missing: "there is no key file \(path)")
      case .credential(let name, let folder):
        self = try Self.credential(name, folder)
      case .stored(let key, let store):
        guard let data = try store.read(key) else {
          throw Self.missingKey("the other store has no key '\(key)'")
        }
        self = try Self.key([UInt8](data))
      }
    }

    /// The derivation of the wrapping key for a new vault, with a random salt.
    var newDerivation: KeyDerivation {
      switch self {
      case .passphrase(_, let cost): .argon2id(cost, salt: Sodium.random(Argon2id.saltLength))
      case .key: .none
      }
    }

    /// Returns the key that wraps the keys of a vault.
    ///
    /// - Parameter derivation: The derivation in the header of the vault.
    /// - Throws: `costTooHigh` before anything is computed; `wrongKey` for a passphrase if the
    ///   vault uses a key, and vice versa.
    func wrappingKey(
      _ derivation: KeyDerivation, path: String
    ) throws(SecretError) -> SecretBytes {
      if case .argon2id(let cost, _) = derivation { try cost.check() }
      switch (self, derivation) {
      case (.key(let key), .none): return key
      case (.passphrase(let passphrase, _), .argon2id(let cost, let salt)):
        let key = Argon2id.derive(
          passphrase, salt: salt, passes: cost.passes, kibibytes: cost.kibibytes)
        guard let key else {
          throw .system(path: path, code: ENOMEM, reason: "there is not enough memory for \(cost)")
        }
        return key
      case (.key, .argon2id), (.passphrase, .none): throw .wrongKey(path: path)
      }
    }

    /// Reads a key from the service manager's credentials.
    private static func credential(
      _ name: String, _ folder: String?
    ) throws(SecretError) -> KeyMaterial {
      let set = "start the service with LoadCredential=\(name):FILE"
      guard let folder = folder ?? getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) })
      else {
        throw missingKey("CREDENTIALS_DIRECTORY is not set; \(set)")
      }
      guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")) else {
        throw missingKey("'\(name)' is not a valid credential name")
      }
      return try file(
        "\(folder)/\(name)", trust: .serviceManager,
        missing: "there is no credential '\(name)' in \(folder); \(set)")
    }

    /// Reads a key from a file.
    private static func file(
      _ path: String, trust: PrivateFile.Trust, missing reason: String
    ) throws(SecretError) -> KeyMaterial {
      // The limit is much longer than a key so that a file that is slightly too long is reported
      // with its length.
      guard var bytes = try PrivateFile.read(path, limit: 65536, trust: trust) else {
        throw missingKey(reason)
      }
      defer { Sodium.erase(&bytes) }
      return try key(bytes)
    }

    /// Returns the key material for a key after verifying its length.
    private static func key(_ bytes: [UInt8]) throws(SecretError) -> KeyMaterial {
      guard bytes.count == VaultKey.length else {
        throw .wrongKeyLength(found: bytes.count, expected: VaultKey.length)
      }
      return .key(SecretBytes(copying: bytes))
    }

    /// Returns the error for a missing key.
    private static func missingKey(_ reason: String) -> SecretError {
      .noBackend([SecretError.Reason("vault", reason)])
    }
  }
#endif
