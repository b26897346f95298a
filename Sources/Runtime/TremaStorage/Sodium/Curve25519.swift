#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// The X25519 key agreement. See RFC 7748.
  enum X25519 {
    /// The length of secret, public and shared keys in bytes.
    static let length = 32

    /// Returns the public key of a secret key.
    static func publicKey(of secret: [UInt8]) -> [UInt8] {
      Sodium.start()
      var key = [UInt8](repeating: 0, count: length)
      crypto_scalarmult_base(&key, secret)
      return key
    }

    /// Returns the shared secret of two key pairs.
    ///
    /// - Returns: `nil` if the public key is a point of low order, which would make the result
    ///   independent of the secret key.
    static func sharedSecret(_ secret: [UInt8], _ publicKey: [UInt8]) -> [UInt8]? {
      Sodium.start()
      var shared = [UInt8](repeating: 0, count: length)
      return crypto_scalarmult(&shared, secret, publicKey) == 0 ? shared : nil
    }
  }

  /// ChaCha20-Poly1305 authenticated encryption with a counter nonce that the caller provides. See
  /// RFC 8439.
  enum ChaCha20Poly1305 {
    /// The length of an authentication tag in bytes.
    static let tagLength = 16

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - nonce: 12 bytes that are used only once with the key.
    ///   - key: 32 bytes.
    ///   - additional: Data that is authenticated but not part of the result.
    static func seal(
      _ message: [UInt8], nonce: [UInt8], key: [UInt8], additional: [UInt8] = []
    ) -> [UInt8] {
      check(key, nonce)
      var sealed = [UInt8](repeating: 0, count: message.count + tagLength)
      crypto_aead_chacha20poly1305_ietf_encrypt(
        &sealed, nil, message, UInt64(message.count), additional, UInt64(additional.count), nil,
        nonce, key)
      return sealed
    }

    /// Decrypts a message.
    ///
    /// - Returns: `nil` if the key, the nonce, the additional data or any bit of `sealed` differs.
    static func open(
      _ sealed: [UInt8], nonce: [UInt8], key: [UInt8], additional: [UInt8] = []
    ) -> [UInt8]? {
      check(key, nonce)
      guard sealed.count >= tagLength else { return nil }
      var message = [UInt8](repeating: 0, count: sealed.count - tagLength)
      let status = crypto_aead_chacha20poly1305_ietf_decrypt(
        &message, nil, nil, sealed, UInt64(sealed.count), additional, UInt64(additional.count),
        nonce, key)
      return status == 0 ? message : nil
    }

    /// Verifies the lengths of a key and a nonce, which libsodium cannot check.
    private static func check(_ key: [UInt8], _ nonce: [UInt8]) {
      precondition(
        key.count == 32 && nonce.count == 12, "a key must have 32 bytes, and a nonce 12 bytes")
    }
  }
#endif
