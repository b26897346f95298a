#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// The unkeyed BLAKE2b hash function. See RFC 7693.
  enum BLAKE2b {
    /// Returns a message's digest.
    ///
    /// - Parameter length: The length of the digest in bytes, from 16 to 64.
    static func digest(_ message: [UInt8], length: Int = 32) -> [UInt8] {
      Sodium.start()
      var digest = [UInt8](repeating: 0, count: length)
      crypto_generichash(&digest, length, message, UInt64(message.count), nil, 0)
      return digest
    }
  }

  /// HMAC and HKDF with SHA-256. See RFC 2104 and RFC 5869.
  enum HMACSHA256 {
    /// Returns the 32-byte message authentication code.
    static func code(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
      Sodium.start()
      var state = crypto_auth_hmacsha256_state()
      crypto_auth_hmacsha256_init(&state, key, key.count)
      crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
      var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
      crypto_auth_hmacsha256_final(&state, &code)
      return code
    }

    /// Returns a 32-byte key derived with HKDF: the first block of its output.
    static func derive(_ secret: [UInt8], salt: [UInt8], info: String) -> [UInt8] {
      let extracted = code(secret, key: salt)
      return code(Array(info.utf8) + [1], key: extracted)
    }
  }
#endif
