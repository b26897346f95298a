#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// libsodium's initialization, which must precede any other call, and its basic functions.
  enum Sodium {
    /// The initialization, performed once. It fails only on a system without a random number
    /// generator, where nothing can be kept secret.
    private static let started: Void = precondition(
      sodium_init() >= 0, "libsodium cannot be initialized")

    /// Initializes libsodium if it has not been initialized.
    static func start() { started }

    /// Returns random bytes from the system's generator.
    static func random(_ count: Int) -> [UInt8] {
      start()
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        if let base = buffer.baseAddress { randombytes_buf(base, count) }
        length = count
      }
    }

    /// Returns whether two byte sequences are equal, in constant time with respect to their
    /// content.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      start()
      return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }

    /// Overwrites bytes that contained a secret. The compiler does not optimize this away.
    static func erase(_ bytes: inout [UInt8]) {
      start()
      bytes.withUnsafeMutableBytes { buffer in
        if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) }
      }
    }
  }
#endif
