#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// Source: RFC 7748.
  enum X25519 {
    static let length = 32

    static func publicKey(of secret: [UInt8]) -> [UInt8] {
      Sodium.start()
      var key = [UInt8](repeating: 0, count: length)
      crypto_scalarmult_base(&key, secret)
      return key
    }

    /// - Returns: nil where the other key is a point that gives the same secret to everybody.
    static func sharedSecret(_ secret: [UInt8], _ publicKey: [UInt8]) -> [UInt8]? {
      Sodium.start()
      var shared = [UInt8](repeating: 0, count: length)
      return crypto_scalarmult(&shared, secret, publicKey) == 0 ? shared : nil
    }
  }

  /// With a nonce that its user counts. Source: RFC 8439.
  enum ChaCha20Poly1305 {
    static let tagLength = 16

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

    private static func check(_ key: [UInt8], _ nonce: [UInt8]) {
      precondition(key.count == 32 && nonce.count == 12, "a key of 32 bytes and a nonce of 12")
    }
  }
#endif
