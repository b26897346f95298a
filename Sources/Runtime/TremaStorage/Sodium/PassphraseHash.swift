#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// The Argon2id passphrase hash, version 1.3, with one lane. See RFC 9106.
  enum Argon2id {
    /// The length of a salt in bytes.
    static let saltLength = 16

    /// Derives a key from a passphrase.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase in UTF-8.
    ///   - salt: 16 bytes.
    ///   - passes: The number of passes over the memory, at least 1.
    ///   - kibibytes: The size of the memory in KiB, at least 8.
    ///   - length: The length of the key in bytes.
    /// - Returns: `nil` if there is not enough memory.
    static func derive(
      _ passphrase: SecretBytes, salt: [UInt8], passes: UInt32, kibibytes: UInt32, length: Int = 32
    ) -> SecretBytes? {
      precondition(salt.count == saltLength, "a salt must have \(saltLength) bytes")
      var isDerived = false
      let count = passphrase.count
      let key = SecretBytes(count: length) { buffer in
        guard let base = buffer.baseAddress else { return }
        isDerived = passphrase.withPointer { passphrase in
          passphrase.withMemoryRebound(to: CChar.self, capacity: count) { text in
            crypto_pwhash(
              base.assumingMemoryBound(to: UInt8.self), UInt64(length), text, UInt64(count), salt,
              UInt64(passes), Int(kibibytes) * 1024, crypto_pwhash_ALG_ARGON2ID13) == 0
          }
        }
      }
      return isDerived ? key : nil
    }
  }

  /// The scrypt passphrase hash with a block size of 8 and no parallelism. See RFC 7914.
  enum Scrypt {
    /// Derives a 32-byte key from a passphrase.
    ///
    /// - Parameter exponent: The binary logarithm of the cost.
    /// - Returns: `nil` if there is not enough memory.
    static func derive(_ passphrase: [UInt8], salt: [UInt8], exponent: Int) -> [UInt8]? {
      Sodium.start()
      var key = [UInt8](repeating: 0, count: 32)
      let status = crypto_pwhash_scryptsalsa208sha256_ll(
        passphrase, passphrase.count, salt, salt.count, 1 << UInt64(exponent), 8, 1, &key, key.count
      )
      return status == 0 ? key : nil
    }
  }
#endif
