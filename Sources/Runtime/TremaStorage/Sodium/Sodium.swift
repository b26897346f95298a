#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// Initializes libsodium, which must happen before any other call.
  enum Sodium {
    /// Nothing can be kept secret on a system without randomness, which is the only way this fails.
    private static let started: Void = precondition(sodium_init() >= 0, "libsodium cannot start")

    static func start() { started }

    /// Returns bytes of the system's generator.
    static func random(_ count: Int) -> [UInt8] {
      start()
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        if let base = buffer.baseAddress { randombytes_buf(base, count) }
        length = count
      }
    }

    /// In a time that tells nothing of where they differ.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      start()
      return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }

    /// Overwrites bytes that held a secret. The compiler does not leave it out.
    static func erase(_ bytes: inout [UInt8]) {
      start()
      bytes.withUnsafeMutableBytes { buffer in
        if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) }
      }
    }
  }
#endif
