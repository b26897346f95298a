#if canImport(CTremaSodium)
  internal import CTremaSodium

  /// Authenticated encryption with XChaCha20-Poly1305, with a random nonce before the ciphertext.
  ///
  ///     nonce, 24 bytes | as many bytes as the message | tag, 16 bytes
  ///
  /// See draft-irtf-cfrg-xchacha-03, section 2.
  enum AEAD {
    /// The length of a key in bytes.
    static let keyLength = 32
    /// The length of a nonce in bytes.
    static let nonceLength = 24
    /// The length of an authentication tag in bytes.
    static let tagLength = 16
    /// The number of bytes that sealing adds to a message.
    static let overhead = nonceLength + tagLength

    /// Encrypts a message with a random nonce.
    ///
    /// - Parameter additional: Data that is authenticated but not stored. Decryption requires the
    ///   same data.
    static func seal(
      _ message: [UInt8], key: SecretBytes, additional: [UInt8] = []
    ) -> [UInt8] {
      let nonce = Sodium.random(nonceLength)
      return nonce + seal(message, nonce: nonce, key: key, additional: additional)
    }

    /// Decrypts a message that starts with its nonce.
    ///
    /// - Returns: `nil` if the key, the additional data or any bit of `sealed` differs.
    static func open(
      _ sealed: [UInt8], key: SecretBytes, additional: [UInt8] = []
    ) -> [UInt8]? {
      guard sealed.count >= overhead else { return nil }
      return open(
        Array(sealed[nonceLength...]), nonce: Array(sealed[..<nonceLength]), key: key,
        additional: additional)
    }

    /// Encrypts a message with a given nonce, which is not part of the result.
    ///
    /// - Parameter nonce: A nonce that is used only once with the key.
    static func seal(
      _ message: [UInt8], nonce: [UInt8], key: SecretBytes, additional: [UInt8]
    ) -> [UInt8] {
      message.withUnsafeBytes { seal($0, nonce: nonce, key: key, additional: additional) }
    }

    /// Decrypts a message with a given nonce.
    ///
    /// - Returns: `nil` if the key, the nonce, the additional data or any bit of `sealed` differs.
    static func open(
      _ sealed: [UInt8], nonce: [UInt8], key: SecretBytes, additional: [UInt8]
    ) -> [UInt8]? {
      guard sealed.count >= tagLength else { return nil }
      var message = [UInt8](repeating: 0, count: sealed.count - tagLength)
      let isAuthentic = message.withUnsafeMutableBytes {
        open(sealed, nonce: nonce, key: key, additional: additional, into: $0)
      }
      return isAuthentic ? message : nil
    }

    /// Encrypts a secret with a random nonce without copying it to ordinary memory.
    static func seal(_ secret: SecretBytes, key: SecretBytes, additional: [UInt8]) -> [UInt8] {
      let nonce = Sodium.random(nonceLength)
      return secret.withBytes { nonce + seal($0, nonce: nonce, key: key, additional: additional) }
    }

    /// Decrypts a secret that starts with its nonce, directly into protected memory.
    ///
    /// - Returns: `nil` if the key, the additional data or any bit of `sealed` differs.
    static func openSecret(
      _ sealed: [UInt8], key: SecretBytes, additional: [UInt8]
    ) -> SecretBytes? {
      guard sealed.count >= overhead else { return nil }
      var isAuthentic = false
      let secret = SecretBytes(count: sealed.count - overhead) { target in
        isAuthentic = open(
          Array(sealed[nonceLength...]), nonce: Array(sealed[..<nonceLength]), key: key,
          additional: additional, into: target)
      }
      return isAuthentic ? secret : nil
    }

    /// Calls libsodium's encryption function.
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

    /// Calls libsodium's decryption function and returns whether the message is authentic.
    ///
    /// - Parameter target: The memory for the message, which must have exactly its length.
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

    /// Verifies the lengths of a key and a nonce, which libsodium cannot check.
    private static func check(_ key: SecretBytes, _ nonce: [UInt8]) {
      precondition(key.count == keyLength, "a key must have \(keyLength) bytes")
      precondition(nonce.count == nonceLength, "a nonce must have \(nonceLength) bytes")
    }
  }
#endif
