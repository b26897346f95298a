#if canImport(CTremaSodium)
  import TremaSupport

  /// The key material that a ``VaultKey`` leads to.
  enum KeyMaterial {
    case passphrase(SecretBytes, VaultCost)
    case key(SecretBytes)

    /// - Throws: `emptyPassphrase`, `costTooHigh`, `wrongKeyLength`, `wrongOwner`, `tooOpen`,
    ///   `noBackend` where there is none, and what the other store throws.
    init(_ key: VaultKey) throws(SecretError) {
      switch key.source {
      case .passphrase(let passphrase, let cost):
        guard !passphrase.revealed.isEmpty else { throw .emptyPassphrase }
        try cost.check()
        self = .passphrase(SecretBytes(copying: Array(passphrase.revealed.utf8)), cost)
      case .bytes(let bytes): self = try Self.key(bytes.revealed)
      case .file(let path):
        self = try Self.file(path, trust: .ownerAlone, missing: "there is no key file \(path)")
      case .credential(let name, let folder):
        self = try Self.credential(name, folder)
      case .stored(let key, let store):
        guard let data = try store.read(key) else {
          throw Self.missing("the other store has no key '\(key)'")
        }
        self = try Self.key([UInt8](data))
      }
    }

    /// How the wrapping key of a new vault comes from it.
    var newDerivation: KeyDerivation {
      switch self {
      case .passphrase(_, let cost): .argon2id(cost, salt: Sodium.random(Argon2id.saltLength))
      case .key: .none
      }
    }

    /// - Parameter derivation: what the vault says.
    /// - Throws: `costTooHigh`, before anything is spent; `wrongKey` for a passphrase where there is a
    ///   key, and the other way round.
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
          throw .system(path: path, code: ENOMEM, reason: "there is no memory for \(cost)")
        }
        return key
      case (.key, .argon2id), (.passphrase, .none): throw .wrongKey(path: path)
      }
    }

    private static func credential(
      _ name: String, _ folder: String?
    ) throws(SecretError) -> KeyMaterial {
      let set = "start the service with LoadCredential=\(name):FILE"
      guard let folder = folder ?? getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) })
      else {
        throw missing("CREDENTIALS_DIRECTORY is not set; \(set)")
      }
      guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")) else {
        throw missing("'\(name)' is no name of a credential")
      }
      return try file(
        "\(folder)/\(name)", trust: .serviceManager,
        missing: "there is no credential '\(name)' in \(folder); \(set)")
    }

    private static func file(
      _ path: String, trust: OwnFile.Trust, missing reason: String
    ) throws(SecretError) -> KeyMaterial {
      // Far more than a key, so that what is a bit too long is told with its length.
      guard var bytes = try OwnFile.read(path, limit: 65536, trust: trust) else {
        throw missing(reason)
      }
      defer { Sodium.erase(&bytes) }
      return try key(bytes)
    }

    private static func key(_ bytes: [UInt8]) throws(SecretError) -> KeyMaterial {
      guard bytes.count == VaultKey.length else {
        throw .wrongKeyLength(found: bytes.count, expected: VaultKey.length)
      }
      return .key(SecretBytes(copying: bytes))
    }

    private static func missing(_ reason: String) -> SecretError {
      .noBackend([SecretError.Reason("vault", reason)])
    }
  }
#endif
