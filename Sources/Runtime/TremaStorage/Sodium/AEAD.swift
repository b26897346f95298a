#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// XChaCha20-Poly1305 with a random nonce in front.
  ///
  ///     nonce, 24 bytes | as many bytes as the message | tag, 16 bytes
  ///
  /// Source: draft-irtf-cfrg-xchacha-03, section 2.
  enum AEAD {
    static let keyLength = 32
    static let nonceLength = 24
    static let tagLength = 16
    /// The number of bytes by which a sealed message is longer.
    static let overhead = nonceLength + tagLength

    /// - Parameter additional: what is not kept, and must be the same again to open it.
    static func seal(
      _ message: [UInt8], key: SecretBytes, additional: [UInt8] = []
    ) -> [UInt8] {
      let nonce = Sodium.random(nonceLength)
      return nonce + seal(message, nonce: nonce, key: key, additional: additional)
    }

    /// - Returns: nil where the key, what is additional or a bit of `sealed` is another one.
    static func open(
      _ sealed: [UInt8], key: SecretBytes, additional: [UInt8] = []
    ) -> [UInt8]? {
      guard sealed.count >= overhead else { return nil }
      return open(
        Array(sealed[nonceLength...]), nonce: Array(sealed[..<nonceLength]), key: key,
        additional: additional)
    }

    /// - Parameter nonce: never the same twice with one key.
    static func seal(
      _ message: [UInt8], nonce: [UInt8], key: SecretBytes, additional: [UInt8]
    ) -> [UInt8] {
      message.withUnsafeBytes { seal($0, nonce: nonce, key: key, additional: additional) }
    }

    static func open(
      _ sealed: [UInt8], nonce: [UInt8], key: SecretBytes, additional: [UInt8]
    ) -> [UInt8]? {
      guard sealed.count >= tagLength else { return nil }
      var message = [UInt8](repeating: 0, count: sealed.count - tagLength)
      let isGood = message.withUnsafeMutableBytes {
        open(sealed, nonce: nonce, key: key, additional: additional, into: $0)
      }
      return isGood ? message : nil
    }

    /// The same where the message is a key itself, which common memory never sees.
    static func seal(_ secret: SecretBytes, key: SecretBytes, additional: [UInt8]) -> [UInt8] {
      let nonce = Sodium.random(nonceLength)
      return secret.withBytes { nonce + seal($0, nonce: nonce, key: key, additional: additional) }
    }

    static func openSecret(
      _ sealed: [UInt8], key: SecretBytes, additional: [UInt8]
    ) -> SecretBytes? {
      guard sealed.count >= overhead else { return nil }
      var isGood = false
      let secret = SecretBytes(count: sealed.count - overhead) { target in
        isGood = open(
          Array(sealed[nonceLength...]), nonce: Array(sealed[..<nonceLength]), key: key,
          additional: additional, into: target)
      }
      return isGood ? secret : nil
    }

    private static func seal(
      _ message: UnsafeRawBufferPointer, nonce: [UInt8], key: SecretBytes, additional: [UInt8]
    ) -> [UInt8] {
      check(key, nonce)
      var sealed = [UInt8](repeating: 0, count: message.count + tagLength)
      key.withPointer { key in
        _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
          &sealed, nil, message.baseAddress?.assumingMemoryBound(to: UInt8.self),
          UInt64(message.count), additional, UInt64(additional.count), nil, nonce, key)
      }
      return sealed
    }

    private static func open(
      _ sealed: [UInt8], nonce: [UInt8], key: SecretBytes, additional: [UInt8],
      into target: UnsafeMutableRawBufferPointer
    ) -> Bool {
      check(key, nonce)
      return key.withPointer { key in
        crypto_aead_xchacha20poly1305_ietf_decrypt(
          target.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, sealed,
          UInt64(sealed.count), additional, UInt64(additional.count), nonce, key) == 0
      }
    }

    private static func check(_ key: SecretBytes, _ nonce: [UInt8]) {
      precondition(key.count == keyLength, "a key has \(keyLength) bytes")
      precondition(nonce.count == nonceLength, "a nonce has \(nonceLength) bytes")
    }
  }
#endif
