#if canImport(CTremaSodium)
  /// How the key that wraps the others comes from what its owner has: 28 bytes of the header.
  enum KeyDerivation: Hashable {
    /// It is that key.
    case none
    case argon2id(VaultCost, salt: [UInt8])

    init?(_ reader: inout LittleEndianReader) {
      guard let kind = reader.number(UInt32.self), let passes = reader.number(UInt32.self),
        let kibibytes = reader.number(UInt32.self), let salt = reader.bytes(Argon2id.saltLength)
      else { return nil }
      switch kind {
      case 0:
        guard passes == 0, kibibytes == 0, salt.allSatisfy({ $0 == 0 }) else { return nil }
        self = .none
      case 1:
        let cost = VaultCost(passes: passes, kibibytes: kibibytes)
        guard cost.isPossible else { return nil }
        self = .argon2id(cost, salt: salt)
      default: return nil
      }
    }

    var bytes: [UInt8] {
      switch self {
      case .none: [UInt8](repeating: 0, count: 12 + Argon2id.saltLength)
      case .argon2id(let cost, let salt):
        UInt32(1).littleEndianBytes + cost.passes.littleEndianBytes
          + cost.kibibytes.littleEndianBytes + salt
      }
    }
  }

  /// The cost of hashing a passphrase, and so of each guess. Source: RFC 9106.
  public struct VaultCost: Hashable, Sendable {
    /// How often the memory is gone over.
    public let passes: UInt32
    /// The memory, in KiB.
    public let kibibytes: UInt32

    /// Creates a cost.
    ///
    /// - Parameters:
    /// - passes: the passes over the memory.
    /// - kibibytes: the memory, in KiB.
    public init(passes: UInt32, kibibytes: UInt32) {
      self.passes = passes
      self.kibibytes = kibibytes
    }

    /// 3 passes over 64 MiB: about a seventh of a second.
    public static let standard = VaultCost(passes: 3, kibibytes: 64 * 1024)
    /// The highest cost that is accepted: 10 passes over 1 GiB.
    public static let maximum = VaultCost(passes: 10, kibibytes: 1024 * 1024)

    /// Whether Argon2id is defined for it.
    var isPossible: Bool { passes >= 1 && kibibytes >= 8 }

    /// - Throws: `costTooHigh`, before anything is spent; `unsupported` for what is too little.
    func check() throws(SecretError) {
      guard passes <= Self.maximum.passes, kibibytes <= Self.maximum.kibibytes else {
        throw .costTooHigh("\(self); at most \(Self.maximum)")
      }
      guard isPossible else { throw .unsupported("a cost of \(self)") }
    }
  }

  extension VaultCost: CustomStringConvertible {
    /// `3 passes over 65536 KiB`
    public var description: String { "\(passes) passes over \(kibibytes) KiB" }
  }
#endif
