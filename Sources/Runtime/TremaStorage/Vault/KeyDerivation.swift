#if canImport(CTremaSodium)
  /// Derivation of the key that wraps a vault's other keys. It is stored in 28 bytes of the header.
  enum KeyDerivation: Hashable {
    /// The key of the vault's owner is used directly.
    case none
    /// The key is derived from a passphrase with Argon2id.
    case argon2id(VaultCost, salt: [UInt8])

    /// Reads a derivation, or returns `nil` if it is invalid.
    init?(_ reader: inout LittleEndianReader) {
      guard let kind = reader.readNumber(UInt32.self), let passes = reader.readNumber(UInt32.self),
        let kibibytes = reader.readNumber(UInt32.self), let salt = reader.bytes(Argon2id.saltLength)
      else { return nil }
      switch kind {
      case 0:
        guard passes == 0, kibibytes == 0, salt.allSatisfy({ $0 == 0 }) else { return nil }
        self = .none
      case 1:
        let cost = VaultCost(passes: passes, kibibytes: kibibytes)
        guard cost.isValid else { return nil }
        self = .argon2id(cost, salt: salt)
      default: return nil
      }
    }

    /// The encoding in the header: the kind, passes and KiB as 4-byte little-endian integers, and
    /// the salt.
    var bytes: [UInt8] {
      switch self {
      case .none: [UInt8](repeating: 0, count: 12 + Argon2id.saltLength)
      case .argon2id(let cost, let salt):
        UInt32(1).littleEndianBytes + cost.passes.littleEndianBytes
          + cost.kibibytes.littleEndianBytes + salt
      }
    }
  }

  /// The cost of hashing a passphrase, which is also the cost per guess. See RFC 9106.
  public struct VaultCost: Hashable, Sendable {
    /// The number of passes over the memory.
    public let passes: UInt32
    /// The size of the memory in KiB.
    public let kibibytes: UInt32

    /// Creates a cost.
    ///
    /// - Parameters:
    ///   - passes: The number of passes over the memory, at least 1.
    ///   - kibibytes: The size of the memory in KiB, at least 8.
    public init(passes: UInt32, kibibytes: UInt32) {
      self.passes = passes
      self.kibibytes = kibibytes
    }

    /// The default cost: 3 passes over 64 MiB, about a seventh of a second.
    public static let standard = VaultCost(passes: 3, kibibytes: 64 * 1024)
    /// The highest accepted cost: 10 passes over 1 GiB.
    public static let maximum = VaultCost(passes: 10, kibibytes: 1024 * 1024)

    /// Whether Argon2id is defined for the cost.
    var isValid: Bool { passes >= 1 && kibibytes >= 8 }

    /// Verifies the cost before anything is computed.
    ///
    /// - Throws: `costTooHigh`, or `unsupported` for a cost that is too low.
    func check() throws(SecretError) {
      guard passes <= Self.maximum.passes, kibibytes <= Self.maximum.kibibytes else {
        throw .costTooHigh("\(self); at most \(Self.maximum)")
      }
      guard isValid else { throw .unsupported("a cost of \(self)") }
    }
  }

  extension VaultCost: CustomStringConvertible {
    /// The cost in words: `3 passes over 65536 KiB`.
    public var description: String { "\(passes) passes over \(kibibytes) KiB" }
  }
#endif
